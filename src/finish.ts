import { Context, Effect, Layer, Option } from "effect"
import type { IncomingMessage } from "node:http"
import { ServiceConfig } from "#layers/config"
import { Log } from "#layers/log"
import { Metrics } from "#layers/metrics"
import type { Standing } from "#layers/rate-limits"
import { corsOf } from "./cors.ts"
import type { Exchange } from "./exchange.ts"
import { rateHeaders, security } from "./headers.ts"

/** Health and metrics are asked by machines of the operator, often; they are neither counted nor logged. */
export const isOperation = (url: string | undefined) =>
  url !== undefined && (url.startsWith("/health") || url.startsWith("/metrics"))

const claim = (value: string | ReadonlyArray<string> | undefined) => typeof value === "string" ? value.slice(0, 200) : undefined

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
    const always = Option.isSome(siteUrl) && siteUrl.value.startsWith("https:")
      ? { ...security, "strict-transport-security": "max-age=31536000; includeSubDomains" }
      : security
    const uncounted: Standing = { allowed: true, limit: publicRateLimit, remaining: publicRateLimit, reset: 0, retryAfter: 60 }

    return Finish.of({
      headersOf: ({ id, rate = uncounted }, origin) => ({
        "x-request-id": id,
        ...rateHeaders(rate),
        ...always,
        ...corsOrigins.length > 0 && cors.headersOf(origin)
      }),
      record: (exchange, { headers, method = "", url }, status) => {
        const ms = performance.now() - exchange.startedAt
        metrics.answered(method, exchange.route, status, ms)
        if (exchange.rate?.allowed === false) metrics.refused()
        if (isOperation(url)) return
        log.info({
          request_id: exchange.id,
          company_id: exchange.company,
          method,
          route: exchange.route,
          status,
          duration_ms: Math.round(ms * 100) / 100,
          agent: claim(headers["x-service-agent"]),
          agent_mode: claim(headers["x-service-agent-mode"]),
          human_initiator: claim(headers["x-service-human-initiator"]),
          session: claim(headers["x-service-session"])
        }, "request")
      }
    })
  }))
}
