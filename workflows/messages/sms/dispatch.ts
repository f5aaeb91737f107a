import { Effect, Option } from "effect"
import { Site } from "#layers/kernel/installation/site"
import { Tenancy } from "#layers/kernel/tenancy"
import { SmsMessages, type SmsOutcome } from "#layers/messages/sms/messages"
import { OptOuts } from "#layers/messages/sms/opt-outs"
import { SmsPace } from "#layers/messages/sms/pace"
import { PhoneNumbers } from "#layers/messages/voice/phone-numbers"
import type { TextProvider } from "#layers/providers/messaging/provider"
import type { MessageId } from "#schemas/messages/sms/ids"
import type { Message } from "#schemas/messages/sms/message"
import { failed, outcomeOf, providerOf, refusedAs, unknown } from "./outcome.ts"

export const optedOut = failed("opted_out", "Not sent: the number does not want texts any more.")

export const interrupted = unknown("The provider was asked, and whether it took the text is not known.")

/** Where the provider tells what becomes of texts: only an address that it can reach, which is that of SITE_URL. */
export const callback = (name: string) =>
  Site.use(({ linked }) => Effect.succeed(linked.startsWith("https:") ? `${linked}/api/v1/sms/inbound/${name}` : undefined))

/** What is known of a text that is queued no more; nothing while it is. */
export const ended = ({ error_code, error_message, provider_id, state }: Pick<Message, "error_code" | "error_message" | "provider_id" | "state">): SmsOutcome | undefined =>
  state === "queued" || state === "received" || state === "scheduled" || state === "canceled" ? undefined : { state, provider_id, error_code, error_message }

/** Looks once more whether it may be sent, and marks that it is: both in one transaction that ends before the provider is called. */
const begin = Effect.fnUntraced(function*(text: Message, answers_keyword: boolean) {
  const messages = yield* SmsMessages
  if (!answers_keyword && (yield* OptOuts.use(({ has }) => has(text.to_phone)))) return "opted_out" as const
  return (yield* messages.ask(text.id)) ? "asked" as const : "asked_before" as const
})

type Handed = Pick<Message, "from_phone" | "id" | "message" | "to_phone">

/**
 * Hands a text to its provider. Fails where the provider certainly did nothing, and may be tried again then; otherwise what became of it
 * is the answer, if only that nobody knows. Not in a transaction.
 */
export const handOver = Effect.fnUntraced(function*({ findMessage, name, send, simulated }: TextProvider, { from_phone, id, message, to_phone }: Handed) {
  const { transaction } = yield* Tenancy
  const messages = yield* SmsMessages
  const told = yield* callback(name)
  const nothingDone = () => transaction(messages.unask(id))
  return yield* send({ to: to_phone, from: from_phone, text: message, ...told !== undefined && { callback: told } }).pipe(
    Effect.flatMap((sent) => simulated ? findMessage(sent.id) : Effect.succeed(sent)),
    Effect.map(outcomeOf),
    Effect.tapErrorTag("ProviderUnavailable", nothingDone),
    Effect.tapErrorTag("ProviderRateLimited", nothingDone),
    Effect.tapErrorTag("ProviderUnauthorized", nothingDone),
    Effect.catchTags({
      ProviderDeclined: (error) => Effect.succeed(refusedAs(error)),
      ProviderInvalidRequest: (error) => Effect.succeed(refusedAs(error)),
      ProviderOutcomeUnknown: ({ message }) => Effect.succeed(unknown(message))
    })
  )
})

/** Of a number that the company has no more. */
const SLOWEST = 1

/** How fast a number of the caller may send. */
export const rateOf = (phone: string) =>
  Effect.map(PhoneNumbers.use((numbers) => numbers.byPhone(phone)), Option.match({
    onNone: () => SLOWEST,
    onSome: ({ messages_per_second }) => messages_per_second
  }))

/**
 * Asks the provider to send a text whose row is there, when its number's pace lets it leave. It is called once: after a crash or an answer
 * that was lost the outcome is `unknown`, and `lookFor` asks what became of it. Fails as `handOver` does. Not in a transaction.
 */
export const dispatch = Effect.fnUntraced(function*(id: MessageId) {
  const messages = yield* SmsMessages
  const tenancy = yield* Tenancy
  const text = yield* Effect.orDie(messages.get(id))
  const known = ended(text)
  if (known !== undefined) return known
  const { answers_keyword, asked_at } = yield* messages.internal(id)
  /* It need not wait for a turn to learn that. */
  if (asked_at !== null) return interrupted
  const by = yield* providerOf(text.provider)
  const send = Effect.gen(function*() {
    const begun = yield* tenancy.transaction(begin(text, answers_keyword))
    return begun === "asked" ? yield* handOver(by, text) : begun === "opted_out" ? optedOut : interrupted
  })
  if (by.simulated) return yield* send
  const pace = yield* SmsPace
  return yield* pace.turn({ phone: text.from_phone, perSecond: yield* rateOf(text.from_phone) }, { wanted: 1, crowd: false }, () => send)
})

const DAY_MS = 86_400_000

/**
 * Asks the provider what it has of a text of which the outcome is not known: one to the same number with the same words, which is none
 * of the texts that we know by the provider's names. Nothing where it lists none. Not in a transaction.
 */
export const lookFor = Effect.fnUntraced(function*(id: MessageId) {
  const messages = yield* SmsMessages
  const text = yield* Effect.orDie(messages.get(id))
  const known = ended(text)
  if (known !== undefined && known.state !== "unknown") return known
  const { asked_at } = yield* messages.internal(id)
  const { name, sentSince } = yield* providerOf(text.provider)
  const day = new Date(Date.parse(asked_at ?? text.created_at) - DAY_MS).toISOString().slice(0, 10)
  const listed = (yield* sentSince(text.to_phone, day)).filter((one) => one.text === text.message && one.from === text.from_phone)
  const ours = yield* messages.known(name, listed.map((one) => one.id))
  const found = listed.findLast((one) => !ours.has(one.id))
  return found === undefined ? null : outcomeOf(found)
})

/** Asks the provider how a text that it took stands now. Not in a transaction. */
export const look = Effect.fnUntraced(function*(id: MessageId) {
  const text = yield* Effect.orDie(SmsMessages.use((messages) => messages.get(id)))
  if (text.state !== "sent" || text.provider_id === null) return null
  const { findMessage } = yield* providerOf(text.provider)
  return outcomeOf(yield* findMessage(text.provider_id))
})
