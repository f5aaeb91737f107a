import { appendFileSync } from "node:fs"
import { Effect, Schema } from "effect"
import { ChangeLog } from "#layers/kernel/receipts/change-log"
import { durable, sleep, step, withCompensation, write } from "#workflows/durable"
import type { Workflows } from "../support/engine.ts"

class SoldOut extends Schema.TaggedError<SoldOut>("SoldOut")("SoldOut", {}) {}

/** A journey that cannot be made whole: everything booked for it is given back, slowly. */
export const Journey = durable({ name: "test.journey", version: 1, payload: { waits: Schema.Boolean }, error: SoldOut })

const note = ChangeLog.use((journal) =>
  journal.record({ object: "room", id: 1, before: null, after: {}, events: ["test.ping"] }))

export const works = (file: string): Workflows => {
  const slowly = (what: string) =>
    Effect.sync(() => appendFileSync(file, `begin ${what}\n`)).pipe(
      Effect.andThen(Effect.sleep("400 millis")),
      Effect.andThen(Effect.sync(() => appendFileSync(file, `end ${what}\n`)))
    )
  return [[Journey, Journey.program(Effect.fnUntraced(function*({ waits }) {
    yield* step("flight", {}, Effect.void).pipe(withCompensation(() => step("no flight", {}, slowly("flight"))))
    yield* write("room", { verb: "test_book" }, note).pipe(
      withCompensation(() => write("no room", { verb: "test_unbook" }, Effect.andThen(note, slowly("room"))))
    )
    yield* step("car", {}, Effect.void).pipe(withCompensation(() => step("no car", {}, slowly("car"))))
    if (waits) yield* sleep("long", "1 hour")
    return yield* new SoldOut()
  }))]]
}
