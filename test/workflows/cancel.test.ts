import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Option, Schedule, Schema } from "effect"
import { Runs } from "#layers/workflows/runs"
import { Tenancy } from "#layers/kernel/tenancy"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { cancelRun, child, durable, sleep, step, withCompensation } from "#workflows/durable"
import { engined } from "../support/engine.ts"
import { somebody } from "../support/workflows.ts"

/** Until a run that is at work has been told something; it is handed over at once, or with the next look for work. */
const TOLD = "1500 millis"

/** What runs did, and what keeps their steps from ending. */
const deeds: Array<string> = []
const gates = new Map<string, Deferred.Deferred<void>>()

const gate = (name: string) => {
  const known = gates.get(name) ?? Deferred.makeUnsafe<void>()
  gates.set(name, known)
  return known
}

const record = (what: string) => Effect.sync(() => void deeds.push(what))

const Narrow = durable({
  name: "cancel.narrow", version: 1, payload: { key: Schema.String }, success: Schema.String, concurrency: { perCompany: 1 }
})
const Brief = durable({ name: "cancel.brief", version: 1, payload: { key: Schema.String }, success: Schema.String })
const BriefProgram = Brief.program(Effect.fnUntraced(function*({ key }) {
  yield* step("one", {}, Effect.void)
  yield* sleep("nap", "1 hour")
  return key
}))
const NarrowProgram = Narrow.program(Effect.fnUntraced(function*({ key }) {
  yield* step("one", {}, Effect.andThen(record(`${key} one`), Deferred.await(gate(key)))).pipe(
    withCompensation(() => step("undo one", {}, record(`${key} undo one`)))
  )
  yield* step("two", {}, record(`${key} two`)).pipe(withCompensation(() => step("undo two", {}, record(`${key} undo two`))))
  yield* sleep("nap", "1 second")
  yield* step("three", {}, record(`${key} three`))
  return key
}))

const Parent = durable({
  name: "cancel.parent", version: 1, payload: { key: Schema.String }, success: Schema.Array(Schema.String)
})
const ParentProgram = Parent.program(Effect.fnUntraced(function*({ key }) {
  yield* step("begin", {}, record(`${key} begin`)).pipe(withCompensation(() => step("undo", {}, record(`${key} undo`))))
  return yield* Effect.forEach([1, 2, 3], (n) => child(`${n}`, Narrow, { key: `${key}/${n}` }), { concurrency: "unbounded" })
}))

const committed = <A, E, R>(work: Effect.Effect<A, E, R>) => Tenancy.use((tenancy) => tenancy.transaction(work))
const asSomebody = Effect.provideService(Caller, somebody)

