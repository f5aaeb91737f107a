import { assert } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { ChangeLog } from "#layers/kernel/receipts/change-log"
import type { RunId } from "#schemas/workflows/run"
import {
  child, durable, sendSignal, signal, sleep, sleepUntil, step, stepKey, waitAtMost, waitFor, withCompensation, write
} from "#workflows/durable"
import { StepTimedOut } from "#workflows/step-timeout"

/** What programs did outside, by run. */
const deeds = new Map<string, Array<string>>()
export const done = (key: string) => deeds.get(key) ?? []
const record = (key: string, what: string) => Effect.sync(() => void deeds.set(key, [...done(key), what]))
let keys = 0
export const freshKey = () => `case-${++keys}`

class Busy extends Schema.TaggedError<Busy>("Busy")("Busy", { times: Schema.Int }) {}
class Declined extends Schema.TaggedError<Declined>("Declined")("Declined", { why: Schema.String }) {}

export const Answered = signal("answered", Schema.Struct({ at: Schema.Date }))

export const Dates = durable({ name: "test.dates", version: 1, payload: { due: Schema.Date }, success: Schema.Date })
const DatesProgram = Dates.program(Effect.fnUntraced(function*({ due }) {
  assert.instanceOf(due, Date)
  const kept = yield* step("keep", { success: Schema.Date }, Effect.succeed(due))
  yield* sleep("nap", "1 second")
  const written = yield* write("write", { verb: "test_write", success: Schema.Date }, Effect.succeed(kept))
  assert.instanceOf(written, Date)
  return new Date(written.getTime() + 1)
}))

export const Trying = durable({
  name: "test.trying", version: 1, payload: { key: Schema.String, failures: Schema.Int, refuses: Schema.Boolean },
  success: Schema.Int, error: Schema.Union([Busy, Declined])
})
const TryingProgram = Trying.program(({ failures, key, refuses }) =>
  step("try", {
    success: Schema.Int,
    error: Schema.Union([Busy, Declined]),
    retries: { attempts: 3, first: "100 millis", factor: 30, only: ["Busy"] }
  }, Effect.gen(function*() {
    yield* record(key, yield* stepKey("try"))
    const times = done(key).length
    if (refuses) return yield* new Declined({ why: "never" })
    return times > failures ? times : yield* new Busy({ times })
  })))

export const Hanging = durable({
  name: "test.hanging", version: 1, payload: { key: Schema.String, hangs: Schema.Int }, error: StepTimedOut
})
const HangingProgram = Hanging.program(({ hangs, key }) =>
  step("hang", { timeout: "300 millis", retries: { attempts: 3, first: "100 millis", only: ["StepTimedOut"] } }, Effect.suspend(() =>
    done(key).filter((what) => what === "interrupted").length < hangs
      ? Effect.onInterrupt(Effect.never, () => record(key, "interrupted"))
      : record(key, "done"))))

export const Waiting = durable({
  name: "test.waiting", version: 1, payload: {}, success: Schema.Array(Schema.NullOr(Schema.Date))
})
const WaitingProgram = Waiting.program(Effect.fnUntraced(function*() {
  const first = yield* waitAtMost(Answered, "1 second")
  const second = yield* waitAtMost(Answered, "1 minute", "second chance")
  const third = yield* waitFor(Answered)
  return [Option.getOrNull(first)?.at ?? null, Option.getOrNull(second)?.at ?? null, third.at]
}))

export const Parent = durable({
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
  yield* step("reserve", {}, record(key, "reserve")).pipe(withCompensation(() => step("release", {}, record(key, "release"))))
  const due = yield* child("only", Child, { how, due: new Date(5) }).pipe(
    Effect.catchTag("Declined", ({ why }) =>
      why === "child" && how === "decline" ? Effect.succeed(new Date(6)) : new Declined({ why }))
  )
  return due.toISOString()
}))

export const Until = durable({
  name: "test.until", version: 1, payload: { past: Schema.String, soon: Schema.String }, success: Schema.Boolean
})
const UntilProgram = Until.program(Effect.fnUntraced(function*({ past, soon }) {
  yield* sleepUntil("past", past)
  yield* sleepUntil("soon", soon)
  yield* sleep("after", "1 second")
  return true
}))

export const Broken = durable({ name: "test.broken", version: 1, payload: { key: Schema.String, how: Schema.String } })
const BrokenProgram = Broken.program(Effect.fnUntraced(function*({ how, key }) {
  yield* write("one", { verb: "test_one" }, record(key, "one")).pipe(
    withCompensation(() => write("undo one", { verb: "test_undo" }, record(key, "undo one")))
  )
  yield* step("two", {}, record(key, "two")).pipe(withCompensation(() =>
    step("undo two", { error: Busy, retries: { attempts: 3, first: "3 seconds" } }, Effect.gen(function*() {
      yield* record(key, "undo two")
      if (done(key).filter((what) => what === "undo two").length < 2) return yield* new Busy({ times: 1 })
    })).pipe(Effect.catch(() => record(key, "gave up")))
  ))
  if (how === "program") return yield* Effect.die(new Error("broke"))
  if (how === "step") return yield* step("three", {}, Effect.die(new Error("broke")))
  if (how === "twice") return yield* step("two", {}, Effect.void)
  if (how === "interrupts") return yield* Effect.interrupt
  if (how === "undo") {
    yield* step("four", {}, record(key, "four")).pipe(
      withCompensation(() => step("undo four", {}, Effect.die(new Error("cannot undo"))))
    )
    return yield* Effect.die(new Error("broke"))
  }
  yield* sleep("long", "1 hour")
}))

export class Refused extends Schema.TaggedError<Refused>("Refused")("Refused", {}) {}
export const Writing = durable({
  name: "test.writing", version: 1, payload: { key: Schema.String, tell: Schema.Int }, error: Refused
})
const note = (id: number) =>
  ChangeLog.use((journal) => journal.record({ object: "note", id, before: null, after: { id }, events: ["test.ping"] }))
const WritingProgram = Writing.program(Effect.fnUntraced(function*({ key, tell }) {
  yield* write("first", { verb: "test_first" }, Effect.gen(function*() {
    yield* record(key, "first")
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

export const Wide = durable({ name: "test.wide", version: 1, payload: {}, success: Schema.Array(Schema.Int) })
const WideProgram = Wide.program(() =>
  Effect.forEach([3, 1, 2], (n) =>
    Effect.gen(function*() {
      yield* sleep(`nap ${n}`, `${n} seconds`)
      return yield* step(`step ${n}`, { success: Schema.Int }, Effect.succeed(n))
    }), { concurrency: "unbounded" }))

/** What it was when it was started, and what it is. */
export const Grown = durable({ name: "test.grown", version: 1, payload: { a: Schema.Int } })
const GrownSince = durable({ name: "test.grown", version: 1, payload: { a: Schema.Int, b: Schema.Int } })
const GrownProgram = GrownSince.program(() => Effect.void)

export const works = [
  [Dates, DatesProgram], [Trying, TryingProgram], [Hanging, HangingProgram], [Waiting, WaitingProgram], [Parent, ParentProgram], [Child, ChildProgram],
  [Until, UntilProgram], [Broken, BrokenProgram], [Writing, WritingProgram], [Wide, WideProgram],
  [Grown, GrownProgram]
] as const
