import { Effect } from "effect"
import { CompanyKeys } from "#layers/auth/company-keys"
import { Api } from "#schemas/api"
import type { NewStandingConsent } from "#schemas/auth/api-key"
import type * as api from "#schemas/auth/api-keys.api"
import { catalogOf, type Input } from "#schemas/kernel/catalog"
import { ValidationError } from "#schemas/kernel/errors"
import { future, usable } from "./api-keys.ts"
import { steppedUp } from "./step-up.ts"

/** What is wrong with an operation as something to agree to once and for all. */
const objection = (verb: string, earlier: ReadonlyArray<NewStandingConsent>): string | undefined => {
  const entry = catalogOf(Api).find(({ name }) => name === verb)
  if (entry === undefined) return "There is no such operation"
  if (!entry.requiresConsent) return "This operation waits for nobody's consent"
  if (entry.access === "session" && entry.delegatedScope === undefined) return "This operation needs a signed-in person, which no API key is"
  return earlier.some((one) => one.verb === verb) ? "This operation is named twice" : undefined
}

const faults = Effect.fnUntraced(function*(consents: ReadonlyArray<NewStandingConsent>) {
  const found = yield* Effect.forEach(consents, ({ expires_at, verb }, n) => {
    const error = objection(verb, consents.slice(0, n))
    const at = `standing_consents[${n}]`
    return Effect.map(future(`${at}.expires_at`, expires_at), (late) =>
      error === undefined ? late : [{ field: `${at}.verb`, error, received: verb }, ...late])
  })
  return found.flat()
})

/** The owner's word, so only somebody who has just shown to be the owner gives it. */
export const set_standing_consents = Effect.fnUntraced(function*({ id, standing_consents }: Input<typeof api.set_standing_consents>) {
  const keys = yield* CompanyKeys
  const before = yield* keys.lock(id)
  yield* usable(before)
  const details = yield* faults(standing_consents)
  if (details.length > 0) return yield* new ValidationError({ message: "These standing consents cannot be given.", details })
  yield* steppedUp
  return yield* keys.setStanding(before, standing_consents)
})
