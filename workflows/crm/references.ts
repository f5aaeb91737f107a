import { Effect } from "effect"
import { referenceTargets } from "#layers/categories"
import { References, referencesIn, type Referring } from "#layers/crm/references"
import { ValidationError } from "#schemas/kernel/errors"

/** Goes on only if all records that the input names exist in this company and are not deleted; names all that do not. */
export const requireReferences = Effect.fnUntraced(function*(input: Referring) {
  const references = yield* References
  const missing = (yield* references.missing(input)).map(({ field, id }) => ({ field, id, noun: referenceTargets[field].noun }))
  if (missing.length === 0) return
  return yield* new ValidationError({
    message: `There is no such ${[...new Set(missing.map(({ noun }) => noun))].join(", no such ")}.`,
    details: missing.map(({ field, id, noun }) => ({ field, error: `there is no such ${noun}`, received: id }))
  })
})

/** The input names a record, so that `requireReferences` has to ask. */
export const hasReferences = (input: Referring) => referencesIn(input).length > 0
