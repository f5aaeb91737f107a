import { Console, Context, Duration, Effect, Layer, Option, References } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { DatabaseUrl } from "#layers/database/url"
import { Log, Logging } from "#layers/kernel/log"
import { Listener } from "./http/listener.ts"
import { banner } from "./banner.ts"

const Logs = Layer.unwrap(Effect.map(ServiceConfig, ({ logLevel }) => Logging.pipe(Layer.provideMerge(Log.layerOf(logLevel)))))

/** How long the application may take to end after the grace of requests; what runs of workflows were at goes on elsewhere, or later. */
const APPLICATION = Duration.seconds(8)

/** How long its own PostgreSQL may take after that: it may need a minute to write everything back. */
const DATABASE = Duration.seconds(80)

/** Forces the process to exit when shutdown overruns, and says what was still open. What was acknowledged is in the database by then. */
const exitAfter = (most: Duration.Duration, what: string, code: number) =>
  setTimeout(() => {
    const open = [...new Set(process.getActiveResourcesInfo())].join(", ")
    Effect.runSync(Console.error(`${what} did not end within ${Duration.format(most)} and is cut off. Still open: ${open}.`))
    process.exit(code)
  }, Duration.toMillis(most)).unref()

/** Whoever asks the service to end waits no longer for what stands still in it. To be cut off there is no failure: nothing is lost. */
const exitInTime = Effect.gen(function*() {
  const { shutdownGrace } = yield* ServiceConfig
  let timer: NodeJS.Timeout | undefined
  return {
    beginning: Effect.addFinalizer(() => Effect.sync(() => {
      timer = exitAfter(Duration.sum(Duration.millis(shutdownGrace), APPLICATION), "The service", 0)
    })),
    ended: Effect.addFinalizer(() => Effect.sync(() => {
      clearTimeout(timer)
      exitAfter(DATABASE, "The database of the service", 1)
    }))
  }
})

/** The database's server starts while the program is read: they are two processes. */
const Loaded = Layer.unwrap(Effect.gen(function*() {
  const [database, { Application, Demo }] = yield* Effect.all([
    Layer.build(DatabaseUrl.layer),
    Effect.promise(() => import("./application.ts"))
  ], { concurrency: "unbounded" })

  const { beginning, ended } = yield* exitInTime
  const Started = Layer.effectDiscard(Effect.gen(function*() {
    const { address } = yield* Listener
    yield* Effect.logInfo("serving")
    yield* Console.error(banner(address, yield* Demo))
    yield* beginning
  }))
  return Started.pipe(Layer.provide(Application), Layer.provide(Layer.effectDiscard(ended)), Layer.provideMerge(Layer.succeedContext(database)))
}))

/** Loaded and paid for only where a collector is set. */
const Traces = Layer.unwrap(Effect.gen(function*() {
  const { otlpEndpoint, otlpHeaders } = yield* ServiceConfig
  if (Option.isNone(otlpEndpoint)) return Layer.empty
  const { tracing } = yield* Effect.promise(() => import("./tracing.ts"))
  return tracing(otlpEndpoint.value, otlpHeaders)
}))

const Main = Loaded.pipe(Layer.provide(Traces), Layer.provide(Listener.layer), Layer.provide(Logs), Layer.provide(ServiceConfig.layer))

/**
 * Runs the service until it is interrupted, which is how a server ends well. Its own PostgreSQL is started again
 * when it has ended. Where that does not help it fails: whoever started it, such as a process manager, starts both again.
 */
export const serve = Effect.scoped(Effect.flatMap(Layer.build(Main), (context) => Context.get(context, DatabaseUrl).lost)).pipe(
  Effect.provideService(References.TracerEnabled, false),
  Effect.onInterrupt(() => Effect.sync(() => void (process.exitCode = 0)))
)
