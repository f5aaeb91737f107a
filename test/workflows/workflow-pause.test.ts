import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Schedule, Schema } from "effect"
import type { RunDetail, RunId } from "#schemas/workflows/run"
import { cancelRun, durable, sendSignal, signal, sleep, step, waitFor } from "#workflows/durable"
import { list_workflow_runs, get_workflow_run } from "#workflows/workflows/runs"
import { pause_workflow_run, resume_workflow_run } from "#workflows/workflows/steering"
import { list_workflows, pause_workflow, resume_workflow } from "#workflows/workflows/workflow-pauses"
import { OwnerSql } from "../support/database.ts"
import { begin, engined } from "../support/engine.ts"

const deeds: Array<string> = []
const record = (what: string) => Effect.sync(() => void deeds.push(what))
const of = (key: string) => deeds.filter((what) => what.startsWith(`${key} `)).map((what) => what.slice(key.length + 1))
const gates = new Map<string, Deferred.Deferred<void>>()
const gate = (key: string) => {
  const known = gates.get(key) ?? Deferred.makeUnsafe<void>()
  gates.set(key, known)
  return known
}
const Go = signal("go", Schema.Void)

const Held = durable({ name: "held.work", version: 1, payload: { key: Schema.String }, searchAttributes: { batch: { type: "text" } }, restartable: true })
const HeldProgram = Held.program(Effect.fnUntraced(function*({ key }) {
  yield* step("one", {}, Effect.andThen(record(`${key} one`), Deferred.await(gate(key))))
  yield* step("two", {}, record(`${key} two`))
  yield* sleep("nap", "1 second")
  yield* waitFor(Go)
  yield* step("three", {}, record(`${key} three`))
}))
const Other = durable({ name: "held.other", version: 1, payload: { key: Schema.String } })
const OtherProgram = Other.program(({ key }) => step("one", {}, record(`${key} one`)))

const works = [[Held, HeldProgram], [Other, OtherProgram]] as const

const seen = (id: RunId): Effect.Effect<RunDetail, never, any> => begin(get_workflow_run({ id })) as never
const until = (id: RunId, ...statuses: ReadonlyArray<string>) =>
  seen(id).pipe(Effect.repeat({ until: ({ status }) => statuses.includes(status), schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds"))
const did = (what: string) =>
  Effect.sync(() => deeds.includes(what)).pipe(Effect.repeat({ until: (it) => it, schedule: Schedule.spaced("10 millis") }), Effect.timeout("60 seconds"))
const name = "held.work"

layer(engined(works as never), { excludeTestServices: true })("a workflow that is paused", (it) => {
  it.effect("accepts runs and holds them, lets those at work rest before their next step, wakes none that waits, and lets others go on", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const atWork = yield* begin(Held.start({ key: "work" }))
    const waiting = yield* begin(Held.start({ key: "wait" }))
    yield* Deferred.succeed(gate("wait"), undefined)
    yield* did("work one")
    yield* until(waiting, "waiting")
    const paused = yield* begin(pause_workflow({ workflow: name }))
    assert.deepInclude(paused, { name, search_attributes: { batch: "text" }, restartable: true, schedulable: false })
    assert.isNotNull(paused.paused_at)
    assert.deepStrictEqual(yield* begin(pause_workflow({ workflow: name })), paused, "once is enough")
    assert.deepStrictEqual((yield* begin(list_workflows({ limit: 10, offset: 0 }))).items.map((one) => [one.name, one.paused_at !== null]), [["held.other", false], [name, true]])

    const fresh = yield* begin(Held.start({ key: "new" }))
    yield* Deferred.succeed(gate("work"), undefined)
    yield* until(atWork, "paused")
    assert.deepInclude(yield* seen(fresh), { status: "paused", started_at: null, workflow_paused_at: paused.paused_at, pause_requested_at: null })
    const other = yield* begin(Other.start({ key: "other" }))
    assert.deepInclude(yield* until(other, "completed"), { workflow_paused_at: null })
    yield* begin(sendSignal(waiting, Go, undefined))
    yield* until(waiting, "paused")
    assert.deepStrictEqual([of("work"), of("wait"), of("new")], [["one"], ["one", "two"], []])
    const listed = yield* begin(list_workflow_runs({ limit: 10, offset: 0, status: "paused" }))
    assert.deepStrictEqual(listed.items.map(({ id }) => id), [fresh, waiting, atWork])

    /* One of them paused by itself: it is one of those that stay so. */
    yield* begin(pause_workflow_run({ id: fresh }))
    assert.isNull((yield* begin(resume_workflow({ workflow: name }))).paused_at)
    assert.isNull((yield* begin(resume_workflow({ workflow: name }))).paused_at)
    yield* until(waiting, "completed")
    yield* begin(sendSignal(atWork, Go, undefined))
    yield* until(atWork, "completed")
    assert.deepInclude(yield* seen(fresh), { status: "paused", workflow_paused_at: null })
    yield* Deferred.succeed(gate("new"), undefined)
    yield* begin(Effect.andThen(resume_workflow_run({ id: fresh }), sendSignal(fresh, Go, undefined)))
    yield* until(fresh, "completed")
    assert.deepStrictEqual([of("work"), of("wait"), of("new")], [["one", "two", "three"], ["one", "two", "three"], ["one", "two", "three"]])
    const receipts = yield* sql<{ n: number }>`select count(*)::int as n from workflow_pauses`
    assert.strictEqual(receipts[0]!.n, 0)
  }))

  it.effect("holds a run that is resumed by itself, and lets one go that is canceled", () => Effect.gen(function*() {
    const id = yield* begin(Effect.tap(Held.start({ key: "both" }), (id) => Effect.orDie(pause_workflow_run({ id }))))
    const begun = yield* begin(Held.start({ key: "begun" }))
    yield* Deferred.succeed(gate("begun"), undefined)
    yield* until(begun, "waiting")
    yield* begin(pause_workflow({ workflow: name }))
    yield* begin(resume_workflow_run({ id }))
    assert.deepInclude(yield* seen(id), { status: "paused", pause_requested_at: null })
    yield* begin(cancelRun(begun))
    yield* until(begun, "canceled")
    yield* begin(cancelRun(id))
    yield* until(id, "canceled")
    yield* begin(resume_workflow({ workflow: name }))
    assert.deepStrictEqual(of("both"), [])
  }))

  it.effect("that is resumed before a run at work came to rest lets it go on", () => Effect.gen(function*() {
    const ids = yield* begin(Effect.all(Array.from({ length: 8 }, (_, n) => Held.start({ key: `hasty ${n}` }))))
    for (let n = 0; n < 8; n++) yield* did(`hasty ${n} one`)
    for (let round = 0; round < 4; round++) {
      yield* begin(pause_workflow({ workflow: name }))
      for (const n of [round * 2, round * 2 + 1]) yield* Deferred.succeed(gate(`hasty ${n}`), undefined)
      if (round % 2 === 1) yield* until(ids[round * 2]!, "paused")
      yield* begin(resume_workflow({ workflow: name }))
    }
    yield* begin(Effect.all(ids.map((id) => sendSignal(id, Go, undefined))))
    for (const [n, id] of ids.entries()) {
      yield* until(id, "completed")
      assert.deepStrictEqual(of(`hasty ${n}`), ["one", "two", "three"])
    }
  }))

  it.effect("is one that there is", () => Effect.gen(function*() {
    const { message } = yield* Effect.flip(begin(pause_workflow({ workflow: "held.nothing" })))
    assert.strictEqual(message, "There is no such workflow.")
  }))
})
