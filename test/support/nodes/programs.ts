import { Duration, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ChangeLog } from "#layers/kernel/receipts/change-log"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { CurrentRun } from "#workflows/current-run"
import { child, durable, signal, sleep, sleepUntil, step, stepKey, waitFor, write } from "#workflows/durable"
import type { Called } from "./receiver.ts"

/** Tells the test what happens here. */
const tell = (told: object) => void process.stdout.write(`${JSON.stringify(told)}\n`)

/** Not a step: it happens on each beginning and each resumption of a run. */
const awake = CurrentRun.use(({ id }) => Effect.sync(() => tell({ awake: id })))

/**
 * Asks the test's receiver to do something, under the step's key. Whether it has done so already is for the receiver to
 * know; when it answers is for the test to say.
 */
const ask = Effect.fnUntraced(function*(receiver: string, name: string) {
  const key = yield* stepKey(name)
  const { id } = yield* CurrentRun
  const { company_id } = yield* Caller
  const called: Called = { key, company: company_id, run: id, step: name, pid: process.pid }
  yield* Effect.promise((signal) => fetch(receiver, { method: "POST", body: JSON.stringify(called), signal }))
})

export const call = (receiver: string, name: string) => step(name, {}, ask(receiver, name))

/** A row that only the write keeps from being there twice. `takes` is spent inside the transaction. */
export const note = (name: string, takes: Duration.Input = 0) =>
  write(name, { verb: "test_note" }, Effect.gen(function*() {
    const { id } = yield* CurrentRun
    const sql = yield* SqlClient.SqlClient
    yield* Effect.orDie(sql`insert into test_notes (run_id, step, pid) values (${id}, ${name}, ${process.pid})`)
    yield* Effect.sleep(takes)
    yield* (yield* ChangeLog).record({ object: "note", id, before: null, after: { name }, events: ["test.ping"] })
  }))

export const Leaf = durable({
  name: "fault.leaf", version: 1, payload: { receiver: Schema.String, n: Schema.Int }, success: Schema.Int
})

const LeafProgram = Leaf.program(Effect.fnUntraced(function*({ n, receiver }) {
  yield* awake
  yield* call(receiver, "leaf")
  yield* note("leaf note")
  return n * n
}))

/** Everything a run can be in the midst of. */
export const Journey = durable({
  name: "fault.journey", version: 1, payload: { receiver: Schema.String, nap: Schema.Int }, success: Schema.Int
})

/** What a journey asks of the receiver, its two leaves aside. */
export const FAN = [0, 1, 2, 3, 4, 5]
export const journeyCalls = ["first", ...FAN.map((n) => `fan ${n}`), "last"]
export const journeyNotes = ["long note", "end note"]
export const LEAVES = [2, 3]

const JourneyProgram = Journey.program(Effect.fnUntraced(function*({ nap, receiver }) {
  yield* awake
  yield* call(receiver, "first")
  yield* Effect.sleep("150 millis")
  yield* note("long note", "150 millis")
  yield* sleep("nap", Duration.millis(nap))
  yield* Effect.all(FAN.map((n) => call(receiver, `fan ${n}`)), { concurrency: "unbounded" })
  const leaves = LEAVES.map((n) => child(`leaf ${n}`, Leaf, { receiver, n }))
  const squares = yield* Effect.all(leaves, { concurrency: "unbounded" })
  yield* note("end note")
  yield* call(receiver, "last")
  return squares.reduce((sum, square) => sum + square, 0)
}))

/** Short: a call, a nap, a call, a note. */
export const Hop = durable({
  name: "fault.hop", version: 1, payload: { receiver: Schema.String, nap: Schema.Int }
})
export const hopCalls = ["first", "last"]

const HopProgram = Hop.program(Effect.fnUntraced(function*({ nap, receiver }) {
  yield* awake
  yield* call(receiver, "first")
  yield* sleep("nap", Duration.millis(nap))
  yield* call(receiver, "last")
  yield* note("note")
}))

/** One call, by so many runs at a time. */
export const Limited = durable({
  name: "fault.limited", version: 1, payload: { receiver: Schema.String }, concurrency: { perCompany: 3, total: 7 }
})

const LimitedProgram = Limited.program(Effect.fnUntraced(function*({ receiver }) {
  yield* awake
  yield* call(receiver, "only")
}))

/** Two at a time: a call when it begins, and one when it is woken. */
export const Woken = durable({
  name: "fault.woken", version: 1, payload: { receiver: Schema.String, at: Schema.String }, concurrency: { perCompany: 2, total: 3 }
})

const WokenProgram = Woken.program(Effect.fnUntraced(function*({ at, receiver }) {
  yield* awake
  yield* call(receiver, "first")
  yield* sleepUntil("at", at)
  yield* call(receiver, "last")
}))

export const Go = signal("go", Schema.Struct({}))

const deploy = (version: number) => durable({ name: "fault.deploy", version, payload: {}, success: Schema.String })

/** The same workflow before and after a change: waits to be told, then says which it is and where it ended. */
export const Deploy1 = deploy(1)
export const Deploy2 = deploy(2)

const deployed = (it: typeof Deploy1) => it.program(Effect.fnUntraced(function*() {
  yield* awake
  yield* note("began")
  yield* waitFor(Go)
  yield* note("ended")
  return `v${it.version} in ${process.pid}`
}))

/** By the names under which a worker is told to know them. */
export const programs = {
  journey: [Journey.definition, JourneyProgram],
  leaf: [Leaf.definition, LeafProgram],
  hop: [Hop.definition, HopProgram],
  limited: [Limited.definition, LimitedProgram],
  woken: [Woken.definition, WokenProgram],
  deploy1: [Deploy1.definition, deployed(Deploy1)],
  deploy2: [Deploy2.definition, deployed(Deploy2)]
} as const

export type Program = keyof typeof programs

/** What a worker tells: that it works, why it does not, or that a run began or was resumed. */
export type Told = { readonly ready: true } | { readonly failed: string } | { readonly awake: RunId }
