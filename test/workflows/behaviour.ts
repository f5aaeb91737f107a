import { assert } from "@effect/vitest"
import { Context, type Duration, Effect, Exit, Option, Schema } from "effect"
import { Runs } from "#layers/engine/runs"
import { Journal } from "#layers/journal"
import type { Tenancy } from "#layers/tenancy"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunDetail, RunId } from "#schemas/workflows/run"
import {
  cancelRun, child, durable, sendSignal, signal, sleep, sleepUntil, step, stepKey, waitAtMost, waitFor, withCompensation, write
} from "#workflows/durable"

/** How the same cases are put to an engine: in memory, or the one that runs in production. */
export class Driver extends Context.Service<Driver, {
  readonly begin: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Exclude<R, Caller> | Tenancy>
  /** The run, once it is in one of these states. */
  readonly until: (id: RunId, ...statuses: ReadonlyArray<string>) => Effect.Effect<RunDetail>
  readonly pass: (time: Duration.Input) => Effect.Effect<void>
  /** Milliseconds. */
  readonly now: Effect.Effect<number>
}>()("test/Driver") {}

const ended = ["completed", "failed", "canceled"]

/** What programs did outside, by run. */
const deeds = new Map<string, Array<string>>()
const done = (key: string) => deeds.get(key) ?? []
const deed = (key: string, what: string) => Effect.sync(() => void deeds.set(key, [...done(key), what]))
let keys = 0
const freshKey = () => `case-${++keys}`

class Busy extends Schema.TaggedError<Busy>("Busy")("Busy", { times: Schema.Int }) {}
class Declined extends Schema.TaggedError<Declined>("Declined")("Declined", { why: Schema.String }) {}

const Answered = signal("answered", Schema.Struct({ at: Schema.Date }))

const Dates = durable({ name: "test.dates", version: 1, payload: { due: Schema.Date }, success: Schema.Date })
const DatesProgram = Dates.program(Effect.fnUntraced(function*({ due }) {
  assert.instanceOf(due, Date)
  const kept = yield* step("keep", { success: Schema.Date }, Effect.succeed(due))
  yield* sleep("nap", "1 second")
  const written = yield* write("write", { verb: "test_write", success: Schema.Date }, Effect.succeed(kept))
  assert.instanceOf(written, Date)
  return new Date(written.getTime() + 1)
}))

const Trying = durable({
  name: "test.trying", version: 1, payload: { key: Schema.String, failures: Schema.Int, refuses: Schema.Boolean },
  success: Schema.Int, error: Schema.Union([Busy, Declined])
})
const TryingProgram = Trying.program(({ failures, key, refuses }) =>
  step("try", {
    success: Schema.Int,
    error: Schema.Union([Busy, Declined]),
    retries: { attempts: 3, first: "100 millis", factor: 30, only: ["Busy"] }
  }, Effect.gen(function*() {
    yield* deed(key, yield* stepKey("try"))
    const times = done(key).length
    if (refuses) return yield* new Declined({ why: "never" })
    return times > failures ? times : yield* new Busy({ times })
  })))

const Waiting = durable({ name: "test.waiting", version: 1, payload: {}, success: Schema.Array(Schema.NullOr(Schema.Date)) })
const WaitingProgram = Waiting.program(Effect.fnUntraced(function*() {
  const first = yield* waitAtMost(Answered, "1 second")
  const second = yield* waitAtMost(Answered, "1 minute", "second chance")
  const third = yield* waitFor(Answered)
  return [Option.getOrNull(first)?.at ?? null, Option.getOrNull(second)?.at ?? null, third.at]
}))

const Parent = durable({
  name: "test.parent", version: 1, payload: { key: Schema.String, how: Schema.String }, success: Schema.String, error: Declined
})
const Child = durable({
  name: "test.child", version: 1, payload: { how: Schema.String, due: Schema.Date }, success: Schema.Date, error: Declined
})
const ChildProgram = Child.program(Effect.fnUntraced(function*({ due, how }) {
  yield* sleep("nap", how === "wait" ? "1 hour" : "1 second")
  if (how === "decline") return yield* new Declined({ why: "child" })
  if (how === "die") return yield* Effect.die(new Error("child broke"))
  return due
}))
const ParentProgram = Parent.program(Effect.fnUntraced(function*({ how, key }) {
  yield* step("reserve", {}, deed(key, "reserve")).pipe(withCompensation(() => step("release", {}, deed(key, "release"))))
  const due = yield* child("only", Child, { how, due: new Date(5) }).pipe(
    Effect.catchTag("Declined", ({ why }) => why === "child" && how === "decline" ? Effect.succeed(new Date(6)) : new Declined({ why }))
  )
  return due.toISOString()
}))

