import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer, Schedule, Schema } from "effect"
import type { RunId } from "#schemas/workflows/run"
import { StepTimedOut } from "#workflows/step-timeout"
import { durable, sleep, step } from "#workflows/durable"
import { get_workflow_run_history } from "#workflows/workflows/history"
import { replay } from "#workflows/workflows/replay/replay"
import { get_workflow_run } from "#workflows/workflows/runs"
import { retry_workflow_run } from "#workflows/workflows/steering"
import { stepEach } from "#workflows/workflows/step-each"
import { home } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, engined, find, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { begin as beginInMemory, inMemory, outcome } from "../support/workflows.ts"
import { Doubling } from "./step-each-works.ts"

class Refused extends Schema.TaggedError<Refused>("Refused")("Refused", { n: Schema.Int }) {}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

const Together = durable({ name: "each.together", version: 1, payload: { count: Schema.Int }, success: Schema.Array(Schema.Int) })
const TogetherProgram = Together.program(({ count }) => stepEach("double", numbers(count), { success: Schema.Int }, (n) => Effect.succeed(2 * n)))

const OneByOne = durable({ name: "each.one_by_one", version: 1, payload: { count: Schema.Int }, success: Schema.Array(Schema.Int) })
const OneByOneProgram = OneByOne.program(({ count }) =>
  Effect.forEach(numbers(count), (n) => step(`double/${n}`, { success: Schema.Int }, Effect.succeed(2 * n))))

/** Each seventh of twenty is refused until it was tried so often; waits after it, so that the program goes through it again. */
const Refusing = durable({
  name: "each.refusing", version: 1, payload: { times: Schema.Int, attempts: Schema.Int, concurrency: Schema.Int, again: Schema.Boolean }, success: Schema.Array(Schema.Int), error: Refused
})
const tries: Array<string> = []
const RefusingProgram = Refusing.program(Effect.fnUntraced(function*({ again, attempts, concurrency, times }) {
  const results = yield* stepEach("send", numbers(20), {
    success: Schema.Int, error: Refused, size: 10, concurrency, retries: { attempts, first: "5 millis", only: ["Refused"] }
  }, (n, key) => Effect.suspend(() => {
    const before = tries.filter((one) => one === key).length
    tries.push(key)
    return n % 7 === 6 && before < times ? Effect.fail(new Refused({ n })) : Effect.succeed(10 * n)
  }))
  if (again) yield* sleep("pause", "10 millis")
  return results
}))

const Slow = durable({ name: "each.slow", version: 1, payload: { stuck: Schema.Int }, success: Schema.Array(Schema.Int), error: StepTimedOut })
const SlowProgram = Slow.program(({ stuck }) =>
  stepEach("wait", numbers(10), { success: Schema.Int, within: "1 millis", timeout: "200 millis" }, (n) => n === stuck ? Effect.never : Effect.as(Effect.sleep("3 millis"), n)))

