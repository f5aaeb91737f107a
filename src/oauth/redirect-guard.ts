import { createHash } from "node:crypto"
import type { KoaContextWithOIDC } from "oidc-provider"
import { COOKIES } from "./interaction.ts"
import { oauthPaths } from "./paths.ts"

/** So many clients are remembered in a browser, the latest first. */
const MOST_CONNECTED = 20
const YEAR_MS = 365 * 86_400_000

/** Writes the page that says why a request came to nothing. */
export type ErrorPage = (message: string) => { readonly body: string; readonly headers: Readonly<Record<string, string>> }

type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>

const cookie = { signed: true, httpOnly: true, sameSite: "lax", path: oauthPaths.authorize } as const

/** A client as the cookie names it: ids may be long addresses. */
const markOf = (clientId: unknown): string => createHash("sha256").update(String(clientId)).digest("base64url").slice(0, 22)

const connectedIn = ({ cookies }: KoaContextWithOIDC): ReadonlyArray<string> =>
  (cookies.get(COOKIES.connected, cookie) ?? "").split(".").filter((mark) => mark !== "")

/** What a person decided on the page that asks, about the request that the browser comes back with. */
const decisionIn = ({ oidc }: KoaContextWithOIDC) =>
  oidc.route === "resume" ? oidc.entities.Interaction?.result as { readonly consent?: object } | undefined : undefined

const isOther = (mode: unknown) => mode !== undefined && mode !== "" && mode !== "query"

/**
 * Anybody may register a client with an address of theirs, so a link to us must not lead there by itself (RFC 9700, section
 * 4.11.2). A browser is sent to a client's address only with what a person decided about this very request, or where somebody
 * connected that client in this browser before; every other answer is a page of ours. Answers travel in the address only: other
 * response modes would send a form or a fragment on by themselves.
 */
export const redirectGuard = (origin: string, errorPage: ErrorPage): Middleware => {
  const refuse = (ctx: KoaContextWithOIDC, message: string) => {
    const { body, headers } = errorPage(message)
    ctx.remove("location")
    ctx.set({ ...headers })
    ctx.status = 400
    ctx.type = "html"
    ctx.body = body
  }

  return async (ctx, next) => {
    if (ctx.path === oauthPaths.authorize && isOther(ctx.query["response_mode"])) {
      return refuse(ctx, "the answer can be given in the address only (response_mode=query)")
    }
    await next()
    const location = ctx.response.get("location")
    if (location === "" || !ctx.path.startsWith(oauthPaths.authorize)) return
    const to = new URL(location, origin)
    if (to.origin === origin) return
    const decision = decisionIn(ctx)
    const mark = markOf(ctx.oidc.client?.clientId)
    const connected = connectedIn(ctx)
    if (decision?.consent !== undefined) {
      const remembered = [mark, ...connected.filter((other) => other !== mark)].slice(0, MOST_CONNECTED)
      ctx.cookies.set(COOKIES.connected, remembered.join("."), { ...cookie, maxAge: YEAR_MS })
    }
    if (decision !== undefined || connected.includes(mark)) return
    const said = new URLSearchParams(to.hash === "" ? to.search : to.hash.slice(1))
    refuse(ctx, said.get("error_description") ?? said.get("error") ?? "the request cannot be answered")
  }
}
