import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import type { Input } from "#schemas/kernel/catalog"
import type { create_schedule as declared } from "#schemas/workflows/schedules.api"
import { durable, sendSignal, signal, step, waitFor } from "#workflows/durable"
import { scheduledAt } from "#workflows/workflows/schedulable"
import {
  backfill_schedule, create_schedule, delete_schedule, get_schedule, pause_schedule, resume_schedule, trigger_schedule, update_schedule
} from "#workflows/workflows/schedules"
import { DatabaseUrl, OwnerSql } from "../support/database.ts"
import { begin, engineOn, engined, type Workflows } from "../support/engine.ts"
import { eventually } from "../support/eventually.ts"

const Noted = durable({
  name: "test.noted", version: 1, payload: { word: Schema.String }, success: Schema.NullOr(Schema.String),
  schedulable: { title: "Note", description: "Notes a word.", defaults: { word: "usual" } }
})
const NotedProgram = Noted.program(() => step("at", { success: Schema.NullOr(Schema.String) }, Effect.map(scheduledAt, (at) => at ?? null)))

const Go = signal("go", Schema.Boolean)
const Long = durable({ name: "test.long", version: 1, payload: {}, schedulable: { title: "Wait", description: "Waits for a word." } })
const LongProgram = Long.program(() => Effect.asVoid(waitFor(Go)))

const works: Workflows = [[Noted, NotedProgram], [Long, LongProgram]]

type New = Partial<Input<typeof declared>>

let turn = 0
const made = (given: New) =>
  begin(create_schedule({
    name: `Schedule ${turn++}`, workflow: "test.noted", input: {}, cron: null, interval_seconds: 60, jitter_seconds: 0, overlap: "skip", catch_up_seconds: 60,
    ends_at: null, note: null, ...given
  }))

const shown = (id: number) => begin(get_schedule({ id: id as never }))

/** As if it had been made so that its next time was so long ago. */
const due = Effect.fnUntraced(function*(id: number, agoMs: number) {
  const sql = yield* OwnerSql
  const at = new Date(Date.now() - agoMs).toISOString()
  yield* sql`update workflow_schedules set next_at = ${at}, anchor_at = ${at}, wakes_at = ${at} where id = ${id}`
  return at
}, Effect.orDie)

const runsOf = Effect.fnUntraced(function*(id: number) {
  const sql = yield* OwnerSql
  return yield* sql<{ id: number; status: string; result: unknown; payload: { word: string }; at: string }>`
    select id, status, result, payload, origin ->> 'scheduled_at' as at from workflow_runs where (origin ->> 'schedule_id')::bigint = ${id} order by id`
}, Effect.orDie)

const ended = (id: number, n = 1) => eventually(runsOf(id), (runs) => runs.length >= n && runs.every(({ status }) => status === "completed"), 30_000)

const released = Effect.fnUntraced(function*(id: number) {
  for (const run of yield* runsOf(id)) if (run.status === "waiting") yield* begin(sendSignal(run.id as never, Go, true))
})

