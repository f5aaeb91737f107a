import type { Standing } from "#layers/rate-limits"

/** Nothing of the API is for a browser to show, to guess at or to keep. */
export const security = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff"
}

/** How the caller stands in its minute, in the interface's words and in those of the IETF draft. */
export const rateHeaders = ({ limit, remaining, reset, retryAfter }: Standing) => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(reset),
  "ratelimit-policy": `"minute";q=${limit};w=60`,
  "ratelimit": `"minute";r=${remaining};t=${retryAfter}`
})
