import { Console, Effect, Layer, References } from "effect"
import { ServiceConfig } from "#layers/config"
import { DatabaseUrl } from "#layers/database-url"
import { Log, Logging } from "#layers/log"
import { Listener } from "./http-server.ts"
import { welcome } from "./welcome.ts"

const Logs = Layer.unwrap(Effect.map(ServiceConfig, ({ logLevel }) => Logging.pipe(Layer.provideMerge(Log.layerOf(logLevel)))))

/** The database's server starts while the program is read: they are two processes. */
const Loaded = Layer.unwrap(Effect.gen(function*() {
  const [database, { Application, Demo }] = yield* Effect.all([
    Layer.build(DatabaseUrl.layer),
    Effect.promise(() => import("./application.ts"))
  ], { concurrency: "unbounded" })

  const Welcome = Layer.effectDiscard(Effect.gen(function*() {
    const { address } = yield* Listener
    yield* Effect.logInfo("serving")
    yield* Console.error(welcome(address, yield* Demo))
  }))
  return Welcome.pipe(Layer.provide(Application), Layer.provide(Layer.succeedContext(database)))
}))

const Main = Loaded.pipe(Layer.provide(Listener.layer), Layer.provide(Logs), Layer.provide(ServiceConfig.layer))

/** Runs the service until it is interrupted, which is how a server ends well. */
export const serve = Layer.launch(Main).pipe(
  Effect.provideService(References.TracerEnabled, false),
  Effect.onInterrupt(() => Effect.sync(() => void (process.exitCode = 0)))
)
