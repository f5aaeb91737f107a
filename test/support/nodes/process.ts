import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Effect, Exit, Layer, Redacted, References } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { database } from "#layers/database/connections"
import { Log, Logging } from "#layers/kernel/log"
import { Services } from "#layers/services"
import { durableWork } from "#workflows/durable-workflows"
import { type Program, programs, type Told } from "./programs.ts"

const tell = (told: Told) => void process.stdout.write(`${JSON.stringify(told)}\n`)

const known = process.argv.slice(2) as ReadonlyArray<Program>

/** The database, which the notes of the programs go to directly, is there beside the services. */
type Workflows = Parameters<typeof durableWork>[0]

/** A process that does the durable work of the programs named as its arguments, on `DATABASE_URL`, until it is ended. */
const Main = Layer.effectDiscard(Effect.sync(() => tell({ ready: true }))).pipe(
  Layer.provide(durableWork(known.map((name) => programs[name]) as unknown as Workflows)),
  Layer.provide(Services),
  Layer.provide(Layer.suspend(() => database(Redacted.make(process.env["DATABASE_URL"]!), { connections: 6 }))),
  Layer.provide(Logging),
  Layer.provide(Log.layerOf(process.env["LOG_LEVEL"] as "silent" | undefined ?? "silent")),
  Layer.provide(ServiceConfig.layer)
)

Layer.launch(Main).pipe(
  Effect.provideService(References.TracerEnabled, false),
  Effect.tapCause((cause) =>
    Effect.sync(() => Cause.hasInterruptsOnly(cause) || tell({ failed: (Cause.squash(cause) as Error).message }))),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause) ? 1 : 0)
  })
)