const until = (id: RunId, ...statuses: ReadonlyArray<string>) =>
  find(id).pipe(
    Effect.repeat({ until: ({ status }) => statuses.includes(status), schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds")
  )

const all = [[Together, TogetherProgram], [OneByOne, OneByOneProgram], [Refusing, RefusingProgram], [Slow, SlowProgram]] as const
const countOf = (run: RunId) => {
  const counts = new Map<string, number>()
  for (const key of tries) if (key.startsWith(`run_${run}/`)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts.values()]
}

layer(engined(all), { excludeTestServices: true })("many small steps", (it) => {
  it.effect("are kept a hundred at a time, which saves nearly all transactions that write", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const xid = Effect.map(sql<{ n: string }>`select pg_current_xact_id()::text as n`, ([row]) => Number(row!.n))
    const writesOf = Effect.fnUntraced(function*(workflow: typeof Together) {
      const before = yield* xid
      const run = yield* until(yield* begin(workflow.start({ count: 1_000 })), "completed", "failed")
      assert.deepStrictEqual(run.result, numbers(1_000).map((n) => 2 * n))
      return (yield* xid) - before
    })
    const [together, oneByOne] = [yield* writesOf(Together), yield* writesOf(OneByOne)]
    /* Measured: 3,153 and 42, those of the engine's own work by itself among them. */
    assert.isAbove(oneByOne, 2_000)
    assert.isBelow(together, oneByOne / 20)
  }))

  it.effect("that fail are tried again, each by itself, and those that were done are not", () => Effect.gen(function*() {
    for (const concurrency of [1, 4]) {
      const id = yield* begin(Refusing.start({ times: 2, attempts: 3, concurrency, again: true }))
      const run = yield* until(id, "completed", "failed")
      assert.deepStrictEqual(run.result, numbers(20).map((n) => 10 * n))
      assert.deepStrictEqual(countOf(id).toSorted(), [...Array.from({ length: 18 }, () => 1), 3, 3])
      const { steps } = yield* begin(get_workflow_run({ id }))
      const ofItem = steps.filter(({ name }) => name === "send/item 6")
      assert.deepStrictEqual(ofItem.map(({ attempt, status }) => [attempt, status]), [[1, "failed"], [2, "failed"], [3, "completed"]])
      const history = yield* begin(get_workflow_run_history({ id }))
      assert.deepStrictEqual((yield* replay(history, [[Refusing, Layer.fresh(RefusingProgram)]])).differences, [])
    }
  }))

  it.effect("that fail for good fail the run, which goes on from there when it is retried", () => Effect.gen(function*() {
    const id = yield* begin(Refusing.start({ times: 3, attempts: 3, concurrency: 1, again: false }))
    const { error_kind, status } = yield* until(id, "completed", "failed")
    assert.deepStrictEqual([status, error_kind], ["failed", "Refused"])
    assert.lengthOf(countOf(id), 7)
    yield* begin(retry_workflow_run({ id }))
    yield* until(id, "running", "waiting", "queued", "completed")
    const ended = yield* until(id, "completed", "failed")
    assert.strictEqual(ended.error_kind, "Refused", "the other one of them fails too")
    assert.lengthOf(countOf(id), 14)
  }))

  it.effect("that are slow are kept after a time, and one that takes too long fails alone", () => Effect.gen(function*() {
    const [well, badly] = yield* begin(Effect.all([Slow.start({ stuck: -1 }), Slow.start({ stuck: 4 })]))
    assert.deepStrictEqual((yield* until(well, "completed", "failed")).result, numbers(10))
    assert.lengthOf((yield* begin(get_workflow_run({ id: well }))).steps, 10)
    assert.deepInclude(yield* until(badly, "completed", "failed"), { status: "failed", error_kind: "StepTimedOut" })
  }))
})

it.live("many small steps go on after kill -9 where the last commit was, and no kept one is done again", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const file = join(yield* home, "done")
    const lines = () => existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []
    const work = killedAfter(url, join(import.meta.dirname, "step-each-works.ts"), file)
    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      const id = yield* begin(Doubling.start({ count: 3_000 }))
      const kept = sql<{ index: number; at: string }>`
        select (d.value ->> 0)::int as index from engine.cluster_messages m join engine.cluster_replies r on r.request_id = m.id
          cross join jsonb_array_elements(r.payload::jsonb #> '{value,exit,value,done}') d (value)
        where m.entity_id = ${`1.${id}`} and m.tag = 'activity'`.pipe(Effect.map((rows) => rows.map(({ index }) => index)))
      for (const n of [120, 777, 1_500]) {
        yield* work(Effect.sync(lines).pipe(Effect.repeat({ until: (all) => all.length >= n, schedule: Schedule.spaced("3 millis") }), Effect.timeout("60 seconds")))
        const [before, done] = [yield* kept, lines().length]
        yield* work(Effect.sync(lines).pipe(Effect.repeat({ until: (all) => all.length > done + 60, schedule: Schedule.spaced("3 millis") }), Effect.timeout("60 seconds")))
        const again = new Set(lines().slice(done))
        assert.deepStrictEqual(before.filter((index) => again.has(`run_${id}/double/${index}`)), [], "what was kept is not done again")
      }
      const run = yield* work(until(id, "completed", "failed"))
      assert.deepStrictEqual(run.result, numbers(3_000).map((n) => 2 * n))
      assert.isAtMost(lines().length, 3_000 + 6 * 50, "each crash cost at most the items of one commit")
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))

it.effect("many small steps go in memory too", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* outcome(Together, yield* beginInMemory(Together.start({ count: 250 }))), numbers(250).map((n) => 2 * n))
  }).pipe(Effect.provide(inMemory([Together, TogetherProgram]))))
