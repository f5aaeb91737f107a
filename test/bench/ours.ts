import "effect/schema/SchemaJITCompiler/enable"
import { createServer } from "node:http"
import { NodeHttpServer, NodeRuntime } from "@effect/platform-node"
import { Effect, Layer, Option, References } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { Chores } from "#layers/chores"
import { ServiceConfig } from "#layers/config"
import { database } from "#layers/database"
import { Log, Logging } from "#layers/log"
import { Services } from "#layers/services"
import { HttpApp } from "#src/api"

/** Tells the bench, which holds the other end of the channel, where to send. */
const announce = Layer.effectDiscard(HttpServer.addressFormattedWith((address) => Effect.sync(() => process.send!({ address }))))

const Main: Layer.Layer<never, unknown, ServiceConfig> = Layer.unwrap(Effect.gen(function*() {
  const { databasePool, databaseUrl, logLevel, port } = yield* ServiceConfig
  const app = HttpRouter.serve(HttpApp, { disableLogger: true, disableListenLog: true })
  return Layer.mergeAll(app, Chores, announce).pipe(
    Layer.provide(Services),
    Layer.provide([database(Option.getOrThrow(databaseUrl), databasePool), NodeHttpServer.layer(createServer, { port, host: "127.0.0.1" })]),
    Layer.provide(Logging),
    Layer.provide(Log.layerOf(logLevel))
  )
}))

process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
Layer.launch(Main).pipe(
  Effect.provide(ServiceConfig.layer),
  Effect.provideService(References.TracerEnabled, false),
  NodeRuntime.runMain
)
