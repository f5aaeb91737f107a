import { Effect } from "effect"
import { PhoneNumbers } from "#layers/messages/voice/phone-numbers"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type * as api from "#schemas/messages/voice/numbers.api"
import { requireReferences } from "../../crm/references.ts"

export const list_phone_numbers = (query: Input<typeof api.list_phone_numbers>) => PhoneNumbers.use((numbers) => numbers.page(query))

export const update_phone_number = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_phone_number>) {
  const numbers = yield* PhoneNumbers
  const before = yield* numbers.lockForUpdate(id)
  if (before.state === "released" || before.state === "failed") {
    return yield* new Conflict({ message: `Only a number that the company has can be changed; this one ${before.state === "failed" ? "could not be had" : "was given back"}.` })
  }
  yield* requireReferences(changes)
  return yield* numbers.update(before, changes)
})
