import { Effect, Option } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import type { RateLimitState } from "#layers/kernel/limits/rate-limits"
import { corsFor, corsOf } from "./cors.ts"
import type { RequestContext } from "./request-context.ts"

/** Responses of the API are not for a browser to show, to guess at or to keep. */
export const security = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff"
}

/** What a 401 asks for (RFC 6750). */
export const challenge = { "www-authenticate": "Bearer realm=\"api\"" }

/** What is left of the minute's requests, in the interface's headers and in those of the IETF draft. */
const addRate = (headers: Record<string, string>, { limit, remaining, reset, retryAfter }: RateLimitState) => {
  headers["x-ratelimit-limit"] = String(limit)
  headers["x-ratelimit-remaining"] = String(remaining)
  headers["x-ratelimit-reset"] = String(reset)
  headers["ratelimit-policy"] = `"minute";q=${limit};w=60`
  headers["ratelimit"] = `"minute";r=${remaining};t=${retryAfter}`
}

/** The rate of a request that was not counted: nothing is used up. */
const unused = (limit: number): RateLimitState => ({
  allowed: true, limit, remaining: limit, reset: Math.ceil(Date.now() / 1_000) + 60, retryAfter: 60
})

export const unusedRateHeaders = (limit: number): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {}
  addRate(headers, unused(limit))
  return headers
}

/** Makes the headers that every response carries: request id, rate, security and CORS. */
export const commonHeaders = Effect.map(ServiceConfig, ({ corsOrigins, publicRateLimit, siteUrl }) => {
  const cors = corsOf(corsOrigins)
  /* Browsers heed it over TLS only. */
  const always: Readonly<Record<string, string>> = Option.isSome(siteUrl) && siteUrl.value.startsWith("https:")
    ? { ...security, "strict-transport-security": "max-age=31536000; includeSubDomains" }
    : security
  return ({ allowedOrigin, id, rate = unused(publicRateLimit) }: RequestContext, origin: string | undefined): Record<string, string> => {
    const headers: Record<string, string> = { "x-request-id": id }
    addRate(headers, rate)
    for (const name in always) headers[name] = always[name]!
    if (allowedOrigin !== undefined) return Object.assign(headers, corsFor(allowedOrigin))
    return corsOrigins.length === 0 ? headers : Object.assign(headers, cors.headersOf(origin))
  }
})
