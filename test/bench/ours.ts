import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer, References } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { DatabaseUrl } from "#layers/database/url"
import { Log, Logging } from "#layers/kernel/log"
import { Application } from "#src/application"
import { Listener } from "#src/http/listener"

const Logs = Layer.unwrap(ServiceConfig.use(({ logLevel }) => Effect.succeed(Logging.pipe(Layer.provideMerge(Log.layerOf(logLevel))))))

/** Tells the bench, which holds the other end of the channel, where to send. */
const Announce = Layer.effectDiscard(Effect.gen(function*() {
  const { address } = yield* Listener
  process.send!({ address: `http://127.0.0.1:${(address as unknown as { readonly port: number }).port}` })
}))

/** The service as `npm start` runs it, but for its words of welcome. */
const Main = Announce.pipe(
  Layer.provide(Application),
  Layer.provide(DatabaseUrl.layer),
  Layer.provide(Listener.layer),
  Layer.provide(Logs),
  Layer.provide(ServiceConfig.layer)
)

process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
Layer.launch(Main).pipe(Effect.provideService(References.TracerEnabled, false), NodeRuntime.runMain)
