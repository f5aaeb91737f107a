type Headers = Readonly<Record<string, string>>

export interface Cors {
  readonly headersOf: (origin: string | undefined) => Headers
  readonly preflightOf: (origin: string | undefined, methods: ReadonlyArray<string>) => Headers
}

const none: Headers = {}

const exposed = [
  "Content-Disposition", "ETag", "Location", "X-Request-Id", "Idempotent-Replayed", "Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining",
  "X-RateLimit-Reset", "RateLimit", "RateLimit-Policy", "Deprecation", "Sunset", "Link", "Mcp-Session-Id", "WWW-Authenticate",
  "X-Service-Visitor"
].join(", ")

/** Pages of the origin may read the answer. */
export const corsFor = (origin: string): Headers =>
  ({ "access-control-allow-origin": origin, "access-control-expose-headers": exposed, vary: "Origin" })

/** What clients of MCP send in browsers. */
export const mcpHeaders = ["Mcp-Method", "Mcp-Name", "MCP-Protocol-Version", "Mcp-Session-Id", "Last-Event-ID"] as const

const accepted = [
  "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "X-Request-Id", "X-Service-Agent",
  "X-Service-Agent-Mode", "X-Service-Human-Initiator", "X-Service-Session", "X-Service-Confirmation", "X-Service-Visitor", ...mcpHeaders
].join(", ")

/** Lets pages of an origin try these methods. */
const preflight = (methods: ReadonlyArray<string>): Headers => ({
  "access-control-allow-methods": methods.join(", "),
  "access-control-allow-headers": accepted,
  "access-control-max-age": "600"
})

/** The same where the request itself decides which origins may. */
export const preflightFor = (origin: string | undefined, methods: ReadonlyArray<string>): Headers =>
  origin === undefined || methods.length === 0 ? none : { ...corsFor(origin), ...preflight(methods) }

/** Which browsers' pages may read the answers (Fetch standard). Keys travel in a header, so credentials are never needed. */
export const corsOf = (origins: ReadonlyArray<string>): Cors => {
  const anyOrigin = origins.includes("*")
  const allowed = (origin: string | undefined) => origin !== undefined && (anyOrigin || origins.includes(origin))
  const headersOf = (origin: string | undefined): Headers =>
    origins.length === 0
      ? none
      : allowed(origin)
      ? corsFor(anyOrigin ? "*" : origin!)
      : { vary: "Origin" }
  return {
    headersOf,
    preflightOf: (origin, methods) => allowed(origin) ? preflight(methods) : none
  }
}
