import { assert, layer } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import type { RunId } from "#schemas/workflows/run"
import type { BatchId } from "#schemas/workflows/batch"
import { child, durable, sendSignal, signal, step, waitFor } from "#workflows/durable"
import { create_workflow_batch, get_workflow_batch, list_workflow_batch_runs, list_workflow_batches } from "#workflows/workflows/batches"
import { BatchRunning, BatchRunningProgram } from "#workflows/workflows/batch-run"
import { get_workflow_run, list_workflow_runs } from "#workflows/workflows/runs"
import { triedOut } from "#workflows/agents/preview"
import { Caller } from "#schemas/kernel/tenancy"
import { OwnerSql } from "../support/database.ts"
import { begin, engined } from "../support/engine.ts"
import { somebody } from "../support/workflows.ts"

const broken = new Set<string>()
const Go = signal("go", Schema.Void)

const Work = durable({
  name: "bulk.work", version: 1, payload: { key: Schema.String, waits: Schema.Boolean }, error: Schema.String, restartable: true,
  searchAttributes: { key: { type: "text", from: ({ key }) => key } }
})
const WorkProgram = Work.program(Effect.fnUntraced(function*({ key, waits }) {
  yield* step("one", { error: Schema.String }, Effect.suspend(() => broken.has(key) ? Effect.fail("broken") : Effect.void))
  if (waits) yield* waitFor(Go)
}))
const Once = durable({ name: "bulk.once", version: 1, payload: { key: Schema.String }, error: Schema.String })
const OnceProgram = Once.program(({ key }) => child("kid", Work, { key, waits: false }))

const works = [[Work, WorkProgram], [Once, OnceProgram], [BatchRunning, BatchRunningProgram]] as const

