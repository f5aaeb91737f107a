import { Effect, Option, Schema } from "effect"
import { companyNow } from "#layers/kernel/company-clock"
import { ChangeLog } from "#layers/kernel/receipts/change-log"
import type { Workflows } from "../support/engine.ts"
import { child, durable, signal, sleep, sleepUntil, step, waitAtMost, withCompensation, write } from "#workflows/durable"

class Busy extends Schema.TaggedError<Busy>("Busy")("Busy", {}) {}

const DAY_MS = 86_400_000

/** Writes down, once, what happened and what time it was for the run. */
const note = (name: string, what: string) =>
  write(name, { verb: "test_note" }, Effect.gen(function*() {
    const after = { what, at: new Date(yield* companyNow).toISOString() }
    yield* (yield* ChangeLog).record({ object: "note", id: 1, before: null, after, events: ["test.ping"] })
  }))

export const Once = durable({ name: "clock.once", version: 1, payload: { what: Schema.String, at: Schema.String } })
const OnceProgram = Once.program(Effect.fnUntraced(function*({ at, what }) {
  yield* sleepUntil("at", at)
  yield* note("note", what)
}))

/** Sets each of its timers when the one before has fired, and waits for a child that does so too. */
export const Chain = durable({ name: "clock.chain", version: 1, payload: { days: Schema.Int, times: Schema.Int } })
const ChainProgram = Chain.program(Effect.fnUntraced(function*({ days, times }) {
  for (let n = 1; n <= times; n++) {
    yield* sleep(`nap ${n}`, days * DAY_MS)
    yield* note(`note ${n}`, `chain ${n}`)
    if (n === 2) yield* child("leaf", Leaf, { ms: DAY_MS / 2 })
  }
}))

const Leaf = durable({ name: "clock.leaf", version: 1, payload: { ms: Schema.Int } })
const LeafProgram = Leaf.program(Effect.fnUntraced(function*({ ms }) {
  yield* sleep("nap", ms)
  yield* note("note", "leaf")
}))

const Never = signal("never", Schema.Struct({}))

/** Waits for nobody, tries again for hours, and is undone for hours. */
export const Patient = durable({ name: "clock.patient", version: 1, payload: {} })
const PatientProgram = Patient.program(Effect.fnUntraced(function*() {
  const answer = yield* waitAtMost(Never, "40 days")
  yield* note("note", Option.isNone(answer) ? "nobody answered" : "answered")
  yield* note("before", "begun").pipe(withCompensation(() =>
    step("undo", { error: Busy, retries: { attempts: 3, first: "6 hours" } }, new Busy()).pipe(
      Effect.catch(() => note("undone", "undone"))
    )))
  yield* step("try", { error: Busy, retries: { attempts: 3, first: "1 hour" } }, new Busy()).pipe(Effect.orDie)
}))

export const works = (): Workflows => [
  [Once, OnceProgram], [Chain, ChainProgram], [Leaf, LeafProgram], [Patient, PatientProgram]
]
