import { Effect, Schema } from "effect"
import { now } from "#layers/kernel/sql"
import { PhoneNumbers } from "#layers/messages/voice/phone-numbers"
import type { ProviderError, ProviderNotConfigured } from "#layers/providers/errors"
import type { Messaging } from "#layers/providers/messaging/messaging"
import { Caller } from "#schemas/kernel/tenancy"
import { PhoneNumberId } from "#schemas/messages/voice/ids"
import { capabilities, type PhoneNumber } from "#schemas/messages/voice/phone-number"
import { durable, step, write } from "../../durable.ts"
import { answerOf, found, longRetriesOf, Passing, refusalOf, refused, retriesOf } from "../../payments/asking.ts"
import { callsAddress, numberProvider, textsAddress } from "./asking.ts"
import { kindOf } from "./registration.ts"

/** Gets a number, once its row is there. */
export const NumberOrder = durable({ name: "messages.number_order", version: 1, payload: { number_id: PhoneNumberId } })

/** Gives one back. */
export const NumberRelease = durable({ name: "messages.number_release", version: 1, payload: { number_id: PhoneNumberId } })

const Owned = Schema.Struct({ id: Schema.String, capabilities: Schema.Array(Schema.Literals(capabilities)) })
const Answer = answerOf(Owned)
type Answer = typeof Answer.Type

const isTest = Effect.map(Caller, ({ mode }) => mode === "test")

const numberOf = (id: PhoneNumberId) => Effect.orDie(PhoneNumbers.use((numbers) => numbers.get(id)))

/** What the number is called at the provider, by which it is known to be ours. */
const markOf = (id: PhoneNumberId) => Effect.map(Caller, ({ company_id }) => `company ${company_id}, number ${id}`)

/** The number among those that the provider says it gave; nothing where it gave none. */
const had = Effect.fnUntraced(function*({ id, phone }: PhoneNumber) {
  const mark = yield* markOf(id)
  const owned = yield* (yield* numberProvider).owned(phone)
  return owned.find((one) => one.mark === mark && one.phone === phone)
})

const dearer = (asked: number | null, currency: string): Answer => ({
  found: null,
  refusal: { code: "price_changed", message: asked === null ? "The provider tells no price any more." : `By now it costs ${asked} a month, in the smallest unit of ${currency}.` }
})

/** Asks first whether the number was had already: an answer may have been lost, or the process ended before it was kept. */
const ordered = Effect.fnUntraced(function*(id: PhoneNumberId) {
  const number = yield* numberOf(id)
  const before = yield* had(number)
  if (before !== undefined) return found(before)
  const { buy, price } = yield* numberProvider
  const { monthly_price_amount: most, monthly_price_currency: currency } = number
  const asks = yield* price(number.country, kindOf(number.phone))
  if (asks !== null && (most === null || asks.currency !== currency || asks.amount > most)) return dearer(asks.amount, asks.currency)
  if (asks === null && most !== null) return dearer(null, currency ?? "")
  const [calls, texts] = [yield* callsAddress, yield* textsAddress]
  const mark = yield* markOf(id)
  return found(yield* buy({ phone: number.phone, mark, ...calls !== undefined && { calls }, ...texts !== undefined && { texts } }))
}, Effect.catchTags({ ProviderDeclined: refused, ProviderInvalidRequest: refused }))

/** Whether it was had all the same, after an error that leaves that open. */
const asked = Effect.fnUntraced(function*(id: PhoneNumberId, error: Passing): Effect.fn.Return<
  Answer, ProviderError | ProviderNotConfigured, Caller | Messaging | PhoneNumbers
> {
  const owned = yield* had(yield* numberOf(id))
  return owned === undefined ? { found: null, refusal: refusalOf(error) } : found(owned)
})

const settle = Effect.fnUntraced(function*(id: PhoneNumberId, { found, refusal }: Answer) {
  const numbers = yield* PhoneNumbers
  const before = yield* Effect.orDie(numbers.get(id, { lock: true }))
  if (before.state !== "ordering") return
  yield* Effect.orDie(numbers.update(before, found === null
    ? { state: "failed", failure: refusal?.message ?? "The provider did not give it." }
    : { state: "active", provider_id: found.id.replaceAll("\0", ""), capabilities: [...found.capabilities] }))
})

export const NumberOrderProgram = NumberOrder.program(Effect.fnUntraced(function*({ number_id }) {
  const test = yield* isTest
  const answer: Answer = yield* step("buy", { success: Answer, error: Passing, retries: retriesOf(test) }, ordered(number_id)).pipe(
    /* It may have been had all the same. */
    Effect.catch((error) =>
      step("ask", { success: Answer, error: Passing, retries: longRetriesOf(test) },
        asked(number_id, error).pipe(Effect.catchTags({ ProviderDeclined: refused, ProviderInvalidRequest: refused })))),
    Effect.catch(refused)
  )
  yield* write("settle", { verb: "provision_phone_number" }, settle(number_id, answer))
}))

const released = Effect.fnUntraced(function*(id: PhoneNumberId, failure: string | null) {
  const numbers = yield* PhoneNumbers
  const before = yield* Effect.orDie(numbers.get(id, { lock: true }))
  if (before.state !== "releasing") return
  yield* Effect.orDie(numbers.update(before, failure === null
    ? { state: "released", failure: null, released_at: now }
    : { state: "active", failure }))
})

const Failure = Schema.NullOr(Schema.String)
const failedSo = ({ message }: { readonly message: string }) => Effect.succeed(message.replaceAll("\0", ""))

export const NumberReleaseProgram = NumberRelease.program(Effect.fnUntraced(function*({ number_id }) {
  const failure = yield* step("release", { success: Failure, error: Passing, retries: longRetriesOf(yield* isTest) }, Effect.gen(function*() {
    const { provider_id } = yield* numberOf(number_id)
    if (provider_id !== null) yield* (yield* numberProvider).release(provider_id)
    return null
  }).pipe(Effect.catchTags({ ProviderDeclined: failedSo, ProviderInvalidRequest: failedSo }))).pipe(Effect.catch(failedSo))
  yield* write("settle", { verb: "release_phone_number" }, released(number_id, failure))
}))
