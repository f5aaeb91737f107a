import { createHmac, timingSafeEqual } from "node:crypto"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { SESSION_HOURS } from "#layers/auth/dashboard-sessions"
import { isTokenShaped, newToken } from "#layers/auth/opaque-tokens"
import { Site } from "#layers/kernel/installation/site"
import { type Proof, PROOF } from "./components/form.ts"

/**
 * A signed-in browser has the first; one that is about to sign in has the second, so that its form is its own too; one that
 * has yet to show a second factor has the third.
 */
const names = { session: "dashboard", visitor: "dashboard-visitor", halfway: "dashboard-halfway" }
type Kind = keyof typeof names

/** How long somebody may look for their telephone. */
export const HALFWAY_MINUTES = 5

/** How long a browser keeps each. */
const minutes: Readonly<Record<Kind, number>> = { session: SESSION_HOURS * 60, visitor: 60, halfway: HALFWAY_MINUTES }

const isSecure = Effect.map(Effect.flatMap(Site, ({ origin }) => origin), (origin) => origin.startsWith("https:"))

/** Over TLS the browser itself sees to it that nobody else's page set the cookie (RFC 6265bis, `__Host-`). */
const nameOf = (kind: Kind, secure: boolean) => secure ? `__Host-${names[kind]}` : names[kind]

/** What the browser holds under this name. */
export const held = Effect.fnUntraced(function*(kind: Kind) {
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  return cookies[nameOf(kind, yield* isSecure)]
})

/** The token that the browser holds, if it is one. */
export const tokenOf = (kind: "session" | "visitor") =>
  Effect.map(held(kind), (token) => token !== undefined && isTokenShaped(token) ? token : undefined)

const withCookie = (kind: Kind, token: string, maxAge: number) => (response: HttpServerResponse.HttpServerResponse) =>
  Effect.map(isSecure, (secure) =>
    HttpServerResponse.setCookieUnsafe(response, nameOf(kind, secure), token, {
      path: "/", httpOnly: true, sameSite: "strict", secure, maxAge: `${maxAge} minutes`
    }))

export const holding = (kind: Kind, token: string) => withCookie(kind, token, minutes[kind])

export const dropping = (kind: Kind) => withCookie(kind, "", 0)

/** The visitor's token, or a new one. */
export const visitor = Effect.map(tokenOf("visitor"), (token) => token ?? newToken())

/** Only who knows the token, which no page can read, can make it. */
export const proofOf = (token: string): Proof => ({ form: createHmac("sha256", token).update("form").digest("base64url") })

const isProof = (token: string, shown: string | null) => {
  const expected = Buffer.from(proofOf(token).form)
  const given = Buffer.from(shown ?? "")
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** Browsers say from which page a form was sent; one that does not say is not believed. */
const isFromHere = Effect.gen(function*() {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { host } = yield* Site
  const origin = URL.parse(headers["origin"] ?? "")
  const site = headers["sec-fetch-site"]
  return origin !== null && (origin.host === headers["host"] || origin.host === (yield* host)) &&
    (site === undefined || site === "same-origin")
})

/** Whether a form was sent from a page that we gave to this browser. */
export const isOurs = (token: string | undefined, form: URLSearchParams) =>
  Effect.map(isFromHere, (here) => here && token !== undefined && isProof(token, form.get(PROOF)))