const until = (id: RunId, ...statuses: ReadonlyArray<string>) =>
  Runs.use((runs) => runs.find(id)).pipe(
    Effect.map(Option.getOrThrow),
    Effect.repeat({ until: ({ status }) => statuses.includes(status), schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("90 seconds")
  )

const did = (what: string) =>
  Effect.sync(() => deeds.includes(what)).pipe(
    Effect.repeat({ until: (it) => it, schedule: Schedule.spaced("10 millis") }), Effect.timeout("90 seconds")
  )

/** The child of the three that has begun, and the other two; which it is, is not said. */
const firstOf = Effect.fnUntraced(function*(key: string, id: RunId) {
  const begun = yield* Effect.sync(() => [1, 2, 3].find((n) => deeds.includes(`${key}/${n} one`))).pipe(
    Effect.repeat({ until: (n) => n !== undefined, schedule: Schedule.spaced("10 millis") }), Effect.timeout("90 seconds")
  )
  const kids = yield* childrenOf(id).pipe(
    Effect.repeat({ until: ({ length }) => length === 3, schedule: Schedule.spaced("20 millis") }), Effect.timeout("90 seconds")
  )
  const name = `${key}/${begun}`
  const being = (wanted: string) => kids.filter(({ status }) => status === wanted)
  return { name, running: being("running")[0]!, queued: being("queued") }
})

const of = (key: string) => deeds.filter((what) => what.startsWith(key)).map((what) => what.slice(key.length).trim())

const childrenOf = (id: RunId) =>
  Runs.use((runs) => runs.page({ limit: 100, offset: 0, workflow: "cancel.narrow" })).pipe(
    Effect.map(({ items }) => items.filter(({ parent_id }) => parent_id === id).sort((a, b) => a.id - b.id))
  )

const open = (key: string) => Deferred.succeed(gate(key), undefined)

const TestServer = engined([[Narrow, NarrowProgram], [Parent, ParentProgram], [Brief, BriefProgram]])

layer(TestServer, { excludeTestServices: true })("a run that is canceled", (it) => {
  it.effect("in the queue never begins, and the next one has its place", () => Effect.gen(function*() {
    const [first, second, third] = yield* committed(Effect.all([
      Narrow.start({ key: "q1" }), Narrow.start({ key: "q2" }), Narrow.start({ key: "q3" })
    ]))
    yield* did("q1 one")
    yield* committed(cancelRun(second))
    const canceled = yield* until(second, "canceled")
    assert.deepInclude(canceled, { attempt: 0, started_at: null, error: null })
    assert.isNotNull(canceled.finished_at)
    yield* Effect.forEach(["q1", "q2", "q3"], open)
    yield* Effect.forEach([first, third], (id) => until(id, "completed"))
    assert.deepStrictEqual([of("q1"), of("q2"), of("q3")], [["one", "two", "three"], [], ["one", "two", "three"]])
  }).pipe(asSomebody))

  it.effect("at work ends with the step it is in, and undoes what it did", () => Effect.gen(function*() {
    const id = yield* committed(Narrow.start({ key: "work" }))
    yield* did("work one")
    yield* committed(cancelRun(id))
    yield* Effect.sleep(TOLD)
    assert.strictEqual((yield* until(id, "running", "canceled")).status, "running", "a step that was begun is not torn")
    yield* open("work")
    yield* until(id, "canceled")
    assert.deepStrictEqual(of("work"), ["one", "undo one"])
  }).pipe(asSomebody))

  it.effect("takes its children along, at work and in the queue", () => Effect.gen(function*() {
    const id = yield* committed(Parent.start({ key: "family" }))
    const { name, queued, running } = yield* firstOf("family", id)
    assert.strictEqual(queued.length, 2)
    yield* committed(cancelRun(id))
    yield* Effect.forEach(queued, (kid) => until(kid.id, "canceled"))
    yield* Effect.sleep(TOLD)
    yield* open(name)
    yield* Effect.forEach([id, running.id], (run) => until(run, "canceled"))
    assert.deepStrictEqual(of(name), ["one", "undo one"])
    assert.deepStrictEqual(deeds.filter((what) => what.startsWith("family/") && !what.startsWith(name)), [])
    assert.deepStrictEqual(of("family "), ["begin", "undo"])
  }).pipe(asSomebody))

  it.effect("in the queue fails the parent that waits for it", () => Effect.gen(function*() {
    const id = yield* committed(Parent.start({ key: "sibling" }))
    const { queued } = yield* firstOf("sibling", id)
    yield* committed(cancelRun(queued[1]!.id))
    const parent = yield* until(id, "failed", "completed", "canceled")
    assert.strictEqual(parent.status, "failed")
    assert.include(JSON.stringify(parent.error), "canceled")
    assert.deepStrictEqual(of("sibling "), ["begin", "undo"])
    yield* Effect.forEach([1, 2, 3], (n) => open(`sibling/${n}`))
  }).pipe(asSomebody))

  it.effect("after its end stays as it ended", () => Effect.gen(function*() {
    yield* open("late")
    const id = yield* committed(Narrow.start({ key: "late" }))
    const before = yield* until(id, "completed")
    yield* committed(cancelRun(id))
    yield* Effect.sleep(TOLD)
    assert.deepStrictEqual(yield* until(id, "completed"), before)
  }).pipe(asSomebody))

  it.effect("stays as it is when the change that cancels it is undone", () => Effect.gen(function*() {
    yield* open("undone")
    const id = yield* committed(Narrow.start({ key: "undone" }))
    yield* Effect.exit(committed(Effect.andThen(cancelRun(id), Effect.die("undone"))))
    assert.strictEqual((yield* until(id, "completed", "canceled", "failed")).status, "completed")
  }).pipe(asSomebody))

  it.effect("at any moment of its beginning ends", () => Effect.gen(function*() {
    const ids = yield* Effect.forEach(Array.from({ length: 60 }, (_, n) => n), (n) =>
      Effect.gen(function*() {
        const id = yield* committed(Brief.start({ key: `brief${n}` }))
        yield* Effect.sleep(n)
        yield* committed(cancelRun(id))
        return id
      }), { concurrency: 6 })
    yield* Effect.forEach(ids, (id) => until(id, "canceled"), { concurrency: 6 })
  }).pipe(asSomebody))
})
