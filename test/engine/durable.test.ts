import { assert, describe, layer } from "@effect/vitest"
import { Effect, Option, Schedule, Schema } from "effect"
import { Runs } from "#layers/engine/runs"
import { Journal } from "#layers/journal"
import { Tenancy } from "#layers/tenancy"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { child, durable, sendSignal, signal, sleep, step, stepKey, waitAtMost, waitFor, write } from "#workflows/durable"
import { companyIds, HouseWith } from "../support/house.ts"
import { OwnerSql } from "../support/database.ts"

class Declined extends Schema.Error<Declined>("Declined")({ why: Schema.String }) {
  readonly _tag = "Declined"
}

const Adding = durable({ name: "test.adding", version: 1, payload: { a: Schema.Int, b: Schema.Int }, success: Schema.Int })
const Answered = signal("answered", Schema.Struct({ yes: Schema.Boolean }))
const Long = durable({
  name: "test.long", version: 1, payload: { waits: Schema.Boolean }, success: Schema.String, error: Declined
})

const programs = [
  [Adding.definition, Adding.program(({ a, b }) => step("add", { success: Schema.Int }, Effect.succeed(a + b)))],
  [Long.definition, Long.program(Effect.fnUntraced(function*({ waits }) {
    const key = yield* step("key", { success: Schema.String }, stepKey("key"))
    yield* write("note", { verb: "test_note" }, Effect.gen(function*() {
      yield* (yield* Journal).record({ object: "note", id: 1, before: null, after: { key }, events: ["test.ping"] })
    }))
    yield* sleep("nap", "1 second")
    if (waits) {
      const { yes } = yield* waitFor(Answered)
      if (!yes) return yield* new Declined({ why: "no" })
    } else {
      const answer = yield* waitAtMost(Answered, "1 second")
      if (Option.isSome(answer)) return "answered"
    }
    const sum = yield* child("sum", Adding, { a: 2, b: 3 })
    return `${key} ${sum}`
  }))]
] as const

const House = HouseWith({}, programs)

const acme = Effect.provideService(Caller, {
  company_id: companyIds.acme as CompanyId, key_id: 1 as KeyId, mode: "live", tier: "enterprise", scopes: new Set<string>(), standing: new Map()
})

const begin = <A, E, R>(start: Effect.Effect<A, E, R>) => Tenancy.use((tenancy) => tenancy.transaction(start))

const until = (id: RunId, ...statuses: ReadonlyArray<string>) =>
  Runs.use((runs) => runs.find(id)).pipe(
    Effect.map(Option.getOrThrow),
    Effect.repeat({ until: ({ status }) => statuses.includes(status), schedule: Schedule.spaced("50 millis") }),
    Effect.timeout("20 seconds")
  )

describe("a durable workflow", () => {
  layer(House, { excludeTestServices: true })((it) => {
    it.effect("runs", () => Effect.gen(function*() {
      const id = yield* begin(Adding.start({ a: 1, b: 2 }))
      const run = yield* until(id, "completed", "failed")
      assert.strictEqual(run.result, 3)
      assert.strictEqual(run.status, "completed")
    }).pipe(acme))

    it.effect("sleeps, waits, has children and ends", () => Effect.gen(function*() {
      const id = yield* begin(Long.start({ waits: true }))
      const waiting = yield* until(id, "waiting", "failed")
      assert.isNotNull(waiting.wake_at)
      yield* begin(sendSignal(id, Answered, { yes: true }))
      const run = yield* until(id, "completed", "failed")
      assert.strictEqual(run.result, `run_${id}/key 5`)
      const steps = yield* Runs.use((runs) => runs.steps(id))
      assert.deepStrictEqual(
        steps.map(({ kind, name, status }) => [name, kind, status]),
        [["key", "step", "completed"], ["note", "step", "completed"], ["nap", "timer", "completed"], ["answered", "signal", "completed"],
          ["child/sum", "step", "completed"], ["child/sum", "signal", "completed"]]
      )
      const sql = yield* OwnerSql
      const receipts = yield* sql<{ request_id: string }>`select request_id from receipts where verb = 'test_note'`
      const events = yield* sql<{ request_id: string }>`select request_id from events where kind = 'test.ping'`
      assert.deepStrictEqual([...receipts, ...events], [{ request_id: `run_${id}` }, { request_id: `run_${id}` }])
    }).pipe(acme))

    it.effect("fails with its typed error", () => Effect.gen(function*() {
      const id = yield* begin(Long.start({ waits: true }))
      yield* begin(sendSignal(id, Answered, { yes: false }))
      const run = yield* until(id, "completed", "failed")
      assert.strictEqual(run.status, "failed")
      assert.deepStrictEqual(run.error, [{ _tag: "Fail", error: { why: "no" } }])
    }).pipe(acme))

    it.effect("goes on when nobody answers in time", () => Effect.gen(function*() {
      const id = yield* begin(Long.start({ waits: false }))
      const run = yield* until(id, "completed", "failed")
      assert.strictEqual(run.result, `run_${id}/key 5`)
    }).pipe(acme))

    it.effect("is canceled", () => Effect.gen(function*() {
      const id = yield* begin(Long.start({ waits: true }))
      yield* until(id, "waiting")
      yield* begin(Runs.use((runs) => runs.cancel(id)))
      const run = yield* until(id, "completed", "failed", "canceled")
      assert.strictEqual(run.status, "canceled")
    }).pipe(acme))
  })
})
