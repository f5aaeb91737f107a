import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sendSignal } from "#workflows/durable"
import { begin, inMemory, outcome, pass, seen } from "../../support/workflows.ts"
import { Recap, RecapProgram } from "./recap.ts"
import { Confirmed, Tidying, TidyingProgram, Visit, VisitProgram } from "./visit.ts"

const works = inMemory([Visit, VisitProgram], [Tidying, TidyingProgram], [Recap, RecapProgram])
const starts_at = "1970-01-08T00:00:00.000Z"

describe("a visit", () => {
  it.effect("is confirmed before it starts, or lapses", () =>
    Effect.gen(function*() {
      const [one, other] = [yield* begin(Visit.start({ starts_at })), yield* begin(Visit.start({ starts_at }, { key: "other" }))]
      yield* pass("6 days")
      yield* begin(sendSignal(one, Confirmed, { by: "grace" }))
      assert.strictEqual(yield* outcome(Visit, one), "confirmed")
      yield* pass("1 day")
      assert.strictEqual(yield* outcome(Visit, other), "lapsed")
    }).pipe(Effect.provide(works)))

  it.effect("is tidied up after in its time", () =>
    Effect.gen(function*() {
      const run = yield* begin(Tidying.start({}))
      yield* pass("29 days")
      assert.strictEqual((yield* seen(run)).status, "waiting")
      yield* pass("1 day")
      assert.strictEqual((yield* seen(run)).status, "completed")
    }).pipe(Effect.provide(works)))

  it.effect("is looked back on by a workflow that can be scheduled", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* Recap.schedulable!.payload({}), { days: 7 })
      assert.strictEqual(yield* outcome(Recap, yield* begin(Recap.start({ days: 7 }))), "7 days until now")
    }).pipe(Effect.provide(works)))
})
