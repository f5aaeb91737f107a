import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Companies } from "#layers/kernel/companies"
import { child, durable, sleep, step, waitAtMost, withCompensation, write } from "#workflows/durable"
import { replay, type Replayable } from "#workflows/workflows/replay/replay"
import { held } from "./held.ts"
import { Leaf, Refused, Told, UndoneProgram, Undone, Whole, WholeProgram } from "./history-works.ts"

const differences = (name: string, ...works: ReadonlyArray<Replayable>) =>
  Effect.map(replay(held(name), works), ({ differences }) => differences.map(({ kind, name }) => name === null ? kind : `${kind} ${name}`))

interface Change {
  readonly read?: string
  readonly nap?: string
  readonly swapped?: boolean
  readonly note?: false
  readonly more?: boolean
  readonly n?: number
  readonly gives?: number
  readonly outside?: boolean
  readonly service?: boolean
}

/** The program whose history is held, changed without a version of its own. */
const changed = ({ gives, more, n = 21, nap = "1 second", note, outside, read = "read", service, swapped }: Change) => {
  const writes = write("note", { verb: "test_note" }, recordChange({ object: "contact", id: 7, before: null, after: { id: 7 }, events: [] }))
  const works = Effect.gen(function*() {
    if (service === true) yield* Companies
    if (outside === true) yield* Companies.use((companies) => (companies as unknown as { readonly all: () => Effect.Effect<void> }).all())
    yield* step(read, { success: Schema.String }, Effect.succeed("Ada"))
    if (more === true) yield* step("more", { success: Schema.Int }, Effect.succeed(1))
    yield* step("knock", { error: Refused, retries: { attempts: 3, first: "10 millis" } }, Effect.void)
    yield* sleep("nap", nap as "1 second")
    const told = yield* waitAtMost(Told, "1 hour")
    if (note !== false && swapped !== true) yield* writes
    const doubled = yield* child("leaf", Leaf, { n })
    if (swapped === true) yield* writes
    yield* step("last", { error: Refused }, Effect.void)
    return gives ?? (Option.isSome(told) ? doubled : 0)
  })
  return [Whole, Whole.program(() => works as never)] as const
}

describe("a replay", () => {
  it.effect("finds nothing in the program that made the history, also where it failed, was canceled or still waits", () => Effect.gen(function*() {
    assert.deepStrictEqual(yield* differences("whole", [Whole, WholeProgram]), [])
    for (const name of ["undone", "canceled", "waiting"]) assert.deepStrictEqual(yield* differences(name, [Undone, UndoneProgram]), [], name)
    assert.deepStrictEqual(yield* differences("whole", changed({})), [])
  }))

  it.effect("says what a changed program does otherwise", () => Effect.gen(function*() {
    const of = (change: Change) => differences("whole", changed(change))
    assert.deepStrictEqual(yield* of({ read: "look" }), ["renamed read"])
    assert.deepStrictEqual(yield* of({ note: false }), ["missing note"])
    assert.deepStrictEqual(yield* of({ swapped: true }), ["reordered note"])
    assert.deepStrictEqual(yield* of({ more: true }), ["added more"])
    assert.deepStrictEqual(yield* of({ n: 22 }), ["input leaf"])
    assert.deepStrictEqual(yield* of({ nap: "1 minute" }), ["wait nap"])
    assert.deepStrictEqual(yield* of({ gives: 5 }), ["result"])
  }))

  it.effect("lets a program take the services of its steps, and does nothing that it would do outside of them", () => Effect.gen(function*() {
    assert.deepStrictEqual(yield* differences("whole", changed({ service: true })), [])
    assert.deepStrictEqual((yield* differences("whole", changed({ outside: true })))[0]!.split(" ")[0], "outside")
  }))

  it.effect("finds nothing where the change is a version of its own, and misses one that is gone", () => Effect.gen(function*() {
    const Whole2 = durable({ name: Whole.name, version: 2, payload: { key: Schema.String }, success: Schema.Int })
    const next = [Whole2, Whole2.program(() => step("other", { success: Schema.Int }, Effect.succeed(1)))] as const
    assert.deepStrictEqual(yield* differences("whole", next, [Whole, WholeProgram]), [])
    assert.deepStrictEqual(yield* differences("whole", next), ["version crm.whole"])
  }))

  it.effect("notices a step that is taken back no more, or one more", () => Effect.gen(function*() {
    const forgetful = Undone.program(Effect.fnUntraced(function*() {
      yield* step("reserve", {}, Effect.void)
      yield* step("charge", { error: Refused }, Effect.void)
      yield* sleep("long", "7 days")
    }))
    for (const name of ["undone", "canceled"]) assert.deepStrictEqual(yield* differences(name, [Undone, forgetful]), ["missing release"], name)
    assert.deepStrictEqual(yield* differences("waiting", [Undone, forgetful]), [])
    const hasty = Undone.program(Effect.fnUntraced(function*() {
      yield* step("reserve", {}, Effect.void).pipe(withCompensation(() => step("release", {}, Effect.void)))
      yield* sleep("long", "7 days")
    }))
    assert.deepStrictEqual(yield* differences("waiting", [Undone, hasty]), ["missing charge"])
  }))

  it.effect("needs the results", () => Effect.gen(function*() {
    const report = yield* replay({ ...held("whole"), masked: true }, [[Whole, WholeProgram]])
    assert.deepStrictEqual(report.differences.map(({ kind }) => kind), ["masked"])
  }))
})
