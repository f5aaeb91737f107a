import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { walBehind } from "#layers/backup/wal-state"
import { ServiceConfig } from "#layers/kernel/config"
import { Standby } from "#layers/database/standby/standby"
import { Health } from "#layers/kernel/health"
import { Metrics } from "#layers/kernel/metrics"
import { METRICS_TYPE, metricsAccess } from "./metrics-access.ts"
import { operationPaths } from "./protocol.ts"
import { errorResponse } from "./error-response.ts"

const report = (ok: boolean, checks: Readonly<Record<string, boolean>>) =>
  HttpServerResponse.jsonUnsafe(
    { status: ok ? "ok" : "unavailable", checks: Object.fromEntries(Object.entries(checks).map(([name, up]) => [name, up ? "ok" : "unavailable"])) },
    { status: ok ? 200 : 503 }
  )

const MetricsRoute = Layer.unwrap(Effect.gen(function*() {
  const { metricsPort } = yield* ServiceConfig
  if (metricsPort > 0) return Layer.empty
  const metrics = yield* Metrics
  const refusalOf = yield* metricsAccess
  return HttpRouter.add("GET", operationPaths.metrics, Effect.gen(function*() {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const refusal = refusalOf(headers["authorization"])
    if (refusal !== undefined) return yield* errorResponse(refusal.error, refusal.headers)
    return HttpServerResponse.text(yield* metrics.text, { contentType: METRICS_TYPE })
  }))
}))

/** Liveness, readiness and metrics, for the operator. */
export const HealthRoutes = Layer.unwrap(Effect.gen(function*() {
  const health = yield* Health
  const behind = yield* walBehind
  const { state: standby } = yield* Standby
  return Layer.mergeAll(
    HttpRouter.add("GET", operationPaths.live, Effect.sync(() => report(true, {}))),
    HttpRouter.add("GET", operationPaths.ready, Effect.map(health.database, (database) =>
      report(health.accepting() && database, {
        accepting: health.accepting(), database, ...!health.knowsAllRuns() && { runs_of_other_versions: false }, ...behind().late && { wal_archive: false },
        ...!health.backupProved() && { backup: false }, ...standby?.().usable === false && { read_standby: false }
      }))),
    MetricsRoute
  )
}))
