import type { Standing } from "#layers/rate-limits"

/** Nothing of the API is for a browser to show, to guess at or to keep. */
export const security = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff"
}

/** What a 401 asks for (RFC 6750). */
export const challenge = { "www-authenticate": "Bearer realm=\"api\"" }

/** How the caller stands in its minute, in the interface's words and in those of the IETF draft. */
export const addRate = (headers: Record<string, string>, { limit, remaining, reset, retryAfter }: Standing) => {
  headers["x-ratelimit-limit"] = String(limit)
  headers["x-ratelimit-remaining"] = String(remaining)
  headers["x-ratelimit-reset"] = String(reset)
  headers["ratelimit-policy"] = `"minute";q=${limit};w=60`
  headers["ratelimit"] = `"minute";r=${remaining};t=${retryAfter}`
}

export const rateHeaders = (standing: Standing): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {}
  addRate(headers, standing)
  return headers
}
