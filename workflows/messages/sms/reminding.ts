import { Effect, Option } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { Contacts } from "#layers/crm/contacts"
import { companyNow } from "#layers/kernel/company-clock"
import { SmsConsents } from "#layers/messages/sms/consents"
import { SmsSettings } from "#layers/messages/sms/settings"
import type { CompanySettings as Company } from "#schemas/company/settings"
import type { ContactId } from "#schemas/crm/contact"
import { textableFrom } from "#schemas/messages/sms/quiet-hours"
import { textPhone } from "./sending.ts"

interface Reader {
  readonly phone: string
  readonly contact_id?: ContactId
}
type Words = (company: typeof Company.Type) => string

/**
 * Texts somebody who agreed to it, unless it is in their quiet hours: what is told late is told for nothing, and can be read elsewhere. Where it cannot be
 * sent, nothing else fails. Within a transaction that happens once.
 */
export const textOutsideQuietHours = Effect.fnUntraced(function*({ phone, ...reader }: Reader, words: Words) {
  const { time_zone, told: { quiet_hours } } = yield* SmsSettings.use(({ get }) => get)
  const now = yield* companyNow
  if (textableFrom(phone, quiet_hours, time_zone, now) > now) return
  const message = words(yield* CompanySettings.use(({ own }) => own))
  yield* Effect.catch(textPhone({ to_phone: phone, message, ...reader }), (error) => Effect.logInfo(`nobody was told by text: ${error.message}`))
})

/** Reminds a contact by text too, if they agreed to that, outside their quiet hours: the reminder is in their e-mail anyway. */
export const remindByText = Effect.fnUntraced(function*(contact_id: ContactId, words: Words) {
  const contact = Option.getOrUndefined(yield* Contacts.use((contacts) => contacts.find(contact_id)))
  if (contact === undefined || contact.phone === null) return
  const { phone } = contact
  const agreed = yield* SmsConsents.use(({ given }) => given([phone], "reminders"))
  if (agreed.has(phone)) yield* textOutsideQuietHours({ phone, contact_id }, words)
})
