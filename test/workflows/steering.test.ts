import { assert, it, layer } from "@effect/vitest"
import { Deferred, Effect, Layer, Schedule, Schema } from "effect"
import type { RunDetail, RunId } from "#schemas/workflows/run"
import { cancelRun, child, durable, sendSignal, signal, sleep, step, stepKey, waitFor, withCompensation, write } from "#workflows/durable"
import { get_workflow_run } from "#workflows/workflows/runs"
import * as steering from "#workflows/workflows/steering"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, engined, engineOn } from "../support/engine.ts"

/** What runs did, and what keeps their steps from ending or lets them fail. */
const deeds: Array<string> = []
const gates = new Map<string, Deferred.Deferred<void>>()
const broken = new Set<string>()

const gate = (key: string) => {
  const known = gates.get(key) ?? Deferred.makeUnsafe<void>()
  gates.set(key, known)
  return known
}
const record = (what: string) => Effect.sync(() => void deeds.push(what))
const of = (key: string) => deeds.filter((what) => what.startsWith(`${key} `)).map((what) => what.slice(key.length + 1))
const did = (what: string) =>
  Effect.sync(() => deeds.includes(what)).pipe(Effect.repeat({ until: (it) => it, schedule: Schedule.spaced("10 millis") }), Effect.timeout("60 seconds"))

class Refused extends Schema.TaggedError<Refused>("Refused")("Refused", { by: Schema.String }) {}