layer(engined(works), { excludeTestServices: true })("schedules", (it) => {
  it.effect("begin a run at their time, which knows the time it is for", () =>
    Effect.gen(function*() {
      const { id, next_at } = yield* made({ input: { word: "hello" } })
      assert.isAbove(Date.parse(next_at!), Date.now())
      const at = yield* due(id, 0)
      const [run] = yield* ended(id)
      assert.deepStrictEqual([run!.result, run!.payload, run!.at], [at, { word: "hello" }, at])
      const after = yield* shown(id)
      assert.deepInclude(after, { last_at: at, last_run_id: run!.id as never, started: 1, skipped: 0, missed: 0, version: 1 })
      assert.deepStrictEqual(after.last_times, [{ scheduled_at: at, cause: "schedule", outcome: "started", run_id: run!.id, run_status: "completed" } as never])
      assert.deepStrictEqual(after.next_times.map((time) => (Date.parse(time) - Date.parse(at)) / 60_000), [1, 2, 3, 4, 5])
    }))

  it.effect("skip a time while a run is unfinished", () =>
    Effect.gen(function*() {
      const { id } = yield* made({ workflow: "test.long" })
      yield* due(id, 0)
      yield* eventually(runsOf(id), ([run]) => run?.status === "waiting", 30_000)
      yield* due(id, 0)
      yield* eventually(shown(id), ({ skipped }) => skipped === 1, 30_000)
      assert.lengthOf(yield* runsOf(id), 1)
      yield* released(id)
      yield* ended(id)
      yield* due(id, 0)
      yield* eventually(runsOf(id), ({ length }) => length === 2, 30_000)
    }))

  it.effect("let one run wait for the one before it, and no more", () =>
    Effect.gen(function*() {
      const { id } = yield* made({ workflow: "test.long", overlap: "buffer_one" })
      yield* due(id, 0)
      yield* eventually(runsOf(id), ([run]) => run?.status === "waiting", 30_000)
      const second = yield* due(id, 0)
      yield* eventually(shown(id), ({ buffered_at }) => buffered_at === second, 30_000)
      yield* due(id, 0)
      yield* eventually(shown(id), ({ skipped }) => skipped === 1, 30_000)
      assert.lengthOf(yield* runsOf(id), 1)
      yield* released(id)
      const runs = yield* eventually(runsOf(id), (runs) => runs.length === 2 && runs[1]!.status === "waiting", 30_000)
      assert.strictEqual(runs[1]!.at, second)
      assert.deepInclude(yield* shown(id), { buffered_at: null, started: 2 })
      /* What waits gives up its turn when the schedule is paused. */
      const third = yield* due(id, 0)
      yield* eventually(shown(id), ({ buffered_at }) => buffered_at === third, 30_000)
      yield* begin(pause_schedule({ id }))
      yield* released(id)
      yield* ended(id, 2)
      assert.deepInclude((yield* shown(id)).last_times.find(({ scheduled_at }) => scheduled_at === third), { outcome: "skipped", run_id: null })
    }))

  it.effect("cancel the run that is unfinished, or begin one beside it", () =>
    Effect.gen(function*() {
      const cancels = yield* made({ workflow: "test.long", overlap: "cancel_other" })
      const allows = yield* made({ workflow: "test.long", overlap: "allow_all" })
      for (const { id } of [cancels, allows]) {
        yield* due(id, 0)
        yield* eventually(runsOf(id), ([run]) => run?.status === "waiting", 30_000)
        yield* due(id, 0)
      }
      yield* eventually(runsOf(cancels.id), (runs) => runs.map(({ status }) => status).join() === "canceled,waiting", 30_000)
      yield* eventually(runsOf(allows.id), (runs) => runs.map(({ status }) => status).join() === "waiting,waiting", 30_000)
      for (const { id } of [cancels, allows]) yield* released(id)
    }))

  it.effect("follow what is changed about them", () =>
    Effect.gen(function*() {
      const { id } = yield* made({})
      const daily = yield* begin(update_schedule({ id, cron: "0 9 * * *", time_zone: "Asia/Tokyo" }))
      assert.deepInclude(daily, { cron: "0 9 * * *", interval_seconds: null, version: 2 })
      assert.match(daily.next_at!, /T00:00:00.000Z$/u)
      const again = yield* begin(update_schedule({ id, interval_seconds: 120, anchor_at: "2026-01-01T00:01:00.000Z" }))
      assert.deepInclude(again, { cron: null, interval_seconds: 120 })
      assert.strictEqual(Date.parse(again.next_at!) % 120_000, 60_000)
      assert.include(JSON.stringify(yield* Effect.flip(begin(update_schedule({ id, interval_seconds: null })))), "either a cron line or an interval")
      assert.include(JSON.stringify(yield* Effect.flip(begin(update_schedule({ id, input: { word: 7 } })))), "input.word")
    }))

  it.effect("run when they are asked to, and make up once for what they missed", () =>
    Effect.gen(function*() {
      const { id } = yield* made({ workflow: "test.noted", anchor_at: "2026-01-01T00:00:00.000Z", interval_seconds: 3_600 })
      const [first, second] = [yield* begin(trigger_schedule({ id })), yield* begin(trigger_schedule({ id }))]
      assert.notStrictEqual(first.scheduled_at, second.scheduled_at)
      const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
      const [from, until] = [new Date(hour - 4 * 3_600_000).toISOString(), new Date(hour).toISOString()]
      assert.deepStrictEqual(yield* begin(backfill_schedule({ id, from, until })), { started: 5, already: 0 })
      assert.deepStrictEqual(yield* begin(backfill_schedule({ id, from, until })), { started: 0, already: 5 })
      const runs = yield* ended(id, 7)
      assert.deepStrictEqual(runs.slice(2).map(({ result }) => result), [4, 3, 2, 1, 0].map((n) => new Date(hour - n * 3_600_000).toISOString()))
      assert.deepStrictEqual((yield* shown(id)).last_times.map(({ cause }) => cause), ["trigger", "trigger", ...Array.from({ length: 5 }, () => "backfill")] as never)
      const late = new Date(hour + 7_200_000).toISOString()
      assert.include(JSON.stringify(yield* Effect.flip(begin(backfill_schedule({ id, from, until: late })))), "not after now")
      const early = new Date(hour - 89 * 86_400_000).toISOString()
      assert.include(JSON.stringify(yield* Effect.flip(begin(backfill_schedule({ id, from: early, until })))), "at most 100 times")
    }))

  it.effect("make up for a time that is a little late, and count what is too late", () =>
    Effect.gen(function*() {
      const { id } = yield* made({ catch_up_seconds: 90, overlap: "allow_all" })
      yield* due(id, 30 * 60_000 + 10_000)
      const after = yield* eventually(shown(id), ({ missed, started }) => missed + started === 31, 30_000)
      assert.deepInclude(after, { missed: 29, started: 2 })
      assert.lengthOf(yield* runsOf(id), 2)
    }))

  it.effect("do nothing while they are paused or after they are deleted, and go on with the next time", () =>
    Effect.gen(function*() {
      const { id } = yield* made({})
      const { id: other } = yield* made({})
      const paused = yield* begin(pause_schedule({ id }))
      assert.deepInclude(paused, { paused: true, next_at: null, version: 2 })
      assert.deepStrictEqual((yield* shown(id)).next_times, [])
      const resumed = yield* begin(resume_schedule({ id }))
      assert.deepInclude(resumed, { paused: false, version: 3 })
      assert.isAbove(Date.parse(resumed.next_at!), Date.now())
      yield* begin(delete_schedule({ id: other }))
      const sql = yield* OwnerSql
      assert.deepStrictEqual([...yield* sql`select wakes_at from workflow_schedules where id = ${other}`], [{ wakes_at: null }])
      assert.strictEqual((yield* Effect.flip(shown(other)))._tag, "NotFound")
    }))

  it.effect("refuse what does not fit", () =>
    Effect.gen(function*() {
      const wrong = (given: New) => Effect.map(Effect.flip(made(given)), (error) => JSON.stringify(error))
      assert.include(yield* wrong({ workflow: "test.nothing" }), "test.long, test.noted")
      assert.include(yield* wrong({ input: { word: 7 } }), "input.word")
      assert.include(yield* wrong({ input: { words: "x" } }), "input.words")
      assert.include(yield* wrong({ cron: "0 9 * * *" }), "interval_seconds")
      assert.include(yield* wrong({ ends_at: "2020-01-01T00:00:00.000Z" }), "never comes round")
    }))

  it.effect("are as many as a company may have, whoever adds them at once", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`insert into workflow_schedules (company_id, name, workflow, time_zone, interval_seconds, anchor_at, overlap, catch_up_seconds, livemode, origin)
        select 1, 'many', 'test.noted', 'UTC', 60, now(), 'skip', 60, true, '{}'
        from generate_series(1, 196 - (select count(*) from workflow_schedules where deleted_at is null)::int)`
      const all = yield* Effect.forEach(Array.from({ length: 8 }), () => Effect.exit(made({})), { concurrency: 8 })
      assert.lengthOf(all.filter(({ _tag }) => _tag === "Success"), 4)
      yield* sql`delete from workflow_schedules where name = 'many'`
    }))

  it.effect("keep each time once, with several processes at it", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const url = yield* DatabaseUrl
      const schedules = yield* Effect.forEach(Array.from({ length: 40 }), () => made({ overlap: "allow_all", catch_up_seconds: 3_600 }), { concurrency: 4 })
      const ids = schedules.map(({ id }) => id)
      yield* Effect.gen(function*() {
        yield* sql`update workflow_schedules set next_at = now() - interval '5 minutes', anchor_at = now() - interval '5 minutes',
          wakes_at = now() - interval '5 minutes' where id = any(${ids}::bigint[])`
        yield* eventually(
          Effect.orDie(sql<{ n: number }>`select count(*)::int as n from workflow_schedules where id = any(${ids}::bigint[]) and started >= 6 and next_at > now()`),
          ([row]) => row!.n === ids.length, 60_000)
      }).pipe(Effect.provide(Layer.fresh(engineOn(url, works))))
      const [twice] = yield* sql<{ n: number; different: number }>`
        select count(*)::int as n, count(distinct (origin ->> 'schedule_id', origin ->> 'scheduled_at'))::int as different
        from workflow_runs where (origin ->> 'schedule_id')::bigint = any(${ids}::bigint[])`
      assert.strictEqual(twice!.n, twice!.different)
      assert.isAtLeast(twice!.n, ids.length * 6)
    }))

  it.effect("begin the same time as late after its jitter, whoever works it out", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { id, next_at } = yield* made({ jitter_seconds: 3_600, interval_seconds: 86_400 })
      const wakes = Effect.map(sql<{ late: number }>`select extract(epoch from wakes_at - next_at)::float8 as late from workflow_schedules where id = ${id}`, ([row]) => row!.late)
      const late = yield* wakes
      assert.isTrue(late >= 0 && late <= 3_600, String(late))
      yield* begin(pause_schedule({ id }))
      assert.strictEqual((yield* begin(resume_schedule({ id }))).next_at, next_at)
      assert.strictEqual(yield* wakes, late)
    }))
})
