import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { database } from "#layers/database/connections"
import { ServiceConfig } from "#layers/kernel/config"
import { Log, Logging } from "#layers/kernel/log"
import { Services } from "#layers/services"
import { durableWork } from "#workflows/durable-workflows"
import { companyUrl, engineOn } from "../support/engine.ts"

it.live("two layers of durable workflows in one server do not start", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const two = Layer.merge(durableWork([]), durableWork([])).pipe(
      Layer.provide(Services), Layer.provide(database(url, { connections: 8 })),
      Layer.provide([Logging.pipe(Layer.provideMerge(Log.layerOf("silent"))), ServiceConfig.layerOf()])
    )
    const error = yield* Effect.flip(Effect.scoped(Layer.build(two)))
    assert.include(error.message, "durableWork")
    /* One alone does, and one after it. */
    for (let n = 0; n < 2; n++) yield* Effect.scoped(Layer.build(engineOn(url, [])))
  }).pipe(Effect.scoped))
