import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { Phone } from "#schemas/kernel/phone"
import { line } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"

export const SmsConsentId = Id.pipe(Schema.brand("SmsConsentId"))
export type SmsConsentId = typeof SmsConsentId.Type

export const consentPurposes = ["marketing", "reminders"] as const
const Purpose = Schema.Literals(consentPurposes).annotate({
  description: "`marketing`: campaigns. `reminders`: of appointments, invoices and tasks.", examples: ["marketing"]
})
export type ConsentPurpose = typeof Purpose.Type

const Source = Schema.Literals(["web_form", "checkout", "booking", "keyword", "in_person", "phone_call", "paper", "import", "other"]).annotate({
  description: "Where it was given.", examples: ["web_form"]
})

/** Somebody agreed to texts: what they were told, where and when, as it has to be proved when somebody asks. */
export const smsConsent = entity("SmsConsent", {
  id: field.readOnly(SmsConsentId),
  contact_id: field.each({ read: ContactId, create: ContactId }),
  phone: field.each({
    read: Schema.String.annotate({ description: "The number that it was given for, E.164.", examples: ["+12025550123"] }),
    create: Schema.optionalKey(Phone.annotate({ description: "The number that it is given for; the contact's if left out." }))
  }),
  purposes: field.each({
    read: Schema.Array(Purpose).annotate({ examples: [["marketing"]] }),
    create: Schema.Array(Purpose).check(Schema.isMinLength(1), Schema.isMaxLength(consentPurposes.length), Schema.isUnique()).annotate({ examples: [["marketing"]] })
  }),
  source: field.each({ read: Source, create: Source }),
  text: field.each({
    read: Schema.String.annotate({ examples: ["Yes, text me offers at this number. Reply STOP to end."] }),
    create: line(2_000).annotate({ description: "The words that they agreed to.", examples: ["Yes, text me offers at this number. Reply STOP to end."] })
  }),
  given_at: field.each({
    read: Timestamp,
    create: Schema.optionalKey(Instant.annotate({ description: "When it was given, not in the future; now if left out.", examples: ["2026-11-21T09:30:00Z"] }))
  }),
  revoked_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "When it was taken back; null while it holds." })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Those of live and of test keys are apart." })),
  ...versioned
}, {
  description: "What somebody agreed to be texted about.",
  label: ({ phone }) => phone,
  filters: { contact_id: ContactId, phone: Phone },
  sort: ["id", "created_at"]
})
export const SmsConsent = smsConsent.read
export type SmsConsent = typeof SmsConsent.Type
