import { operation } from "#schemas/kernel/endpoints"
import { smsConsent, SmsConsent, SmsConsentId } from "./consent.ts"
import { SmsSettings, SmsSettingsChanges } from "./settings.ts"

export const record_sms_consent = operation.create("record_sms_consent", "/sms/consents", smsConsent.create, SmsConsent, {
  summary: "Record that somebody agreed to texts",
  description: "Keeps what a contact agreed to be texted about: the words, where and when. Campaigns of marketing reach only numbers with such a " +
    "record, and reminders go by text only to them. It does not undo an opt-out.",
  access: "messages:write"
})

export const list_sms_consents = operation.list("list_sms_consents", "/sms/consents", SmsConsent, {
  ...smsConsent.list,
  by: "-id",
  summary: "List who agreed to texts",
  description: "What contacts agreed to be texted about, newest first, also what was taken back. Records of live and of test keys are apart.",
  access: "messages:read"
})

export const get_sms_consent = operation.get("get_sms_consent", "/sms/consents/:id", SmsConsent, {
  params: { id: SmsConsentId },
  summary: "Get a record of consent to texts",
  description: "The words that a contact agreed to, where and when, and whether it was taken back.",
  access: "messages:read"
})

export const revoke_sms_consent = operation.transition("revoke_sms_consent", "/sms/consents/:id/revoke", SmsConsent, {
  params: { id: SmsConsentId },
  summary: "Note that consent to texts was taken back",
  description: "The record stays, as proof that it was given; it holds no longer. Once taken back, it changes nothing. `add_opt_out` ends all texts to a number.",
  access: "messages:write",
  idempotent: true
})

export const get_sms_settings = operation.get("get_sms_settings", "/sms/settings", SmsSettings, {
  summary: "Get how the company texts",
  description: "Quiet hours, how many campaigns somebody gets at most, and the prices that estimates are made with. Live and test keys share them.",
  access: "messages:read"
})

export const update_sms_settings = operation.update("update_sms_settings", "/sms/settings", SmsSettingsChanges, SmsSettings, {
  summary: "Change how the company texts",
  description: "Changes the fields that are sent and leaves the others. Campaigns under way follow from their next texts on.",
  access: "messages:write"
})
