import { appendFileSync } from "node:fs"
import { Effect, Schema } from "effect"
import { ChangeLog } from "#layers/kernel/receipts/change-log"
import { child, durable, sleep, step, write } from "#workflows/durable"
import { continueAsNew } from "#workflows/workflows/continue-as-new"
import type { Workflows } from "../support/engine.ts"

class TooMany extends Schema.TaggedError<TooMany>("TooMany")("TooMany", { sum: Schema.Int }) {}

/** Adds up the numbers to `to`, each by a run of its own. */
export const Adding = durable({
  name: "test.adding", version: 1, payload: { n: Schema.Int, to: Schema.Int, sum: Schema.Int, ends: Schema.Literals(["well", "badly", "never"]) },
  success: Schema.Int, error: TooMany, schedulable: { title: "Add up", description: "Adds up numbers.", defaults: { n: 1, to: 3, sum: 0, ends: "well" } }
})

/** Has its numbers added up. */
export const Asking = durable({
  name: "test.asking", version: 1, payload: { to: Schema.Int, ends: Schema.Literals(["well", "badly", "never"]) }, success: Schema.Int, error: TooMany
})

const AskingProgram = Asking.program(({ ends, to }) => child("sum", Adding, { n: 1, to, sum: 0, ends }))

export const works = (file: string): Workflows => [
  [Asking, AskingProgram],
  [Adding, Adding.program(Effect.fnUntraced(function*({ ends, n, sum, to }) {
    yield* step("note", {}, file === "" ? Effect.void : Effect.sync(() => appendFileSync(file, `${n}\n`)))
    const next = yield* write("add", { verb: "test_add", success: Schema.Int }, Effect.as(
      ChangeLog.use((journal) => journal.record({ object: "sum", id: n, before: null, after: { sum: sum + n }, events: ["test.ping"] })), sum + n
    ))
    if (n < to) return yield* continueAsNew(Adding, { n: n + 1, to, sum: next, ends })
    if (ends === "badly") return yield* new TooMany({ sum: next })
    if (ends === "never") yield* sleep("long", "1 hour")
    return next
  }))]
]
