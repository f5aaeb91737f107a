import { Context, Effect, Layer, Option } from "effect"
import type { IncomingMessage } from "node:http"
import { ServiceConfig } from "#layers/config"
import { Log } from "#layers/log"
import { Metrics } from "#layers/metrics"
import type { Standing } from "#layers/rate-limits"
import { corsOf } from "./cors.ts"
import type { Exchange } from "./request-context.ts"
import { addRate, security } from "./response-headers.ts"
import { operationPaths } from "./protocol.ts"

const operation: ReadonlySet<string> = new Set(Object.values(operationPaths))

/** Health and metrics are asked often; they are neither counted nor logged, unless somebody asks who may not. */
export const isRoutine = ({ route }: Exchange, status: number): boolean => operation.has(route) && status !== 401

/** What a caller says of itself (interface, section 5), by header and by name in the log. */
const claims: Readonly<Record<string, string>> = {
  "x-service-agent": "agent",
  "x-service-agent-mode": "agent_mode",
  "x-service-human-initiator": "human_initiator",
  "x-service-session": "session"
}

/** What happens to every answer on its way out, whichever way it was made. */
export class Finish extends Context.Service<Finish, {
  /** The headers that every answer carries; the caller adds its own to them. */
  readonly headersOf: (exchange: Exchange, origin: string | undefined) => Record<string, string>
  /** One line in the log, one observation in the metrics. */
  readonly record: (exchange: Exchange, request: IncomingMessage, status: number) => void
}>()("src/Finish") {
  static readonly layer = Layer.effect(Finish, Effect.gen(function*() {
    const { corsOrigins, publicRateLimit, siteUrl } = yield* ServiceConfig
    const log = yield* Log
    const metrics = yield* Metrics
    const cors = corsOf(corsOrigins)
    /* Browsers heed it over TLS only; there it keeps them there. */
    const always: Readonly<Record<string, string>> = Option.isSome(siteUrl) && siteUrl.value.startsWith("https:")
      ? { ...security, "strict-transport-security": "max-age=31536000; includeSubDomains" }
      : security
    const uncounted = (): Standing => ({
      allowed: true,
      limit: publicRateLimit,
      remaining: publicRateLimit,
      reset: Math.ceil(Date.now() / 1_000) + 60,
      retryAfter: 60
    })

    return Finish.of({
      headersOf: ({ id, rate = uncounted() }, origin) => {
        const headers: Record<string, string> = { "x-request-id": id }
        addRate(headers, rate)
        for (const name in always) headers[name] = always[name]!
        return corsOrigins.length === 0 ? headers : Object.assign(headers, cors.headersOf(origin))
      },
      record: (exchange, { headers, method = "" }, status) => {
        const ms = performance.now() - exchange.startedAt
        metrics.answered(method, exchange.route, status, ms)
        if (exchange.rate?.allowed === false) metrics.refused()
        if (isRoutine(exchange, status)) return
        const line: Record<string, unknown> = {
          request_id: exchange.id,
          company_id: exchange.company,
          method,
          route: exchange.route,
          status,
          duration_ms: Math.round(ms * 100) / 100
        }
        for (const header in claims) {
          const value = headers[header]
          if (typeof value === "string") line[claims[header]!] = value.slice(0, 200)
        }
        log.info(line, "request")
      }
    })
  }))
}