/** Fails as long as something of this name is broken. */
const fragile = (key: string, name: string) =>
  Effect.gen(function*() {
    yield* record(`${key} ${yield* stepKey(name)}`.replace(/run_\d+\//u, ""))
    if (broken.has(`${key} ${name}`)) return yield* new Refused({ by: name })
  })

const Told = signal("told", Schema.Int)

const Steered = durable({ name: "steer.steered", version: 1, payload: { key: Schema.String }, success: Schema.Int, error: Refused, restartable: true })
const SteeredProgram = Steered.program(Effect.fnUntraced(function*({ key }) {
  yield* step("one", {}, Effect.andThen(record(`${key} one`), Deferred.await(gate(key))))
  yield* step("two", {}, record(`${key} two`))
  yield* sleep("nap", "1 second")
  const told = yield* waitFor(Told)
  yield* step("three", { error: Refused }, fragile(key, "three"))
  return told
}))

const Failing = durable({ name: "steer.failing", version: 1, payload: { key: Schema.String, undoes: Schema.Boolean }, error: Refused })
const FailingProgram = Failing.program(Effect.fnUntraced(function*({ key, undoes }) {
  yield* step("before", {}, record(`${key} before`)).pipe(
    undoes ? withCompensation(() => step("undo", {}, record(`${key} undo`))) : (work) => work
  )
  yield* step("middle", {}, record(`${key} middle`))
  yield* sleep("nap", "1 second")
  yield* step("last", { error: Refused, retries: { attempts: 2, first: "10 millis" } }, fragile(key, "last"))
  if (key.startsWith("write")) yield* write("write", { verb: "test_write" }, record(`${key} write`))
  if (key.startsWith("write")) yield* step("after", { error: Refused }, fragile(key, "after"))
}))

const Family = durable({ name: "steer.family", version: 1, payload: { key: Schema.String }, error: Refused })
const FamilyProgram = Family.program(Effect.fnUntraced(function*({ key }) {
  yield* step("begin", {}, record(`${key} begin`))
  yield* child("kid", Failing, { key, undoes: false })
  yield* step("end", {}, record(`${key} end`))
}))

const works = [[Steered, SteeredProgram], [Failing, FailingProgram], [Family, FamilyProgram]] as const
const TestServer = engined(works as never)

const seen = (id: RunId): Effect.Effect<RunDetail, never, any> => begin(get_workflow_run({ id })) as never
const until = (id: RunId, ...statuses: ReadonlyArray<string>) =>
  seen(id).pipe(
    Effect.repeat({ until: ({ status }) => statuses.includes(status), schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds")
  )
const refusal = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.map(Effect.flip(begin(work)), (error) => (error as { readonly message: string }).message)

layer(TestServer, { excludeTestServices: true })("a run that is steered", (it) => {
  it.effect("rests after the step it is in, is not woken by its timer or a signal, and goes on where it was", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const id = yield* begin(Steered.start({ key: "rest" }))
    yield* did("rest one")
    const asked = yield* begin(steering.pause_workflow_run({ id }))
    assert.strictEqual(asked.status, "running")
    assert.isNotNull(asked.pause_requested_at)
    assert.deepStrictEqual(yield* begin(steering.pause_workflow_run({ id })), asked, "once is enough")
    yield* Deferred.succeed(gate("rest"), undefined)
    yield* until(id, "paused")
    assert.deepStrictEqual(of("rest"), ["one"])

    yield* begin(steering.resume_workflow_run({ id }))
    yield* until(id, "waiting")
    assert.deepStrictEqual(of("rest"), ["one", "two"])
    const napping = yield* begin(steering.pause_workflow_run({ id }))
    assert.deepInclude(napping, { status: "paused", wake_at: null })
    yield* begin(sendSignal(id, Told, 7))
    const fired = sql<{ n: number }>`select count(*)::int as n from engine.cluster_messages
      where entity_id = ${`1.${id}`} and tag = 'deferred' and payload::jsonb ->> 'name' in ('told', 'DurableClock/nap') and processed`
    yield* fired.pipe(Effect.repeat({ until: ([row]) => row!.n === 2, schedule: Schedule.spaced("50 millis") }), Effect.timeout("30 seconds"))
    assert.strictEqual((yield* seen(id)).status, "paused", "its timer and its signal are kept, and wake it not")
    yield* begin(steering.resume_workflow_run({ id }))
    assert.deepInclude(yield* until(id, "completed"), { result: 7, pause_requested_at: null })
    assert.deepStrictEqual(of("rest"), ["one", "two", "three"])
    assert.include(yield* refusal(steering.pause_workflow_run({ id })), "completed")
  }))

  it.effect("that is told to go on before it came to rest goes on", () => Effect.gen(function*() {
    const id = yield* begin(Steered.start({ key: "hasty" }))
    yield* did("hasty one")
    yield* begin(steering.pause_workflow_run({ id }))
    const lifted = yield* begin(steering.resume_workflow_run({ id }))
    assert.deepInclude(lifted, { status: "running", pause_requested_at: null })
    yield* Deferred.succeed(gate("hasty"), undefined)
    yield* begin(sendSignal(id, Told, 1))
    yield* until(id, "completed")
    assert.deepStrictEqual(of("hasty"), ["one", "two", "three"])
  }))

  it.effect("can be canceled while it is paused, begun or not", () => Effect.gen(function*() {
    const id = yield* begin(Effect.tap(Steered.start({ key: "stopped" }), (id) => Effect.orDie(steering.pause_workflow_run({ id }))))
    assert.strictEqual((yield* seen(id)).status, "paused")
    yield* begin(cancelRun(id))
    assert.deepInclude(yield* seen(id), { status: "canceled", started_at: null })
    const begun = yield* begin(Steered.start({ key: "begun" }))
    yield* Deferred.succeed(gate("begun"), undefined)
    yield* until(begun, "waiting")
    yield* begin(steering.pause_workflow_run({ id: begun }))
    yield* begin(cancelRun(begun))
    yield* until(begun, "canceled")
    assert.deepStrictEqual([of("stopped"), of("begun")], [[], ["one", "two"]])
  }))

  it.effect("goes on with the step that failed, under the same key, and with all of its attempts", () => Effect.gen(function*() {
    broken.add("again last")
    const id = yield* begin(Failing.start({ key: "again", undoes: false }))
    const failed = yield* until(id, "failed")
    assert.deepInclude(failed, { error_kind: "Refused", undone_at: null, retries: 0 })
    assert.deepStrictEqual(of("again"), ["before", "middle", "last", "last"])
    yield* begin(steering.retry_workflow_run({ id }))
    yield* until(id, "failed")
    assert.deepStrictEqual(of("again"), ["before", "middle", "last", "last", "last", "last"])
    broken.delete("again last")
    yield* begin(steering.retry_workflow_run({ id }))
    assert.deepInclude(yield* until(id, "completed"), { retries: 2, error: null, error_kind: null })
    assert.deepStrictEqual(of("again").slice(6), ["last"])
    assert.include(yield* refusal(steering.retry_workflow_run({ id })), "completed")
  }))

  it.effect("goes on from a chosen step, but not before one that has written records, and with its child that failed", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    broken.add("chosen last").add("write after").add("kin last")
    const [id, wrote, parent] = yield* begin(Effect.all([
      Failing.start({ key: "chosen", undoes: false }), Failing.start({ key: "write", undoes: false }), Family.start({ key: "kin" })
    ]))
    yield* Effect.all([until(id, "failed"), until(wrote, "failed"), until(parent, "failed")])
    broken.clear()
    const [kid] = yield* sql<{ id: RunId }>`select id from workflow_runs where parent_id = ${parent}`
    assert.include(yield* refusal(steering.retry_workflow_run({ id: kid!.id })), `Run ${parent}`)
    assert.include(yield* refusal(steering.retry_workflow_run({ id, from_step: "nothing" })), "no step")
    assert.include(yield* refusal(steering.retry_workflow_run({ id: wrote, from_step: "last" })), "has written records")
    yield* begin(Effect.all([
      steering.retry_workflow_run({ id: wrote }), steering.retry_workflow_run({ id, from_step: "middle" }), steering.retry_workflow_run({ id: parent })
    ]))
    yield* Effect.all([until(id, "completed"), until(wrote, "completed"), until(parent, "completed"), until(kid!.id, "completed")])
    assert.deepStrictEqual(of("chosen"), ["before", "middle", "last", "last", "middle", "last"])
    assert.deepStrictEqual(of("write"), ["before", "middle", "last", "write", "after", "after"])
    assert.deepStrictEqual(of("kin"), ["begin", "before", "middle", "last", "last", "last", "end"])
    assert.lengthOf(yield* sql`select from receipts where verb = 'test_write' and request_id = ${`run_${wrote}`}`, 1)
  }))

  it.effect("does not go on once it has taken back what it did", () => Effect.gen(function*() {
    broken.add("undone last")
    const id = yield* begin(Failing.start({ key: "undone", undoes: true }))
    assert.isNotNull((yield* until(id, "failed")).undone_at)
    assert.include(yield* refusal(steering.retry_workflow_run({ id })), "taken back")
  }))

  it.effect("is begun anew where its definition allows that, with what the old one was started with", () => Effect.gen(function*() {
    const id = yield* begin(Steered.start({ key: "anew" }))
    assert.include(yield* refusal(steering.restart_workflow_run({ id })), "cancel it first")
    yield* Deferred.succeed(gate("anew"), undefined)
    yield* begin(cancelRun(id))
    yield* until(id, "canceled")
    const { id: second, restarted_from_id } = yield* begin(steering.restart_workflow_run({ id, key: "second" }))
    assert.strictEqual(restarted_from_id, id)
    assert.include(yield* refusal(steering.restart_workflow_run({ id, key: "second" })), String(second))
    yield* begin(sendSignal(second, Told, 3))
    assert.deepInclude(yield* until(second, "completed"), { payload: { key: "anew" }, result: 3 })
    const failing = yield* begin(Failing.start({ key: "not", undoes: false }))
    yield* until(failing, "completed")
    assert.include(yield* refusal(steering.restart_workflow_run({ id: failing })), "may be done again")
  }))
})

it.live("a run that is to rest comes to rest where another process goes on with it", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const engine = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.scoped(Effect.flatMap(Layer.build(engineOn(url, works as never)), (context) => Effect.provideContext(work, context)))
    const id = yield* engine(Effect.gen(function*() {
      const id = yield* begin(Steered.start({ key: "moved" }))
      yield* did("moved one")
      yield* begin(steering.pause_workflow_run({ id }))
      return id
    }))
    yield* Deferred.succeed(gate("moved"), undefined)
    yield* engine(Effect.gen(function*() {
      yield* until(id, "paused")
      assert.deepStrictEqual(of("moved"), ["one"])
      yield* begin(sendSignal(id, Told, 2))
      yield* begin(steering.resume_workflow_run({ id }))
      yield* until(id, "completed")
    }))
    assert.deepStrictEqual(of("moved"), ["one", "one", "two", "three"], "the step that was torn is done again")
  }).pipe(Effect.scoped) as Effect.Effect<void>, 120_000)
