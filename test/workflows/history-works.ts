import { Effect, Option, Schema } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { child, durable, signal, sleep, step, waitAtMost, withCompensation, write } from "#workflows/durable"

export class Refused extends Schema.TaggedError<Refused>("Refused")("Refused", { by: Schema.String }) {}

export const Told = signal("told", Schema.Struct({ word: Schema.String, password: Schema.String }))

/** What fails while its name is here. */
export const broken = new Set<string>()

const fragile = (name: string) => Effect.suspend(() => broken.has(name) ? Effect.fail(new Refused({ by: name })) : Effect.void)

export const Leaf = durable({ name: "crm.leaf", version: 1, payload: { n: Schema.Int }, success: Schema.Int })
export const LeafProgram = Leaf.program(({ n }) => step("double", { success: Schema.Int }, Effect.succeed(2 * n)))

let tries = 0

export const Whole = durable({ name: "crm.whole", version: 1, payload: { key: Schema.String }, success: Schema.Int, error: Refused })
export const WholeProgram = Whole.program(Effect.fnUntraced(function*({ key }) {
  const name = yield* step("read", { success: Schema.String }, Effect.succeed(`Ada of ${key}`))
  yield* step("knock", { error: Refused, retries: { attempts: 3, first: "10 millis" } }, Effect.suspend(() =>
    tries++ === 0 ? Effect.fail(new Refused({ by: "door" })) : Effect.void))
  yield* sleep("nap", "1 second")
  const told = yield* waitAtMost(Told, "1 hour")
  yield* write("note", { verb: "test_note" }, recordChange({
    object: "contact", id: 7, before: null, after: { id: 7, first_name: name }, events: ["contact.created"]
  }))
  const doubled = yield* child("leaf", Leaf, { n: 21 })
  yield* step("last", { error: Refused }, fragile(`${key} last`))
  return Option.isSome(told) ? doubled : 0
}))

export const Undone = durable({ name: "crm.undone", version: 1, payload: { key: Schema.String }, error: Refused })
export const UndoneProgram = Undone.program(Effect.fnUntraced(function*({ key }) {
  yield* step("reserve", {}, Effect.void).pipe(withCompensation(() => step("release", {}, Effect.void)))
  yield* step("charge", { error: Refused }, fragile(`${key} charge`))
  yield* sleep("long", "7 days")
}))

export const works = [[Leaf, LeafProgram], [Whole, WholeProgram], [Undone, UndoneProgram]] as const
