import { Effect } from "effect"
import { type Reference, References, type Referring } from "#layers/crm/references"
import { ValidationError } from "#schemas/kernel/errors"

const nouns: Readonly<Record<Reference, string>> = {
  contact_id: "contact",
  deal_id: "deal",
  organization_id: "company",
  pipeline_id: "pipeline",
  owner_id: "user",
  assignee_id: "user"
}

/** Goes on only if everything the input names exists, in this company and outside the bin; says all that does not. */
export const named = Effect.fnUntraced(function*(input: Referring) {
  const references = yield* References
  const missing = yield* references.missing(input)
  if (missing.length === 0) return
  return yield* new ValidationError({
    message: `There is no such ${[...new Set(missing.map((field) => nouns[field]))].join(", no such ")}.`,
    details: missing.map((field) => ({ field, error: `there is no such ${nouns[field]}`, received: input[field]! }))
  })
})

/** The input names something, so that `named` has to ask. */
export const names = (input: Referring) => Object.keys(nouns).some((field) => (input[field as Reference] ?? null) !== null)
