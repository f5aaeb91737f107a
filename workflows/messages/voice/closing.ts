import { Effect, Option } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { Contacts } from "#layers/crm/contacts"
import { companyNow } from "#layers/kernel/company-clock"
import { now } from "#layers/kernel/sql"
import { SmsConsents } from "#layers/messages/sms/consents"
import { SmsSettings } from "#layers/messages/sms/settings"
import { Calls } from "#layers/messages/voice/calls"
import { CallRecordings } from "#layers/messages/voice/recordings"
import { PhoneNumbers } from "#layers/messages/voice/phone-numbers"
import { contact } from "#schemas/crm/contact"
import type { TaskId } from "#schemas/crm/task"
import { numberFacts, untextable } from "#schemas/messages/sms/number-facts"
import { textableFrom } from "#schemas/messages/sms/quiet-hours"
import { type Call, isOver } from "#schemas/messages/voice/call"
import type { CallId } from "#schemas/messages/voice/ids"
import type { PhoneNumber } from "#schemas/messages/voice/phone-number"
import type { CallResult } from "#schemas/messages/voice/result"
import { create_task } from "../../crm/tasks.ts"
import { isNumber } from "../contact-of-number.ts"
import { textPhone } from "../sms/sending.ts"
import { callsAddress } from "./asking.ts"

const DAY = 86_400_000
const MOST_OF_TITLE = 200
export const MOST_OF_NOTES = 10_000

export const quoted = (transcript: string) => `“${transcript}”`

/** What a call came to of which nothing else was told. */
const resultOf = ({ bridge_phone, direction, result, state }: Call, isTold: boolean): CallResult | null => {
  if (result !== null) return result
  if (direction === "inbound") return "missed"
  if (state === "unknown") return null
  if (state !== "completed") return "not_reached"
  /* Where the provider cannot tell us that the other phone answered, it is taken for granted. */
  return bridge_phone === null ? "told" : isTold ? "not_reached" : "answered"
}

/** A task to call back, for the member whom the number names. */
const callBack = Effect.fnUntraced(function*({ contact_id, created_at, from_phone, id }: Call, result: CallResult, { assignee_id, phone }: PhoneNumber) {
  const customer = contact_id === null ? undefined : Option.getOrUndefined(yield* Contacts.use((contacts) => contacts.find(contact_id)))
  const { time_zone } = yield* CompanySettings.use(({ own }) => own)
  const who = customer === undefined || contact.label(customer) === from_phone ? from_phone : `${contact.label(customer)}, ${from_phone}`
  const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone: time_zone }).format(Date.parse(created_at))
  const recordings = yield* CallRecordings.use((all) => all.ofCall(id))
  const said = recordings.flatMap(({ transcript }) => transcript === null ? [] : [quoted(transcript)])
  const task = {
    title: `${result === "voicemail" ? "Listen to the message and call back" : "Call back"}: ${who}`.slice(0, MOST_OF_TITLE),
    notes: [`Called ${phone} on ${when} (${time_zone}), call ${id}.`, ...said].join("\n\n").slice(0, MOST_OF_NOTES), due_at: new Date((yield* companyNow) + DAY).toISOString(),
    contact_id: customer === undefined ? null : contact_id, deal_id: null
  }
  /* Whoever the number names may have left the company. */
  const made: { readonly id: TaskId } = yield* Effect.catchTag(create_task({ ...task, assignee_id }), "ValidationError", () => Effect.orDie(create_task({ ...task, assignee_id: null })))
  return made.id
})

/** Texts whoever called and reached nobody, if the number says so, they take that, and it is not quiet where they are. */
const textBack = Effect.fnUntraced(function*({ contact_id, from_phone, id }: Call, { capabilities, phone, text_back }: PhoneNumber) {
  if (text_back === null || !isNumber(from_phone) || untextable(numberFacts(from_phone)) !== undefined) return
  if (yield* Calls.use((calls) => calls.missedBefore(from_phone, id))) return
  if (text_back.to === "consented") {
    const consents = yield* SmsConsents
    const [marketing, reminders] = [yield* consents.given([from_phone], "marketing"), yield* consents.given([from_phone], "reminders")]
    if (!marketing.has(from_phone) && !reminders.has(from_phone)) return
  }
  const { time_zone, told: { quiet_hours } } = yield* SmsSettings.use(({ get }) => get)
  const at = yield* companyNow
  if (textableFrom(from_phone, quiet_hours, time_zone, at) > at) return
  yield* Effect.catch(
    textPhone({
      to_phone: from_phone, message: text_back.text, ...contact_id !== null && { contact_id }, ...capabilities.includes("sms") && { from_phone: phone }
    }),
    (error) => Effect.logInfo(`nobody was texted back: ${error.message}`)
  )
})

/** Writes what a call came to, once: with a task where nobody answered, and a text to whoever called. Within a transaction. */
export const closeCall = Effect.fnUntraced(function*(id: CallId) {
  const calls = yield* Calls
  const found = yield* calls.find(id, { lock: true })
  if (Option.isNone(found) || (yield* calls.internal(id)).closed) return
  const before = found.value
  const { direction, livemode, number_id, state } = before
  const result = resultOf(before, (yield* callsAddress) !== undefined)
  const number = number_id === null ? undefined : Option.getOrUndefined(yield* PhoneNumbers.use((numbers) => numbers.find(number_id)))
  const isForSomebody = direction === "inbound" && livemode && number !== undefined && (result === "missed" || result === "voicemail")
  const task_id = isForSomebody ? yield* callBack(before, result, number) : null
  /* The provider told nothing more for hours. */
  const isLost = state === "ringing" || state === "in_progress"
  yield* Effect.orDie(calls.update(before, {
    closed: true, result, ...task_id !== null && { task_id }, ...isLost && { state: "completed", ended_at: now }
  }, { events: isLost || isOver(state) ? ["call.completed", ...direction === "inbound" && result === "missed" ? ["call.missed" as const] : []] : [] }))
  if (isForSomebody && result === "missed") yield* textBack(before, number)
})

export const notePrice = Effect.fnUntraced(function*(id: CallId, { amount, currency }: { readonly amount: string; readonly currency: string }) {
  const calls = yield* Calls
  const found = yield* calls.find(id, { lock: true })
  if (Option.isSome(found) && found.value.price === null) yield* Effect.orDie(calls.update(found.value, { price: amount, price_currency: currency }))
})
