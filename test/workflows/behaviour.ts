import { assert } from "@effect/vitest"
import { Context, type Duration, Effect, Exit } from "effect"
import { Runs } from "#layers/workflows/runs"
import type { Tenancy } from "#layers/kernel/tenancy"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunDetail, RunId } from "#schemas/workflows/run"
import { cancelRun, sendSignal } from "#workflows/durable"
import {
  Answered, Broken, Dates, done, freshKey, Grown, Hanging, Parent, Refused, Trying, Until, Waiting, Wide, Writing
} from "./behaving.ts"

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

const reasonOf = ({ error }: RunDetail) => (error as ReadonlyArray<any>)[0]

/** What holds on every engine. */
export const cases = {
  "keeps payloads, results and what steps give with their types": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const id = yield* begin(Dates.start({ due: new Date(1_000) }))
    const run = yield* until(id, ...ended)
    assert.deepStrictEqual(
      [run.status, run.payload, run.result], ["completed", { due: "1970-01-01T00:00:01.000Z" }, "1970-01-01T00:00:01.001Z"]
    )
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

  "interrupts a step that takes longer than its timeout, and tries it again as told": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const [twice, always] = [freshKey(), freshKey()]
    const one = yield* begin(Hanging.start({ key: twice, hangs: 2 }))
    const two = yield* begin(Hanging.start({ key: always, hangs: 9 }))
    assert.strictEqual((yield* until(one, ...ended)).status, "completed")
    assert.deepStrictEqual(done(twice), ["interrupted", "interrupted", "done"])
    const run = yield* until(two, ...ended)
    assert.deepStrictEqual([run.status, reasonOf(run)], ["failed", { _tag: "Fail", error: { _tag: "StepTimedOut", step: "hang" } }])
    assert.deepStrictEqual(done(always), Array(3).fill("interrupted"))
  }),

  "gives up a step after its attempts, and at once on what does not pass": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const [often, never] = [freshKey(), freshKey()]
    const one = yield* begin(Trying.start({ key: often, failures: 9, refuses: false }))
    const two = yield* begin(Trying.start({ key: never, failures: 0, refuses: true }))
    const first = yield* until(one, ...ended)
    assert.deepStrictEqual([first.status, reasonOf(first)], ["failed", { _tag: "Fail", error: { _tag: "Busy", times: 3 } }])
    const second = yield* until(two, ...ended)
    assert.deepStrictEqual(
      [second.status, reasonOf(second)], ["failed", { _tag: "Fail", error: { _tag: "Declined", why: "never" } }]
    )
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
    const reasons = {
      program: "broke", step: "broke", twice: `"two" is used twice`, interrupts: "interrupts itself", undo: "broke"
    }
    yield* Effect.forEach(Object.entries(reasons), ([how, reason]) => Effect.gen(function*() {
      const key = freshKey()
      const run = yield* until(yield* begin(Broken.start({ key, how })), ...ended)
      assert.strictEqual(run.status, "failed")
      const { _tag, defect } = reasonOf(run)
      assert.strictEqual(_tag, "Die")
      assert.include(defect.message, reason)
      const before = how === "undo" ? ["one", "two", "four"] : ["one", "two"]
      assert.deepStrictEqual(done(key), [...before, "undo two", "undo two", "undo one"])
      const failed = run.steps.filter(({ kind, name, status }) => kind === "step" && name.startsWith("undo") && status === "failed")
      assert.deepStrictEqual(failed.map(({ name }) => name), how === "undo" ? ["undo four", "undo two"] : ["undo two"])
    }), { concurrency: "unbounded" })
  }),

  "fails a run whose payload no longer fits": Effect.gen(function*() {
    const { begin, until } = yield* Driver
    const run = yield* until(yield* begin(Grown.start({ a: 1 })), ...ended)
    assert.strictEqual(run.status, "failed")
    assert.include(JSON.stringify(run.error), "Missing key")
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
