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

/**
 * Reminds a contact by text too, if they agreed to that, outside their quiet hours: a reminder that comes late is none, and it is in their
 * e-mail anyway. Where it cannot be sent, nothing else fails. Within a transaction that happens once.
 */
export const remindByText = Effect.fnUntraced(function*(contact_id: ContactId, words: (company: typeof Company.Type) => string) {
  const contact = Option.getOrUndefined(yield* Contacts.use((contacts) => contacts.find(contact_id)))
  if (contact === undefined || contact.phone === null) return
  const { phone } = contact
  const agreed = yield* SmsConsents.use(({ given }) => given([phone], "reminders"))
  if (!agreed.has(phone)) return
  const { time_zone, told: { quiet_hours } } = yield* SmsSettings.use(({ get }) => get)
  const now = yield* companyNow
  if (textableFrom(phone, quiet_hours, time_zone, now) > now) return
  const message = words(yield* CompanySettings.use(({ own }) => own))
  yield* Effect.catch(textPhone({ to_phone: phone, contact_id, message }), (error) =>
    Effect.logInfo(`nobody was reminded by text: ${error.message}`))
})