const Until = durable({ name: "test.until", version: 1, payload: { past: Schema.String, soon: Schema.String }, success: Schema.Boolean })
const UntilProgram = Until.program(Effect.fnUntraced(function*({ past, soon }) {
  yield* sleepUntil("past", past)
  yield* sleepUntil("soon", soon)
  yield* sleep("after", "1 second")
  return true
}))

const Broken = durable({ name: "test.broken", version: 1, payload: { key: Schema.String, how: Schema.String } })
const BrokenProgram = Broken.program(Effect.fnUntraced(function*({ how, key }) {
  yield* write("one", { verb: "test_one" }, deed(key, "one")).pipe(
    withCompensation(() => write("undo one", { verb: "test_undo" }, deed(key, "undo one")))
  )
  yield* step("two", {}, deed(key, "two")).pipe(withCompensation(() =>
    step("undo two", { error: Busy, retries: { attempts: 3, first: "3 seconds" } }, Effect.gen(function*() {
      yield* deed(key, "undo two")
      if (done(key).filter((what) => what === "undo two").length < 2) return yield* new Busy({ times: 1 })
    })).pipe(Effect.catch(() => deed(key, "gave up")))
  ))
  if (how === "program") return yield* Effect.die(new Error("broke"))
  if (how === "step") return yield* step("three", {}, Effect.die(new Error("broke")))
  if (how === "twice") return yield* step("two", {}, Effect.void)
  yield* sleep("long", "1 hour")
}))

class Refused extends Schema.TaggedError<Refused>("Refused")("Refused", {}) {}
const Writing = durable({ name: "test.writing", version: 1, payload: { key: Schema.String, tell: Schema.Int }, error: Refused })
const note = (id: number) =>
  Journal.use((journal) => journal.record({ object: "note", id, before: null, after: { id }, events: ["test.ping"] }))
const WritingProgram = Writing.program(Effect.fnUntraced(function*({ key, tell }) {
  yield* write("first", { verb: "test_first" }, Effect.gen(function*() {
    yield* deed(key, "first")
    yield* note(1)
    yield* sendSignal(tell as RunId, Answered, { at: new Date(7) })
  }))
  yield* sleep("nap", "1 second")
  yield* write("refused", { verb: "test_refused", error: Refused }, Effect.gen(function*() {
    yield* note(2)
    yield* Waiting.start({}, { key: `${key} refused` })
    return yield* new Refused()
  }))
}))

const Wide = durable({ name: "test.wide", version: 1, payload: {}, success: Schema.Array(Schema.Int) })
const WideProgram = Wide.program(() =>
  Effect.forEach([3, 1, 2], (n) =>
    Effect.gen(function*() {
      yield* sleep(`nap ${n}`, `${n} seconds`)
      return yield* step(`step ${n}`, { success: Schema.Int }, Effect.succeed(n))
    }), { concurrency: "unbounded" }))

export const works = [
  [Dates, DatesProgram], [Trying, TryingProgram], [Waiting, WaitingProgram], [Parent, ParentProgram], [Child, ChildProgram],
  [Until, UntilProgram], [Broken, BrokenProgram], [Writing, WritingProgram], [Wide, WideProgram]
] as const

const reasonOf = ({ error }: RunDetail) => (error as ReadonlyArray<any>)[0]

