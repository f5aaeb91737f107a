import { createHmac } from "node:crypto"
import { isIP } from "node:net"
import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import ipaddr from "ipaddr.js"
import { ServiceConfig } from "#layers/kernel/config"
import { CurrentRequest } from "../http/request-context.ts"
import { link, notice } from "./components/elements.ts"
import { AnonymousRequest } from "./handler.ts"
import { type Node } from "./html.ts"
import { paths } from "./paths.ts"
import { spoken } from "./words/spoken.ts"

const w = spoken("writtenEmail")

/** What proxies and tunnels add to what they pass on. */
const forwarding = [
  "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-server", "x-real-ip", "x-client-ip", "cf-connecting-ip",
  "true-client-ip"
]

const isLoopback = (name: string): boolean =>
  name === "localhost" || isIP(name) !== 0 && ipaddr.process(name).range() === "loopback"

/** The name in `localhost:8080` or `[::1]:8080`. */
const nameOf = (url: string): string => (URL.parse(url)?.hostname ?? "").replace(/^\[(.*)\]$/u, "$1")

/**
 * Whether whoever asks sits at the machine on which the service is tried out, and may read there what was written because nobody sends it. A service
 * with a mail server, a database server, a public address or a proxy is not tried out; and a request that came through a proxy or for a name that
 * anybody can point here is not one of this machine.
 */
export const isTriedHere = Effect.gen(function*() {
  const { databaseUrl, siteUrl, smtpUrl, trustedProxies } = yield* ServiceConfig
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { address } = yield* CurrentRequest
  return Option.isNone(smtpUrl) && Option.isNone(databaseUrl) && trustedProxies === 0 &&
    (Option.isNone(siteUrl) || isLoopback(nameOf(siteUrl.value))) &&
    isLoopback(address) && isLoopback(nameOf(`http://${headers["host"] ?? ""}`)) &&
    forwarding.every((name) => headers[name] === undefined)
})

/**
 * E-mails that can be read here, by where their links lead. One with a link to a new password is never shown: it opens an account that somebody has.
 */
export const readable = { verify: paths.verify, invitation: paths.invitation } as const
export type Readable = keyof typeof readable

/** Names an e-mail to an address for the browser with this token, and for no other. */
export const nameFor = (token: string, kind: Readable, email: string): string =>
  createHmac("sha256", token).update(`${kind} ${email.trim().toLowerCase()}`).digest("base64url")

export const emailPath = (token: string, kind: Readable, email: string): string =>
  `${kind === "verify" ? paths.writtenEmail : paths.writtenInvitation}?${new URLSearchParams({ of: nameFor(token, kind, email) })}`

/** Leads to the e-mail that was asked for, where it is not sent and can be read here. */
export const writtenNotice = Effect.fnUntraced(function*(email: string) {
  if (!(yield* isTriedHere)) return null
  const { token } = yield* AnonymousRequest
  return notice(w.unsent(link(emailPath(token, "verify", email), w.read))) satisfies Node
})