const status = (id: RunId) => Effect.map(begin(get_workflow_run({ id })), (run) => run.status as string)
const until = (id: RunId, ...statuses: ReadonlyArray<string>) =>
  status(id).pipe(Effect.repeat({ until: (one) => statuses.includes(one), schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds"))
const finished = (id: BatchId) =>
  begin(get_workflow_batch({ id })).pipe(
    Effect.repeat({ until: ({ finished_at }) => finished_at !== null, schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds"))
const outcomes = (id: BatchId) => Effect.map(begin(list_workflow_batch_runs({ id, limit: 100, offset: 0 })), ({ items }) => items)
type Asked = Parameters<typeof create_workflow_batch>[0]
const done = Effect.fnUntraced(function*(input: Pick<Asked, "action" | "filter" | "before_run_id">) {
  const { id } = yield* begin(create_workflow_batch(input as Asked))
  return yield* finished(id)
})
const refusal = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.map(Effect.flip(begin(work)), (error) => error as { readonly _tag: string; readonly message: string })

layer(engined(works as never), { excludeTestServices: true })("runs in bulk", (it) => {
  it.effect("are paused, resumed and canceled as a filter finds them, each told of", () => Effect.gen(function*() {
    const ids = yield* begin(Effect.all(Array.from({ length: 25 }, (_, n) => Work.start({ key: `wait ${n % 2}`, waits: true }))))
    for (const id of ids) yield* until(id, "waiting")
    const filter = { workflow: "bulk.work", search_attribute: ["key:wait 0"] }
    const paused = yield* done({ action: "pause", filter })
    assert.deepInclude(paused, { action: "pause", filter, matched: 13, total: 13, done: 13, refused: 0, continue_before: null })
    assert.lengthOf(paused.first_runs, 13)
    for (const [n, id] of ids.entries()) assert.strictEqual(yield* status(id), n % 2 === 0 ? "paused" : "waiting")
    const run = yield* begin(get_workflow_run({ id: paused.run_id }))
    assert.deepInclude(run, { workflow: "workflows.batch", search_attributes: { batch_id: paused.id }, state: { left: 0 } })
    assert.include((yield* refusal(create_workflow_batch({ action: "pause", filter } as Asked))).message, "finds no run to pause")
    assert.deepInclude(yield* done({ action: "resume", filter }), { done: 13 })
    for (const id of ids) yield* until(id, "waiting")
    yield* begin(sendSignal(ids[0]!, Go, undefined))
    yield* until(ids[0]!, "completed")
    assert.deepInclude(yield* done({ action: "cancel", filter: { workflow: "bulk.work" } }), { matched: 24, done: 24, refused: 0 })
    for (const id of ids.slice(1)) yield* until(id, "canceled")
    assert.isTrue((yield* outcomes(paused.id)).every(({ outcome, reason }) => outcome === "done" && reason === null))
    assert.strictEqual((yield* begin(list_workflow_batches({ limit: 10, offset: 0 }))).total, 3)
    const elsewhere = yield* Effect.provideService(list_workflow_batches({ limit: 10, offset: 0 }), Caller, { ...somebody, mode: "test" })
    assert.strictEqual(elsewhere.total, 0)
  }))

  it.effect("are tried again and done once more, and what is refused says why and leaves nothing behind", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    broken.add("fails").add("kin")
    const [one, two, parent] = yield* begin(Effect.all([
      Work.start({ key: "fails", waits: false }), Work.start({ key: "fails", waits: false }), Once.start({ key: "kin" })
    ]))
    for (const id of [one, two, parent]) yield* until(id, "failed")
    const [kid] = yield* sql<{ id: RunId }>`select id from workflow_runs where parent_id = ${parent}`
    broken.clear()
    const batch = yield* done({ action: "retry", filter: { status: "failed" } })
    assert.deepInclude(batch, { total: 4, done: 3, refused: 1 })
    for (const id of [one, two, parent, kid!.id]) yield* until(id, "completed")
    assert.deepStrictEqual((yield* outcomes(batch.id)).map(({ id, outcome }) => [id, outcome]), [[kid!.id, "refused"], [parent, "done"], [two, "done"], [one, "done"]])
    const [refused] = yield* begin(list_workflow_batch_runs({ id: batch.id, limit: 5, offset: 0, outcome: "refused" })).pipe(Effect.map(({ items }) => items))
    assert.include(refused!.reason, `Run ${parent} was told`)

    const again = yield* done({ action: "restart", filter: { status: "completed", search_attribute: ["key:fails"] } })
    const made = (yield* outcomes(again.id)).flatMap(({ new_run_id }) => new_run_id === null ? [] : [new_run_id])
    assert.lengthOf(made, 2)
    for (const id of made) yield* until(id, "completed")
    const not = yield* done({ action: "restart", filter: { workflow: "bulk.once" } })
    assert.deepInclude((yield* outcomes(not.id))[0], { id: parent, outcome: "refused", new_run_id: null })
  }))

  it.effect("are as many as one batch takes; the next goes on with the others, and the preview of its consent says how many and which", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    yield* sql`insert into workflow_runs (company_id, workflow, version, payload, payload_hash, origin, livemode, status, started_at)
      select 1, 'bulk.many', 1, '{}', '', '{"key_id": 1, "tier": "enterprise", "request_id": "test"}', true, 'waiting', now() from generate_series(1, 1203)`
    const filter = { workflow: "bulk.many" }
    const tried = yield* triedOut(create_workflow_batch({ action: "pause", filter } as Asked)).pipe(Effect.provideService(Caller, somebody))
    const [{ after, object }] = tried.changes as never as [{ readonly object: string; readonly after: Record<string, unknown> }]
    assert.strictEqual(object, "workflow_batch")
    assert.deepInclude(after, { action: "pause", matched: 1_203, total: 1_000 })
    assert.lengthOf(after["first_runs"] as Array<unknown>, 20)
    assert.lengthOf(yield* sql`select from workflow_batches where filter ->> 'workflow' = 'bulk.many'`, 0)
    const rest = yield* done({ action: "pause", filter, before_run_id: after["continue_before"] as RunId })
    assert.deepInclude(rest, { matched: 203, total: 203, done: 203, continue_before: null })
    assert.strictEqual((yield* begin(list_workflow_runs({ limit: 1, offset: 0, ...filter, status: "paused" }))).total, 203)
  }))

  it.effect("are never all runs by mistake", () => Effect.gen(function*() {
    assert.strictEqual((yield* refusal(create_workflow_batch({ action: "cancel", filter: {} } as Asked)))._tag, "ValidationError")
    assert.strictEqual((yield* refusal(create_workflow_batch({ action: "cancel", filter: { search_attribute: ["nothing:1"] } } as Asked)))._tag, "ValidationError")
  }))
})
