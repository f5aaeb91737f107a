import "effect/schema/SchemaJITCompiler/enable"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer, Redacted, References } from "effect"
import { HttpRouter } from "effect/http"
import { database } from "#layers/database/connections"
import { ServiceConfig } from "#layers/kernel/config"
import { ListeningAt } from "#layers/kernel/installation/site"
import { Log, Logging } from "#layers/kernel/log"
import { Services } from "#layers/services"
import { HttpApp, serveOptions } from "#src/api"
import { Listener, NodeServer } from "#src/http/listener"
import { BodyLimit } from "#src/http/protocol"
import { DurableWorkflows } from "#workflows/durable-workflows"

const Told = Layer.effectDiscard(Effect.map(ListeningAt, (at) => void process.stdout.write(`${JSON.stringify({ port: at?.port })}\n`)))

/** The service with its durable workflows in a process of its own, on `DATABASE_URL`. */
const Main = Layer.mergeAll(Told, HttpRouter.serve(HttpApp, serveOptions), DurableWorkflows).pipe(
  Layer.provide(Services),
  Layer.provide(Layer.suspend(() => database(Redacted.make(process.env["DATABASE_URL"]!), { connections: 8 }))),
  Layer.provide([BodyLimit, NodeServer, NodeHttpServer.layerHttpServices]),
  Layer.provide(Listener.layer),
  Layer.provide(Logging),
  Layer.provide(Log.layerOf(process.env["LOG_LEVEL"] as "silent" | undefined ?? "silent")),
  Layer.provide(ServiceConfig.layer)
)

Layer.launch(Main).pipe(Effect.provideService(References.TracerEnabled, false), NodeRuntime.runMain)