/** What holds on every engine. */
export const cases = {
  "keeps payloads, results and what steps give with their types": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const id = yield* begin(Dates.start({ due: new Date(1_000) }))
    const run = yield* until(id, ...ended)
    assert.deepStrictEqual([run.status, run.payload, run.result], ["completed", { due: "1970-01-01T00:00:01.000Z" }, "1970-01-01T00:00:01.001Z"])
    assert.isAtLeast(run.attempt, 2)
  }),

  "tries a step again as told": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const key = freshKey()
    const id = yield* begin(Trying.start({ key, failures: 2, refuses: false }))
    const waiting = yield* until(id, "waiting")
    assert.isNotNull(waiting.wake_at)
    const run = yield* until(id, ...ended)
    assert.deepStrictEqual([run.status, run.result], ["completed", 3])
    assert.deepStrictEqual(done(key), Array(3).fill(`run_${id}/try`))
    assert.deepStrictEqual(
      run.steps.filter(({ name }) => name === "try").map(({ attempt, status }) => [attempt, status]),
      [[1, "failed"], [2, "failed"], [3, "completed"]]
    )
  }),

  "gives up a step after its attempts, and at once on what does not pass": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const [often, never] = [freshKey(), freshKey()]
    const one = yield* begin(Trying.start({ key: often, failures: 9, refuses: false }))
    const two = yield* begin(Trying.start({ key: never, failures: 0, refuses: true }))
    const first = yield* until(one, ...ended)
    assert.deepStrictEqual([first.status, reasonOf(first)], ["failed", { _tag: "Fail", error: { _tag: "Busy", times: 3 } }])
    const second = yield* until(two, ...ended)
    assert.deepStrictEqual([second.status, reasonOf(second)], ["failed", { _tag: "Fail", error: { _tag: "Declined", why: "never" } }])
    assert.deepStrictEqual([done(often).length, done(never).length], [3, 1])
  }),

  "waits at most, more than once for the same signal": Effect.gen(function*() {
    const { begin, pass, until } = yield* Driver
    const id = yield* begin(Waiting.start({}))
    for (;;) {
      const { steps } = yield* until(id, "waiting")
      if (steps.some(({ name }) => name === "second chance/limit")) break
      yield* pass("200 millis")
    }
    yield* begin(sendSignal(id, Answered, { at: new Date(9) }))
    yield* begin(sendSignal(id, Answered, { at: new Date(10) }))
    const run = yield* until(id, ...ended)
    assert.deepStrictEqual(run.result, [null, "1970-01-01T00:00:00.009Z", "1970-01-01T00:00:00.009Z"])
  }),

  "has a signal that came before it was waited for": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const id = yield* begin(Effect.tap(Waiting.start({}), (id) => sendSignal(id, Answered, { at: new Date(1) })))
    const run = yield* until(id, ...ended)
    assert.deepStrictEqual(run.result, Array(3).fill("1970-01-01T00:00:00.001Z"))
  }),

  "gets what a child gives, and its typed failure": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const one = yield* begin(Parent.start({ key: freshKey(), how: "give" }))
    const two = yield* begin(Parent.start({ key: freshKey(), how: "decline" }))
    assert.strictEqual((yield* until(one, ...ended)).result, "1970-01-01T00:00:00.005Z")
    assert.strictEqual((yield* until(two, ...ended)).result, "1970-01-01T00:00:00.006Z")
  }),

  "fails with a child that broke, and undoes what it did": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const key = freshKey()
    const id = yield* begin(Parent.start({ key, how: "die" }))
    const run = yield* until(id, ...ended)
    assert.strictEqual(run.status, "failed")
    assert.include(JSON.stringify(run.error), "child broke")
    assert.deepStrictEqual(done(key), ["reserve", "release"])
  }),

  "fails with a child that somebody canceled": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const key = freshKey()
    const id = yield* begin(Parent.start({ key, how: "wait" }))
    yield* until(id, "waiting")
    const children = (yield* begin(Runs.use((runs) => runs.page({ limit: 200, offset: 0, workflow: "test.child" })))).items
    const kid = children.find(({ parent_id }) => parent_id === id)!
    yield* until(kid.id, "waiting")
    yield* begin(cancelRun(kid.id))
    assert.strictEqual((yield* until(kid.id, ...ended)).status, "canceled")
    const run = yield* until(id, ...ended)
    assert.strictEqual(run.status, "failed")
    assert.include(JSON.stringify(run.error), "canceled")
    assert.deepStrictEqual(done(key), ["reserve", "release"])
  }),

  "is canceled together with its children": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const key = freshKey()
    const id = yield* begin(Parent.start({ key, how: "wait" }))
    yield* until(id, "waiting")
    const children = (yield* begin(Runs.use((runs) => runs.page({ limit: 200, offset: 0, workflow: "test.child" })))).items
    const kid = children.find(({ parent_id }) => parent_id === id)!
    yield* until(kid.id, "waiting")
    yield* begin(cancelRun(id))
    assert.strictEqual((yield* until(id, ...ended)).status, "canceled")
    assert.strictEqual((yield* until(kid.id, ...ended)).status, "canceled")
    assert.deepStrictEqual(done(key), ["reserve", "release"])
  }),

  "waits until an instant, and not for one that is past": Effect.gen(function*() {
    const { begin, now, until } = yield* Driver
    const soon = new Date((yield* now) + 1_500)
    const id = yield* begin(Until.start({ past: "1969-01-01T00:00:00Z", soon: soon.toISOString() }))
    const run = yield* until(id, ...ended)
    assert.deepStrictEqual([run.status, run.result], ["completed", true])
    assert.deepStrictEqual(run.steps.map(({ name }) => name), ["soon", "after"])
  }),

  "fails for good with a defect, and undoes the last first, each once": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    for (const how of ["program", "step", "twice"]) {
      const key = freshKey()
      const run = yield* until(yield* begin(Broken.start({ key, how })), ...ended)
      assert.strictEqual(run.status, "failed")
      const { _tag, defect } = reasonOf(run)
      assert.strictEqual(_tag, "Die")
      assert.include(defect.message, how === "twice" ? `"two" is used twice` : "broke")
      assert.deepStrictEqual(done(key), ["one", "two", "undo two", "undo two", "undo one"])
    }
  }),

  "is canceled, and undoes the last first, each once": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const key = freshKey()
    const id = yield* begin(Broken.start({ key, how: "sleep" }))
    yield* until(id, "waiting")
    yield* begin(cancelRun(id))
    const run = yield* until(id, ...ended)
    assert.strictEqual(run.status, "canceled")
    assert.deepStrictEqual(done(key), ["one", "two", "undo two", "undo two", "undo one"])
  }),

  "writes once, all or nothing, and tells other runs": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const key = freshKey()
    const waits = yield* begin(Waiting.start({}))
    const id = yield* begin(Writing.start({ key, tell: waits }))
    const run = yield* until(id, ...ended)
    assert.deepStrictEqual([run.status, reasonOf(run)], ["failed", { _tag: "Fail", error: { _tag: "Refused" } }])
    assert.deepStrictEqual(done(key), ["first"])
    assert.include((yield* until(waits, ...ended)).result, "1970-01-01T00:00:00.007Z")
    const { items } = yield* begin(Runs.use((runs) => runs.page({ limit: 200, offset: 0, workflow: "test.waiting" })))
    assert.isUndefined(items.find((one) => one.key === `${key} refused`))
  }),

  "does several things at the same time": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const run = yield* until(yield* begin(Wide.start({})), ...ended)
    assert.deepStrictEqual(run.result, [3, 1, 2])
  }),

  "runs once under a key, and not at all if what started it is undone": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const key = freshKey()
    const id = yield* begin(Dates.start({ due: new Date(1) }, { key }))
    assert.strictEqual(yield* begin(Dates.start({ due: new Date(1) }, { key })), id)
    const other = yield* Effect.exit(begin(Dates.start({ due: new Date(2) }, { key })))
    assert.isTrue(Exit.isFailure(other))
    assert.include(String(other), `was started under the key ${key} with another payload (run ${id})`)
    const none = freshKey()
    yield* Effect.flip(begin(Effect.andThen(Dates.start({ due: new Date(1) }, { key: none }), new Refused())))
    const { items } = yield* begin(Runs.use((runs) => runs.page({ limit: 200, offset: 0, workflow: "test.dates" })))
    assert.deepStrictEqual(items.flatMap((one) => one.key ?? []).filter((one) => one === key || one === none), [key])
    yield* until(id, "completed")
  }),

  "refuses to tell a run that there is not": Effect.gen(function*() {
    const { begin } = yield* Driver
    assert.isTrue(Exit.isFailure(yield* Effect.exit(begin(sendSignal(987_654 as RunId, Answered, { at: new Date(0) })))))
  })
}
