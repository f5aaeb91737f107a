import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schedule, Schema } from "effect"
import { durable, step, withCompensation } from "#workflows/durable"
import { begin, companyUrl, engineOn, find, programsOn } from "../support/engine.ts"

it.live("a service that stops undoes nothing of the runs at work, and the next goes on with them", () =>
  Effect.gen(function*() {
    const undone: Array<string> = []
    let begun = 0
    let takes: Effect.Effect<void> = Effect.never
    const Slow = durable({ name: "test.slow", version: 1, payload: { how: Schema.String } })
    const slow = Effect.andThen(Effect.sync(() => begun++), Effect.suspend(() => takes))
    const SlowProgram = Slow.program(Effect.fnUntraced(function*({ how }) {
      yield* step("first", {}, Effect.void).pipe(withCompensation(() => step("undo", {}, Effect.sync(() => undone.push(how)))))
      if (how === "step") yield* step("slow", {}, slow)
      if (how === "steps") yield* Effect.all([step("one", {}, slow), step("two", {}, slow)], { concurrency: "unbounded" })
      if (how === "between") yield* slow
    }))

    const url = yield* companyUrl
    const engine = Layer.build(Layer.fresh(engineOn(url, [[Slow, SlowProgram]])))
    const poll = { schedule: Schedule.spaced("50 millis") }
    yield* Effect.gen(function*() {
      const ids = yield* Effect.forEach(["step", "steps", "between"], (how) => begin(Slow.start({ how })))
      yield* Effect.scoped(Effect.andThen(engine, Effect.repeat(Effect.sync(() => begun), { until: (n) => n === 4, ...poll })))
      takes = Effect.void
      const ended = Effect.forEach(ids, find).pipe(
        Effect.repeat({ until: (all) => all.every(({ finished_at }) => finished_at !== null), ...poll }),
        Effect.timeout("90 seconds")
      )
      const runs = yield* Effect.scoped(Effect.andThen(engine, ended))
      assert.deepStrictEqual(runs.map(({ status }) => status), ["completed", "completed", "completed"])
      assert.deepStrictEqual([undone, begun], [[], 8])
    }).pipe(Effect.provide(programsOn(url)))
  }).pipe(Effect.scoped))
