import { Effect, Option } from "effect"
import { answerLater, readUntil } from "#layers/kernel/answer-later"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { PhoneNumbers } from "#layers/messages/voice/phone-numbers"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, Unavailable, ValidationError } from "#schemas/kernel/errors"
import { numberFacts } from "#schemas/messages/sms/number-facts"
import type { PhoneNumberId } from "#schemas/messages/voice/ids"
import type * as api from "#schemas/messages/voice/numbers.api"
import { requireReferences } from "../../crm/references.ts"
import { refuse } from "../../payments/costs.ts"
import { chosenProvider, NUMBERS, numberProvider } from "./asking.ts"
import { NumberOrder, NumberRelease } from "./number-runs.ts"
import { registrationOf } from "./registration.ts"

const PATIENCE = "10 seconds"

const unavailable = ({ message }: { readonly message: string }) => new Unavailable({ message: `The provider of numbers does not answer: ${message}` })

/** What the provider refuses has a reason that whoever asked can act on. */
const refusedSearch = ({ message }: { readonly message: string }) => new ValidationError({ message: `The provider has no such numbers: ${message}` })

export const search_available_numbers = Effect.fnUntraced(function*({ kind, ...asked }: Input<typeof api.search_available_numbers>) {
  const { price, search } = yield* Effect.mapError(numberProvider, ({ message }) => new ValidationError({ message }))
  const [available, money] = yield* Effect.all([search({ ...asked, kind }), price(asked.country, kind)], { concurrency: 2 }).pipe(
    Effect.catchTags({
      ProviderDeclined: refusedSearch, ProviderInvalidRequest: refusedSearch, ProviderUnauthorized: unavailable, ProviderRateLimited: unavailable,
      ProviderUnavailable: unavailable, ProviderOutcomeUnknown: unavailable
    }),
    Effect.timeoutOrElse({ duration: PATIENCE, orElse: () => Effect.fail(unavailable({ message: "it takes too long." })) })
  )
  return { items: available.map((one) => ({ ...one, monthly_price_amount: money?.amount ?? null, monthly_price_currency: money?.currency ?? null })) }
})

/** The answer waits until the provider has told what became of a number. */
const awaited = (id: PhoneNumberId) =>
  PhoneNumbers.use((numbers) => answerLater(readUntil(numbers.find(id), (found) =>
    Option.isNone(found) || (found.value.state !== "ordering" && found.value.state !== "releasing"))))

export const provision_phone_number = Effect.fnUntraced(function*(asked: Input<typeof api.provision_phone_number>) {
  const { monthly_price_amount: amount, monthly_price_currency: currency, phone } = asked
  const { country } = numberFacts(phone)
  if (country === null) return yield* refuse("phone", "it belongs to no country", phone)
  if ((amount === null) !== (currency === null)) return yield* refuse("monthly_price_currency", "a price needs both an amount and a currency", currency)
  yield* requireReferences(asked)
  const { name } = yield* chosenProvider(NUMBERS)
  const numbers = yield* PhoneNumbers
  const made = yield* numbers.create({
    ...asked, country, provider: name, state: "ordering", capabilities: [], registration: registrationOf(phone, country)
  }, { noted: false })
  yield* recordChange({
    object: "phone_number", id: made.id, before: null, after: made, ...amount !== null && currency !== null && { moves: { amount, currency } }
  })
  yield* NumberOrder.start({ number_id: made.id }, { key: `phone number ${made.id}` })
  yield* awaited(made.id)
  return made
})

export const release_phone_number = Effect.fnUntraced(function*({ id }: Input<typeof api.release_phone_number>) {
  const numbers = yield* PhoneNumbers
  const before = yield* numbers.get(id, { lock: true })
  if (before.state === "released" || before.state === "releasing") return before
  if (before.state !== "active") return yield* new Conflict({ message: `Only a number that the company has can be given back; this one is ${before.state}.` })
  const after = yield* numbers.update(before, { state: "releasing", failure: null })
  yield* NumberRelease.start({ number_id: id })
  yield* awaited(id)
  return after
})
