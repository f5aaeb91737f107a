import { Effect, Option } from "effect"
import { SmsMessages, type SmsOutcome } from "#layers/messages/sms/messages"
import { OptOuts } from "#layers/messages/sms/opt-outs"
import { SmsThreads } from "#layers/messages/sms/threads"
import { now } from "#layers/kernel/sql"
import { failsSimulated } from "#layers/providers/messaging/simulated"
import type { TextProvider } from "#layers/providers/messaging/provider"
import type { ContactId } from "#schemas/crm/contact"
import { Caller } from "#schemas/kernel/tenancy"
import type { SmsTemplateId } from "#schemas/messages/sms/ids"
import { numberFacts, untextable } from "#schemas/messages/sms/number-facts"
import { segmentsOf } from "#schemas/messages/sms/segments"
import { refuse } from "../../payments/costs.ts"
import { ownNumber } from "../own-number.ts"
import { SmsDelivery } from "./delivery.ts"
import { chosenProvider, outcomeOf, refusedAs } from "./outcome.ts"

export interface Text {
  readonly to_phone: string
  readonly message: string
  readonly from_phone?: string | undefined
  readonly contact_id?: ContactId | undefined
  readonly template_id?: SmsTemplateId | undefined
  /** It answers STOP, START or HELP, and goes out although the number opted out. */
  readonly answers_keyword?: boolean
}

/** What the simulator makes of a number is known at once, unless it is asked to fail or to take its time: then a run asks it, like any provider. */
const simulated = ({ findMessage, send }: TextProvider, { message, to_phone }: Text, from: string) =>
  send({ to: to_phone, from, text: message }).pipe(
    Effect.flatMap(({ id }) => findMessage(id)),
    Effect.map(outcomeOf),
    Effect.catch((error) => Effect.succeed(refusedAs(error)))
  )

/** How a text is cut. */
export const lengthOf = (message: string) => {
  const { encoding, segments } = segmentsOf(message)
  return { encoding, segments }
}

const reasons = { premium_number: "a premium number takes no texts", landline: "a landline takes no texts", not_a_mobile: "the number takes no texts" } as const

const queued = { state: "queued" as const }

const written = ({ state, ...outcome }: SmsOutcome) => ({
  ...outcome, state,
  ...state !== "failed" && { sent_at: now },
  ...state === "delivered" && { delivered_at: now }
})

/**
 * Writes a text, and sends it once the transaction in progress is there. Fails where the number opted out, where the company has no
 * number to send from, and where nobody set a provider up.
 */
export const textPhone = Effect.fnUntraced(function*(text: Text) {
  const { answers_keyword = false, message, template_id, to_phone } = text
  const messages = yield* SmsMessages
  const threads = yield* SmsThreads
  const { mode } = yield* Caller
  if (!answers_keyword && (yield* OptOuts.use(({ has }) => has(to_phone)))) {
    return yield* refuse("to_phone", "the number opted out of texts, and gets none until it opts in again", to_phone)
  }
  const objection = untextable(numberFacts(to_phone))
  if (objection !== undefined && mode === "live") return yield* refuse("to_phone", reasons[objection], to_phone)
  const talked = yield* threads.latestWith(to_phone)
  const known = Option.getOrUndefined(talked)
  const { phone: from_phone, provider } = yield* ownNumber("sms", text.from_phone, known?.own_phone)
  const by = yield* chosenProvider(provider)
  const contact_id = text.contact_id ?? known?.contact_id ?? (yield* threads.contactOf(to_phone))
  const thread = yield* threads.follow({ own_phone: from_phone, phone: to_phone, contact_id, message, direction: "outbound" })
  const outcome = mode === "test" && !failsSimulated(to_phone) ? yield* simulated(by, text, from_phone) : undefined
  const made = yield* Effect.orDie(messages.create({
    thread_id: thread.id, direction: "outbound", from_phone, to_phone, message, ...lengthOf(message), contact_id, template_id: template_id ?? null, answers_keyword,
    provider: by.name, ...outcome === undefined ? queued : written(outcome)
  }, { events: outcome === undefined ? [] : outcome.state === "failed" ? ["message.failed"] : ["message.sent", "message.delivered"] }))
  if (outcome === undefined) yield* SmsDelivery.start({ message_id: made.id }, { key: `text ${made.id}` })
  return made
})
