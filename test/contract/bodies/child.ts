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
import { serveOptions } from "#src/api"
import { StalledMs } from "#src/http/file-streams"
import { Listener, NodeServer } from "#src/http/listener"
import { BodyLimit } from "#src/http/protocol"
import { app } from "./contract.ts"
import { counting } from "./programs.ts"

const pause = Number(process.env["PAUSE_MS"] ?? 0)
const hold = Number(process.env["HOLD_AT"] ?? 0)
const held = Promise.withResolvers<void>()
counting.filler = process.env["FILLER"] === undefined ? undefined : "x".repeat(Number(process.env["FILLER"]))
process.on("SIGUSR2", () => held.resolve())
counting.before = async (n) => {
  if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
  if (n === hold) await held.promise
}

const Told = Layer.effectDiscard(Effect.map(ListeningAt, (at) => void process.stdout.write(`${JSON.stringify({ port: at?.port })}\n`)))

/** The contract of these tests in a process of its own, on `DATABASE_URL`. Numbers are counted after `PAUSE_MS`, and one after SIGUSR2; `FILLER` makes pieces larger by so many bytes. */
const Main = Layer.merge(Told, HttpRouter.serve(app, serveOptions)).pipe(
  Layer.provide(Services),
  Layer.provide(Layer.suspend(() => database(Redacted.make(process.env["DATABASE_URL"]!), { connections: 8 }))),
  Layer.provide([BodyLimit, NodeServer, NodeHttpServer.layerHttpServices]),
  Layer.provide(Listener.layer),
  Layer.provide(Logging),
  Layer.provide(Log.layerOf(process.env["LOG_LEVEL"] as "silent" | undefined ?? "silent")),
  Layer.provide(ServiceConfig.layer)
)

Layer.launch(Main).pipe(Effect.provideService(StalledMs, Number(process.env["STALLED_MS"] ?? 60_000)), Effect.provideService(References.TracerEnabled, false), NodeRuntime.runMain)
