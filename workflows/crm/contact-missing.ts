import { Effect, Option } from "effect"
import { Merges } from "#layers/crm/merges"
import type { ContactId } from "#schemas/crm/contact"
import { NotFound } from "#schemas/kernel/errors"

/** Which contact a merged one is now, in words; nothing of one that was not merged. */
export const mergedNote = Effect.fnUntraced(function*(id: ContactId) {
  const merges = yield* Merges
  return Option.getOrUndefined(Option.map(yield* merges.survivorOf(id), ({ survivor_id }) => `was merged into contact ${survivor_id}`))
})

/** Says no for a contact that is not there; for one that was merged, with the one that was kept. */
export const missing = Effect.fnUntraced(function*(id: ContactId) {
  const note = yield* mergedNote(id)
  return yield* new NotFound({ message: note === undefined ? "There is no such contact." : `Contact ${id} ${note}.` })
})
