import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Health } from "#layers/health"
import { Metrics } from "#layers/metrics"
import { named } from "./exchange.ts"
import { operationPaths } from "./protocol.ts"

const report = (ok: boolean, checks: Readonly<Record<string, boolean>>) =>
  HttpServerResponse.jsonUnsafe(
    { status: ok ? "ok" : "unavailable", checks: Object.fromEntries(Object.entries(checks).map(([name, up]) => [name, up ? "ok" : "unavailable"])) },
    { status: ok ? 200 : 503 }
  )

/** For those who operate it: is it alive, does it serve, how is it doing. */
export const OperationRoutes = Layer.unwrap(Effect.gen(function*() {
  const health = yield* Health
  const metrics = yield* Metrics
  return Layer.mergeAll(
    HttpRouter.add("GET", operationPaths.live, named(operationPaths.live, Effect.sync(() => report(true, {})))),
    HttpRouter.add("GET", operationPaths.ready, named(operationPaths.ready, Effect.map(health.database, (database) =>
      report(health.accepting() && database, { accepting: health.accepting(), database })))),
    HttpRouter.add("GET", operationPaths.metrics, named(operationPaths.metrics, Effect.map(metrics.text, (text) =>
      HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" }))))
  )
}))
