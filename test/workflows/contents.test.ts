import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import type { RunId } from "#schemas/workflows/run"
import { get_workflow_run_history } from "#workflows/workflows/history"
import { replay } from "#workflows/workflows/replay/replay"
import { home } from "../process/service.ts"
import { DatabaseUrl, OwnerSql } from "../support/database.ts"
import { begin, companyUrl, engined, engineOn, find, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { long, Outer, works } from "./contents-works.ts"

const until = (id: RunId, ...statuses: ReadonlyArray<string>) =>
  find(id).pipe(
    Effect.repeat({ until: ({ status }) => statuses.includes(status), schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds")
  )

const text = long("a")
const results = [`${text} step`, `${text} write`, `${text} inner`]

/**
 * Characters of what is kept of runs, and bytes as PostgreSQL compresses them. Measured for one run with its child, before and with contents apart: runs
 * 293,444 and 102, writes 49,043 and 30, messages 147,649 and 600, replies 391,957 and 858, contents 0 and 489,615 bytes.
 */
const sizes = OwnerSql.use((sql) => sql<{ table: string; characters: number; kept: number }>`
  select 'runs' as table, sum(length(coalesce(payload::text, '') || coalesce(result::text, '')))::int as characters, sum(pg_column_size(payload) + coalesce(pg_column_size(result), 0))::int as kept from workflow_runs
  union all select 'writes', coalesce(sum(length(result::text)), 0)::int, coalesce(sum(pg_column_size(result)), 0)::int from workflow_writes
  union all select 'messages', sum(length(payload))::int, sum(pg_column_size(payload))::int from engine.cluster_messages
  union all select 'replies', sum(length(payload))::int, sum(pg_column_size(payload))::int from engine.cluster_replies
  union all select 'contents', coalesce(sum(length(body::text)), 0)::int, coalesce(sum(pg_column_size(body)), 0)::int from workflow_contents`)

const places = (run: RunId) => OwnerSql.use((sql) => Effect.map(
  sql<{ place: string }>`select place from workflow_contents where run_id = ${run}`, (rows) => rows.map(({ place }) => place.replace(/\d+$/, "n")).toSorted()))

layer(engined(works("")), { excludeTestServices: true })("what is long", (it) => {
  it.effect("is kept once, apart, and given back whole to the program, its parent, its record and its history", () => Effect.gen(function*() {
    const id = yield* begin(Outer.start({ text, stops: false }))
    const run = yield* until(id, "completed", "failed")
    assert.deepStrictEqual(run.result, results)
    assert.deepStrictEqual(run.payload, { text, stops: false })
    assert.deepStrictEqual(yield* places(id), ["child/child", "payload", "result", "step/n", "write/write"])
    const measured = new Map((yield* sizes).map(({ characters, table }) => [table, characters]))
    for (const table of ["runs", "writes", "messages", "replies"]) assert.isBelow(measured.get(table)!, 10_000, table)

    const history = yield* begin(get_workflow_run_history({ id }))
    assert.strictEqual(history.entries.find(({ name }) => name === "write")!.result, results[1])
    assert.deepStrictEqual(history.entries.find(({ kind }) => kind === "child")!.child!.payload, { text })
    const [inner] = yield* OwnerSql.use((sql) => sql<{ id: RunId }>`select id from workflow_runs where parent_id = ${id}`)
    const fresh = works("").map(([definition, program]) => [definition, Layer.fresh(program as Layer.Layer<never, never, never>)] as const)
    const ofInner = yield* begin(get_workflow_run_history({ id: inner!.id }))
    assert.strictEqual(ofInner.entries.find(({ name }) => name === "inner")!.result, results[2])
    assert.deepStrictEqual((yield* replay(ofInner, fresh)).differences, [])
  }))

  it.effect("is read where the version before kept it with the rest", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const payload = JSON.stringify({ text, stops: false })
    const [made] = yield* sql<{ id: RunId }>`insert into workflow_runs (company_id, workflow, version, payload, payload_hash, origin, livemode)
      select 1, 'long.outer', 1, ${payload}::jsonb, payload_hash, origin, true from workflow_runs where workflow = 'long.outer' limit 1 returning id`
    const { result } = yield* until(made!.id, "completed", "failed")
    assert.deepStrictEqual(result, results)
    assert.notInclude(yield* places(made!.id), "payload")
  }))

  it.effect("goes with its run", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    assert.isAbove((yield* sql`select 1 from workflow_contents`).length, 5)
    yield* sql`update workflow_runs set finished_at = now() - interval '31 days'`
    /* A process looks when it starts. */
    yield* Layer.build(Layer.fresh(engineOn(yield* DatabaseUrl, works("")))).pipe(
      Effect.andThen(Effect.repeat(sql`select 1 from workflow_contents`, { until: ({ length }) => length === 0, schedule: Schedule.spaced("50 millis") })),
      Effect.scoped, Effect.timeout("90 seconds"))
    assert.deepStrictEqual(yield* sql`select 1 from engine.cluster_replies`, [])
  }))
})

it.live("what is long is there after kill -9, and what gave it does not happen again", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const file = join(yield* home, "done")
    const lines = () => existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []
    const work = killedAfter(url, join(import.meta.dirname, "contents-works.ts"), file)
    yield* Effect.gen(function*() {
      const id = yield* begin(Outer.start({ text, stops: true }))
      yield* work(Effect.sync(lines).pipe(Effect.repeat({ until: (all) => all.includes("stop"), schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds")))
      const { result } = yield* work(until(id, "completed", "failed"))
      assert.deepStrictEqual(result, results)
      assert.deepStrictEqual(lines(), ["step", "write", "stop", "stop"])
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))
