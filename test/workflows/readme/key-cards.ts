import { Context, Effect, Schema } from "effect"
import { durable, step, stepKey } from "#workflows/durable"

export class Encoder extends Context.Service<Encoder, {
  readonly encode: (guest: string, key: string) => Effect.Effect<string>
}>()("readme/Encoder") {}

const encoded = (guest: string) =>
  step("encode", { success: Schema.String }, Effect.gen(function*() {
    const encoder = yield* Encoder
    return yield* encoder.encode(guest, yield* stepKey("encode"))
  }))

export const KeyCard1 = durable({
  name: "calendar.key_card", version: 1, payload: { guest: Schema.String }, success: Schema.String
})
export const KeyCard1Program = KeyCard1.program(({ guest }) => encoded(guest))

export const KeyCard = durable({
  name: "calendar.key_card",
  version: 2,
  payload: { guest: Schema.String, until: Schema.Date },
  success: Schema.String,
  concurrency: { perCompany: 2 }
})
export const KeyCardProgram = KeyCard.program(({ guest, until }) => encoded(`${guest} until ${until.toISOString()}`))
