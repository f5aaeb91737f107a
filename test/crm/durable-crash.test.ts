import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, type Redacted } from "effect"
import { owner } from "#layers/database/connections"
import { taskTimers } from "#layers/migrations/0006_crm_more/task-timers"
import { Tenancy } from "#layers/kernel/tenancy"
import { task } from "#schemas/crm/task"
import { Caller } from "#schemas/kernel/tenancy"
import { set_scoring_rules } from "#workflows/crm/scoring"
import { create_task } from "#workflows/crm/tasks"
import { number, until } from "../support/counted.ts"
import { OwnerSql } from "../support/database.ts"
import { companyUrl, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { rounds } from "../support/rounds.ts"
import { somebody } from "../support/workflows.ts"

const CONTACTS = rounds(9_000, 30_000)

const worker = (url: Redacted.Redacted) => killedAfter(url, join(import.meta.dirname, "durable-works.ts"), "")

const begin = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.provideService(Tenancy.use((tenancy) => tenancy.transaction(work)), Caller, somebody)

/** Every timer is due now. */
const timePasses = Effect.flatMap(OwnerSql, (sql) =>
  sql`update engine.cluster_messages set deliver_at = 1 where deliver_at is not null and not processed`)

const waiting = "select count(*) as n from workflow_runs where status = 'waiting'"
const told = "select count(*) as n from events where kind = 'task.due'"

it.live("tasks that are due are told once each, whatever kills the process", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const work = worker(url)
    yield* Effect.gen(function*() {
      const due_at = "2099-01-01T00:00:00.000Z"
      for (let n = 0; n < 60; n++) yield* begin(create_task(task.create.make({ title: `T${n}`, due_at })))
      yield* work(until(waiting, (n) => n > 20))
      yield* work(until(waiting, (n) => n === 60))
      yield* timePasses
      for (const enough of [1, 8, 20]) yield* work(until(told, (n) => n >= enough))
      yield* work(until("select count(*) as n from workflow_runs where status = 'completed'", (n) => n === 60))
      assert.strictEqual(yield* number("select count(distinct data->'object'->>'id') as n from events where kind = 'task.due'"), 60)
      assert.strictEqual(yield* number(told), 60)
      assert.strictEqual(yield* number("select count(*) as n from receipts where verb = 'task_due'"), 60)
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))

it.live("scores are all worked out, whatever kills the process", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const work = worker(url)
    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`insert into contacts (company_id, first_name, tags)
        select 1, 'F' || n, case when n % 3 = 0 then array['third'] else '{}' end from generate_series(1, ${CONTACTS}) n`
      const { run_id } = yield* begin(set_scoring_rules({
        rules: [{ label: "Third", points: 7, when: { match: "all", of: [{ type: "tag", value: "third" }] } }]
      }))
      const scored = "select count(*) as n from contacts where score <> 0"
      for (const enough of [1, CONTACTS / 12, CONTACTS / 5]) yield* work(until(scored, (n) => n >= enough))
      yield* work(until(`select count(*) as n from workflow_runs where id = ${run_id} and status = 'completed'`, (n) => n === 1))
      assert.strictEqual(yield* number(scored), CONTACTS / 3)
      assert.strictEqual(yield* number("select count(*) as n from contacts where (score = 7) <> (tags @> array['third'])"), 0)
      const [run] = yield* sql<{ result: unknown }>`select result from workflow_runs where id = ${run_id}`
      assert.deepStrictEqual(run!.result, { scored: CONTACTS, superseded: false })
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))

it.live("tasks from before there were timers get one, if they are due one day", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const work = worker(url)
    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`alter table tasks drop column timer_run, drop column timer_told`
      /* As it was then. */
      yield* sql`grant update on tasks to service_app`
      yield* sql`insert into tasks (company_id, title, due_at, status, deleted_at) values
        (1, 'future', '2099-01-01Z', 'open', null), (1, 'past', '2020-01-01Z', 'open', null), (1, 'none', null, 'open', null),
        (1, 'done', '2099-01-01Z', 'completed', null), (1, 'gone', '2099-01-01Z', 'open', now())`
      yield* Effect.provide(taskTimers, owner(url))
      yield* work(until(waiting, (n) => n === 1))
      yield* timePasses
      yield* work(until(told, (n) => n === 1))
      const rows = yield* sql<{ title: string }>`select data->'object'->>'title' as title from events where kind = 'task.due'`
      assert.deepStrictEqual(rows, [{ title: "future" }])
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))
