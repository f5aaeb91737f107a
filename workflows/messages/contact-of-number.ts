import { Effect, Option } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { SmsThreads } from "#layers/messages/sms/threads"
import { PhoneNumbers } from "#layers/messages/voice/phone-numbers"
import type { ContactId } from "#schemas/crm/contact"

/** What networks send in place of the number of a caller who hides it: `ANONYMOUS`, `RESTRICTED`, `BLOCKED`, `UNKNOWN`, `UNAVAILABLE` on a phone's keys. */
const hidden = new Set(["+266696687", "+7378742833", "+2562533", "+8656696", "+86282452253"])

/** Short codes, names of senders and hidden numbers are no numbers of people. */
export const isNumber = (phone: string) => /^\+\d{7,15}$/u.test(phone) && !hidden.has(phone)

/** Whose number it is that the company writes or speaks with: of the latest conversation, or the contact who has it. */
export const knownContact = Effect.fnUntraced(function*(phone: string) {
  const threads = yield* SmsThreads
  const talked = yield* threads.latestWith(phone)
  return Option.isSome(talked) && talked.value.contact_id !== null ? talked.value.contact_id : yield* threads.contactOf(phone)
})

/** Who wrote or called: the contact with this number, who is made where there is none and the company's number says so. */
export const contactOfNumber = Effect.fnUntraced(function*(own_phone: string, phone: string, source: "text message" | "phone call") {
  const known = yield* knownContact(phone)
  if (known !== null || !isNumber(phone)) return known
  const number = yield* PhoneNumbers.use((numbers) => numbers.byPhone(own_phone))
  if (Option.isNone(number) || number.value.unknown_senders !== "create_contact") return null
  const made: { readonly id: ContactId } = yield* Effect.orDie(Contacts.use((contacts) => contacts.create({ phone, source }, { events: ["contact.created"] })))
  return made.id
})
