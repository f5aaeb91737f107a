import { Console, Context, Duration, Effect, Layer, References } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { DatabaseUrl } from "#layers/database/url"
import { Log, Logging } from "#layers/kernel/log"
import { Listener } from "./http/listener.ts"
import { banner } from "./banner.ts"

const Logs = Layer.unwrap(Effect.map(ServiceConfig, ({ logLevel }) => Logging.pipe(Layer.provideMerge(Log.layerOf(logLevel)))))

/** How long shutdown may take after the grace of requests: PostgreSQL alone gets a minute to write everything back. */
const SHUTDOWN = Duration.seconds(90)

/**
 * Forces the process to exit when graceful shutdown overruns, and says what was still open. Nothing is lost by that which a crash
 * would not lose.
 */
const exitInTime = Effect.gen(function*() {
  const { shutdownGrace } = yield* ServiceConfig
  const most = Duration.sum(Duration.millis(shutdownGrace), SHUTDOWN)
  yield* Effect.addFinalizer(() => Effect.sync(() => {
    setTimeout(() => {
      const open = [...new Set(process.getActiveResourcesInfo())].join(", ")
      Effect.runSync(Console.error(`The service did not end within ${Duration.format(most)} and is cut off. Still open: ${open}.`))
      process.exit(1)
    }, Duration.toMillis(most)).unref()
  }))
})

/** The database's server starts while the program is read: they are two processes. */
const Loaded = Layer.unwrap(Effect.gen(function*() {
  const [database, { Application, Demo }] = yield* Effect.all([
    Layer.build(DatabaseUrl.layer),
    Effect.promise(() => import("./application.ts"))
  ], { concurrency: "unbounded" })

  const Started = Layer.effectDiscard(Effect.gen(function*() {
    const { address } = yield* Listener
    yield* Effect.logInfo("serving")
    yield* Console.error(banner(address, yield* Demo))
    yield* exitInTime
  }))
  return Started.pipe(Layer.provide(Application), Layer.provideMerge(Layer.succeedContext(database)))
}))

const Main = Loaded.pipe(Layer.provide(Listener.layer), Layer.provide(Logs), Layer.provide(ServiceConfig.layer))

/**
 * Runs the service until it is interrupted, which is how a server ends well. It fails when its own PostgreSQL has ended: whoever
 * started it, such as a process manager, starts both again, and the database recovers.
 */
export const serve = Effect.scoped(Effect.flatMap(Layer.build(Main), (context) => Context.get(context, DatabaseUrl).lost)).pipe(
  Effect.provideService(References.TracerEnabled, false),
  Effect.onInterrupt(() => Effect.sync(() => void (process.exitCode = 0)))
)
