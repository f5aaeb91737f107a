import { Effect, Option } from "effect"
import { Site } from "#layers/kernel/installation/site"
import { Tenancy } from "#layers/kernel/tenancy"
import { SmsMessages, type SmsOutcome } from "#layers/messages/sms/messages"
import { OptOuts } from "#layers/messages/sms/opt-outs"
import { SmsThreads } from "#layers/messages/sms/threads"
import type { MessageId } from "#schemas/messages/sms/ids"
import type { Message } from "#schemas/messages/sms/message"
import { failed, outcomeOf, providerOf, refusedAs, unknown } from "./outcome.ts"

const optedOut = failed("opted_out", "Not sent: the number does not want texts any more.")

const interrupted = unknown("The provider was asked, and whether it took the text is not known.")

/** Where the provider tells what becomes of texts: only an address that it can reach, which is that of SITE_URL. */
export const callback = (name: string) =>
  Site.use(({ linked }) => Effect.succeed(linked.startsWith("https:") ? `${linked}/api/v1/sms/inbound/${name}` : undefined))

/** What is known of a text that is queued no more; nothing while it is. */
const ended = ({ error_code, error_message, provider_id, state }: Message): SmsOutcome | undefined =>
  state === "queued" || state === "received" ? undefined : { state, provider_id, error_code, error_message }

/** Looks once more whether it may be sent, and marks that it is: both in one transaction that ends before the provider is called. */
const begin = Effect.fnUntraced(function*(text: Message, answers_keyword: boolean) {
  const messages = yield* SmsMessages
  if (!answers_keyword && (yield* OptOuts.use(({ has }) => has(text.to_phone)))) return "opted_out" as const
  return (yield* messages.ask(text.id)) ? "asked" as const : "asked_before" as const
})

/**
 * Asks the provider to send a text whose row is there. It is called once: after a crash or an answer that was lost the outcome is
 * `unknown`, and `lookFor` asks what became of it. Fails where the provider certainly did nothing, and may be tried again then. Not
 * in a transaction.
 */
export const dispatch = Effect.fnUntraced(function*(id: MessageId) {
  const messages = yield* SmsMessages
  const tenancy = yield* Tenancy
  const text = yield* Effect.orDie(messages.get(id))
  const known = ended(text)
  if (known !== undefined) return known
  const { answers_keyword } = yield* messages.internal(id)
  const { findMessage, name, send, simulated } = yield* providerOf(text.provider)
  const begun = yield* tenancy.transaction(begin(text, answers_keyword))
  if (begun !== "asked") return begun === "opted_out" ? optedOut : interrupted
  const told = yield* callback(name)
  const nothingDone = () => tenancy.transaction(messages.unask(id))
  return yield* send({ to: text.to_phone, from: text.from_phone, text: text.message, ...told !== undefined && { callback: told } }).pipe(
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

/** Twilio's code for a number that opted out with the provider itself. */
const OPTED_OUT_THERE = "21610"

/**
 * Writes what became of a text, with what the provider told of it before that. A text only goes forward, and no two texts are one of
 * the provider's.
 */
export const settle = Effect.fnUntraced(function*(id: MessageId, outcome: SmsOutcome) {
  const messages = yield* SmsMessages
  const { from_phone, to_phone } = yield* Effect.orDie(messages.get(id))
  yield* SmsThreads.use(({ hold }) => hold(from_phone, to_phone))
  const before = yield* Effect.orDie(messages.get(id, { lock: true }))
  const { provider_id } = outcome
  if (provider_id === null) {
    const after = yield* messages.advance(before, outcome)
    if (outcome.error_code === OPTED_OUT_THERE) {
      yield* OptOuts.use(({ add }) => add({ phone: to_phone, source: "provider", guessed: false, text: null, message_id: id }))
    }
    return after
  }
  const other = yield* messages.named(before.provider, provider_id)
  if (Option.isSome(other) && other.value.id !== id) return yield* messages.advance(before, unknown("Another text of the same words was sent in its place."))
  const after = yield* messages.advance(before, outcome)
  const early = yield* messages.early(before.provider, provider_id)
  if (Option.isNone(early)) return after
  const { error_code, state } = early.value
  return yield* messages.advance(after, outcomeOf({ id: provider_id, status: state, error: error_code }))
})
