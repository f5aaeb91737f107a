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

/** What is left of the minute's requests, in the interface's headers and in those of the IETF draft: names and values in turn. */
export const rateFields = ({ limit, remaining, reset, retryAfter }: RateLimitState): ReadonlyArray<string> => [
  "x-ratelimit-limit", String(limit), "x-ratelimit-remaining", String(remaining), "x-ratelimit-reset", String(reset),
  "ratelimit-policy", `"minute";q=${limit};w=60`, "ratelimit", `"minute";r=${remaining};t=${retryAfter}`
]

const addRate = (headers: Record<string, string>, state: RateLimitState) => {
  const fields = rateFields(state)
  for (let n = 0; n < fields.length; n += 2) headers[fields[n]!] = fields[n + 1]!
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

/** What every response says whoever asks: security, which browsers heed over TLS only in part. */
const alwaysOf = ({ hstsSubdomains, siteUrl }: ServiceConfig["Service"]): Readonly<Record<string, string>> =>
  Option.isSome(siteUrl) && siteUrl.value.startsWith("https:")
    ? { ...security, "strict-transport-security": `max-age=31536000${hstsSubdomains ? "; includeSubDomains" : ""}` }
    : security

/**
 * How long a document that names the service's own addresses may be kept. Without SITE_URL the request chooses among them, so
 * that nobody else may be shown what is kept of one.
 */
export const addressCaching = ({ siteUrl }: Pick<ServiceConfig["Service"], "siteUrl">): Readonly<Record<string, string>> =>
  Option.isSome(siteUrl) ? { "cache-control": "public, max-age=300" } : { "cache-control": "no-store", "vary": "Host, Origin" }

/** Headers of responses that are the same for all who send no `Origin`. */
export const sharedHeaders = Effect.map(ServiceConfig, (config): Readonly<Record<string, string>> =>
  config.corsOrigins.length === 0 ? alwaysOf(config) : { ...alwaysOf(config), ...corsOf(config.corsOrigins).headersOf(undefined) })

/** Makes the headers that every response carries: request id, rate, security and CORS. */
export const commonHeaders = Effect.map(ServiceConfig, (config) => {
  const { corsOrigins, publicRateLimit } = config
  const cors = corsOf(corsOrigins)
  const always = alwaysOf(config)
  return ({ allowedOrigin, id, rate = unused(publicRateLimit) }: RequestContext, origin: string | undefined): Record<string, string> => {
    const headers: Record<string, string> = { "x-request-id": id }
    addRate(headers, rate)
    for (const name in always) headers[name] = always[name]!
    if (allowedOrigin !== undefined) return Object.assign(headers, corsFor(allowedOrigin))
    return corsOrigins.length === 0 ? headers : Object.assign(headers, cors.headersOf(origin))
  }
})
