import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import type { RunId } from "#schemas/workflows/run"
import { cancelRun } from "#workflows/durable"
import { create_schedule, trigger_schedule } from "#workflows/workflows/schedules"
import { home } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, engined, find, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { begin as beginInMemory, inMemory, outcome } from "../support/workflows.ts"
import { Adding, Asking, works } from "./continued-works.ts"

const until = (id: RunId, ...statuses: ReadonlyArray<string>) =>
  find(id).pipe(
    Effect.repeat({ until: ({ status }) => statuses.includes(status), schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds")
  )

/** All runs of a chain of them, from its first on. */
const chain = Effect.fnUntraced(function*(first: RunId) {
  const runs = [yield* find(first)]
  for (let last = runs[0]!; last.continued_as_id !== null;) runs.push(last = yield* find(last.continued_as_id))
  return runs
})

const inChain = (first: RunId, length: number) =>
  chain(first).pipe(Effect.repeat({ until: (runs) => runs.length === length, schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds"))

layer(engined(works("")), { excludeTestServices: true })("a run that goes on as a new one", (it) => {
  it.effect("ends for whoever waits for it when the last of them does", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const [well, badly] = yield* begin(Effect.all([Asking.start({ to: 20, ends: "well" }), Asking.start({ to: 5, ends: "badly" })]))
    assert.deepInclude(yield* until(well, "completed", "failed"), { status: "completed", result: 210 })
    assert.deepInclude(yield* until(badly, "completed", "failed"), { status: "failed", error_kind: "TooMany" })
    const [first] = yield* sql<{ id: RunId }>`select id from workflow_runs where workflow = 'test.adding' and key = ${`run_${well}/sum`}`
    const runs = yield* chain(first!.id)
    assert.deepStrictEqual(runs.map(({ status }) => status), Array.from({ length: 20 }, () => "completed"))
    assert.deepStrictEqual(runs.slice(1).map(({ continued_from_id }) => continued_from_id), runs.slice(0, -1).map(({ id }) => id))
    assert.deepStrictEqual(runs.map(({ parent_id }) => parent_id), [...Array.from({ length: 19 }, () => null), well])
    assert.lengthOf(yield* sql`select 1 from receipts where verb = 'test_add'`, 25, "each number was added once")
  }))

  it.effect("is stopped with the run that waits for it", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const id = yield* begin(Asking.start({ to: 3, ends: "never" }))
    const first = yield* sql<{ id: RunId }>`select id from workflow_runs where workflow = 'test.adding' and key = ${`run_${id}/sum`}`.pipe(
      Effect.repeat({ until: (rows) => rows.length === 1, schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds")
    )
    const last = (yield* inChain(first[0]!.id, 3))[2]!
    yield* until(last.id, "waiting")
    yield* begin(cancelRun(id))
    assert.strictEqual((yield* until(last.id, "canceled")).parent_id, id)
    yield* until(id, "canceled")
  }))

  it.effect("is stopped by whoever asks the run before, while that has not ended", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const id = yield* begin(Adding.start({ n: 1, to: 2, sum: 0, ends: "never" }))
    const [, last] = yield* inChain(id, 2)
    /* As if the ask had come between the end of the work and that of the run. */
    yield* sql`update workflow_runs set finished_at = null, status = 'running' where id = ${id}`
    yield* begin(cancelRun(id))
    yield* until(last!.id, "canceled")
  }))

  it.effect("is one run for its schedule, which waits for the last of them", () => Effect.gen(function*() {
    const schedule = yield* begin(create_schedule({
      name: "Sums", workflow: "test.adding", cron: "0 0 1 1 *", interval_seconds: null, jitter_seconds: 0, overlap: "skip", catch_up_seconds: 60, ends_at: null, note: null,
       input: { n: 1, to: 3, sum: 0, ends: "never" }
    }))
    const { run_id } = yield* begin(trigger_schedule({ id: schedule.id }))
    const runs = yield* inChain(run_id, 3)
    yield* until(run_id, "completed")
    assert.deepStrictEqual(runs.map(({ schedule_id }) => schedule_id), [schedule.id, schedule.id, schedule.id])
    const unfinished = yield* OwnerSql.use((sql) => sql`select 1 from workflow_schedule_times where schedule_id = ${schedule.id} and finished_at is null`)
    assert.lengthOf(unfinished, 1)
    yield* begin(cancelRun(runs[2]!.id))
    yield* until(runs[2]!.id, "canceled")
    const left = yield* OwnerSql.use((sql) => sql`select 1 from workflow_schedule_times where schedule_id = ${schedule.id} and finished_at is null`)
    assert.lengthOf(left, 0)
  }))
})

it.live("a run that goes on as new ones does so once each, through kill -9 wherever it is", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const file = join(yield* home, "done")
    const lines = () => existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []
    const work = killedAfter(url, join(import.meta.dirname, "continued-works.ts"), file)
    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      const id = yield* begin(Asking.start({ to: 200, ends: "well" }))
      for (const n of [20, 60, 110, 150]) {
        yield* work(Effect.sync(lines).pipe(Effect.repeat({ until: (all) => all.length >= n, schedule: Schedule.spaced("3 millis") }), Effect.timeout("60 seconds")))
      }
      const run = yield* work(until(id, "completed", "failed"))
      assert.strictEqual(run.result, 20_100)
      assert.lengthOf(yield* sql`select 1 from workflow_runs where workflow = 'test.adding'`, 200)
      assert.lengthOf(yield* sql`select 1 from receipts where verb = 'test_add'`, 200)
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))

it.effect("a run that goes on as new ones does so in memory too", () =>
  Effect.gen(function*() {
    const id = yield* beginInMemory(Asking.start({ to: 100, ends: "well" }))
    assert.strictEqual(yield* outcome(Asking, id), 5_050)
  }).pipe(Effect.provide(inMemory(...works("") as never as []))))
