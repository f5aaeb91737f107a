import { Effect, Option } from "effect"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { OptOuts } from "#layers/messages/sms/opt-outs"
import type { Input } from "#schemas/kernel/catalog"
import type * as api from "#schemas/messages/sms/opt-outs.api"

export const list_opt_outs = (query: Input<typeof api.list_opt_outs>) => OptOuts.use((optOuts) => optOuts.page(query))

export const add_opt_out = Effect.fnUntraced(function*({ phone, text }: Input<typeof api.add_opt_out>) {
  const optOuts = yield* OptOuts
  const made = yield* optOuts.add({ phone, source: "api", guessed: false, text: text ?? null, message_id: null })
  return Option.isSome(made) ? made.value : yield* Effect.orDie(getOrFail("opt-out")(optOuts.ofPhone(phone)))
})

export const remove_opt_out = Effect.fnUntraced(function*({ phone }: Input<typeof api.remove_opt_out>) {
  const optOuts = yield* OptOuts
  const found = yield* getOrFail("opt-out")(optOuts.ofPhone(phone))
  yield* optOuts.remove(found)
  return found
})
