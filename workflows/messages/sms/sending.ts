import { Effect } from "effect"
import { SmsLimits } from "#layers/messages/sms/limits"
import { SmsMessages } from "#layers/messages/sms/messages"
import { SmsThreads } from "#layers/messages/sms/threads"
import { endOf, failsSimulated } from "#layers/providers/messaging/simulated"
import type { TextProvider } from "#layers/providers/messaging/provider"
import type { ContactId } from "#schemas/crm/contact"
import { Caller } from "#schemas/kernel/tenancy"
import type { SmsTemplateId } from "#schemas/messages/sms/ids"
import { numberFacts, untextable } from "#schemas/messages/sms/number-facts"
import { costOf } from "#schemas/messages/sms/prices"
import { segmentsOf } from "#schemas/messages/sms/segments"
import { refuse } from "../../payments/costs.ts"
import { chosenNumber } from "../own-number.ts"
import { SmsDelivery, SmsSchedule } from "./delivery.ts"
import { chosenProvider, outcomeOf, refusedAs } from "./outcome.ts"
import { spend } from "./spending.ts"

export interface Text {
  readonly to_phone: string
  readonly message: string
  readonly from_phone?: string | undefined
  readonly contact_id?: ContactId | undefined
  readonly template_id?: SmsTemplateId | undefined
  /** It answers STOP, START or HELP, and goes out although the number opted out. */
  readonly answers_keyword?: boolean
  /** It leaves then. */
  readonly send_at?: string | undefined
}

/** What the simulator makes of a number is known at once, unless it is asked to fail or to take its time: then a run asks it, like any provider. */
export const simulated = ({ send }: TextProvider, { message, to_phone }: Pick<Text, "message" | "to_phone">, from: string) =>
  send({ to: to_phone, from, text: message }).pipe(
    Effect.map((sent) => outcomeOf(endOf(sent))),
    Effect.catch((error) => Effect.succeed(refusedAs(error)))
  )

/** How a text is cut. */
export const lengthOf = (message: string) => {
  const { encoding, segments } = segmentsOf(message)
  return { encoding, segments }
}

/** Why a number takes no texts. */
export const untextableReasons = { premium_number: "a premium number takes no texts", landline: "a landline takes no texts", not_a_mobile: "the number takes no texts" } as const

/**
 * From where a text would leave, how it is cut and what it costs. Fails where the number opted out or takes no texts, where the company texts
 * nobody in its country, where the company has no number to send from, and where nobody set a provider up.
 */
export const readied = Effect.fnUntraced(function*({ answers_keyword = false, from_phone: asked, message, to_phone }: Text) {
  const { mode } = yield* Caller
  const { contact_id, countries, currency, daily_cap, numbers, opted_out, own_phone, rates } = yield* SmsLimits.use((limits) => limits.of(to_phone))
  if (!answers_keyword && opted_out) return yield* refuse("to_phone", "the number opted out of texts, and gets none until it opts in again", to_phone)
  const facts = numberFacts(to_phone)
  const objection = untextable(facts)
  if (objection !== undefined && mode === "live") return yield* refuse("to_phone", untextableReasons[objection], to_phone)
  const { country } = facts
  if (!answers_keyword && countries !== null && (country === null || !countries.includes(country))) {
    return yield* refuse("to_phone", `the company texts numbers of ${countries.join(", ")} only: \`update_sms_settings\` changes that`, to_phone)
  }
  const cut = segmentsOf(message)
  const cost = costOf({ country, segments: cut.segments }, rates ?? [], currency)
  const limit = answers_keyword ? null : daily_cap
  if (limit !== null && cost === null) {
    return yield* refuse("to_phone", "there is no rate of its country in the settings, so that its cost cannot be kept below the daily cap", to_phone)
  }
  const { phone: from_phone, provider } = yield* chosenNumber("sms", numbers, asked, own_phone)
  return { contact_id, cost, country, currency, cut, daily_cap: limit, from_phone, by: yield* chosenProvider(provider) }
})

/** Says that money for it is spent today; fails where the daily cap does not allow that. */
export const payFor = Effect.fnUntraced(function*({ cost, currency, daily_cap, from_phone }: Pick<
  Effect.Success<ReturnType<typeof readied>>, "cost" | "currency" | "daily_cap" | "from_phone">, to_phone: string) {
  if (daily_cap === null || cost === null) return
  /* As an answer in the conversation does: first the conversation, then the money. Nothing is written yet, as some callers go on. */
  yield* SmsThreads.use((threads) => threads.hold(from_phone, to_phone))
  if (!(yield* spend(cost.thousandths, { currency, daily_cap }))) {
    return yield* refuse("to_phone", "texts of today cost as much as the daily cap of the settings allows", to_phone)
  }
})

/** What is known at once of a text that leaves now: nothing but of the simulator. */
export const knownAtOnce = Effect.fnUntraced(function*(by: TextProvider, text: Pick<Text, "message" | "to_phone">, from_phone: string) {
  const { mode } = yield* Caller
  return mode === "test" && !failsSimulated(text.to_phone) ? yield* simulated(by, text, from_phone) : undefined
})

/** Writes a text, and sends it once the transaction in progress is there. Fails where it must not leave, also for what the day has cost so far. */
export const textPhone = Effect.fnUntraced(function*(text: Text) {
  const { answers_keyword = false, message, send_at, template_id, to_phone } = text
  const messages = yield* SmsMessages
  const ready = yield* readied(text)
  const { by, cost, cut: { encoding, segments }, from_phone } = ready
  if (send_at === undefined) yield* payFor(ready, to_phone)
  const contact_id = text.contact_id ?? ready.contact_id
  const outcome = send_at === undefined ? yield* knownAtOnce(by, text, from_phone) : undefined
  const made = yield* messages.add(
    { from_phone, to_phone, message, encoding, segments, cost, contact_id, template_id: template_id ?? null, answers_keyword, provider: by.name, outcome, send_at },
    outcome === undefined ? [] : outcome.state === "failed" ? ["message.failed"] : ["message.sent", "message.delivered"]
  )
  if (send_at !== undefined) yield* messages.setSchedule(made.id, yield* SmsSchedule.start({ message_id: made.id, send_at }))
  else if (outcome === undefined) yield* SmsDelivery.start({ message_id: made.id }, { key: `text ${made.id}` })
  return made
})
