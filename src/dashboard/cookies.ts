import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { SESSION_HOURS } from "#layers/auth/dashboard-sessions"
import { isTokenShaped, newToken } from "#layers/auth/opaque-tokens"
import { Site } from "#layers/kernel/installation/site"

/**
 * A browser has the second before it signs in, so that its form is its own too, the third while the second factor is due, the fourth once it shows a
 * company's first steps no more, and the fifth once somebody chose a language.
 */
const names = { session: "dashboard", anonymous: "dashboard-visitor", pendingSignIn: "dashboard-halfway", getStarted: "dashboard-started", language: "dashboard-language" }
type Kind = keyof typeof names

/** How long the second factor may take. */
export const PENDING_MINUTES = 5

/** How long a browser keeps each. */
const minutes: Readonly<Record<Kind, number>> = { session: SESSION_HOURS * 60, anonymous: 60, pendingSignIn: PENDING_MINUTES, getStarted: 60 * 24 * 365, language: 60 * 24 * 365 }

const isSecure = Effect.map(Effect.flatMap(Site, ({ origin }) => origin), (origin) => origin.startsWith("https:"))

/** Over TLS the browser itself makes sure that no page of another site set the cookie (RFC 6265bis, `__Host-`). */
const nameOf = (kind: Kind, secure: boolean) => secure ? `__Host-${names[kind]}` : names[kind]

/** The value of a cookie. */
export const cookieOf = Effect.fnUntraced(function*(kind: Kind) {
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  return cookies[nameOf(kind, yield* isSecure)]
})

/** The token of a cookie, if it is one. */
export const tokenOf = (kind: "session" | "anonymous") =>
  Effect.map(cookieOf(kind), (token) => token !== undefined && isTokenShaped(token) ? token : undefined)

const withCookie = (kind: Kind, value: string, maxAge: number) => (response: HttpServerResponse.HttpServerResponse) =>
  Effect.map(isSecure, (secure) =>
    HttpServerResponse.setCookieUnsafe(response, nameOf(kind, secure), value, {
      path: "/", httpOnly: true, sameSite: "strict", secure, maxAge: `${maxAge} minutes`
    }))

export const setCookie = (kind: Kind, value: string) => withCookie(kind, value, minutes[kind])

export const clearCookie = (kind: Kind) => withCookie(kind, "", 0)

/** The token of the anonymous session, or a new one. */
export const anonymousToken = Effect.map(tokenOf("anonymous"), (token) => token ?? newToken())
