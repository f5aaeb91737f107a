import { Effect, Layer } from "effect"
import { Log, Logging } from "#layers/kernel/log"

/** Logs a request, a warning and a failure, as the service does. */
await Effect.gen(function*() {
  const log = yield* Log
  log.info({ request_id: "r-1", company_id: 1, method: "GET", route: "/api/v1/crm/contacts", status: 200, duration_ms: 3.2 }, "request")
  yield* Effect.logWarning("an e-mail was \u001b[2J NOT sent").pipe(Effect.annotateLogs({ company_id: 2 }))
  yield* Effect.fail(new Error("broken")).pipe(Effect.catchCause((cause) => Effect.logError("failed", cause)))
}).pipe(Effect.provide(Logging.pipe(Layer.provideMerge(Log.layerOf("info")))), Effect.runPromise)
