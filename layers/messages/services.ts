import { Layer } from "effect"
import { CustomerEmails } from "./emails.ts"
import { SmsConsents } from "./sms/consents.ts"
import { SmsSettings } from "./sms/settings.ts"
import { PhoneNumbers } from "./voice/phone-numbers.ts"

/** Everything the programs of messages can do, but for what needs a provider. */
export const MessageServices = Layer.mergeAll(
  CustomerEmails.layer,
  PhoneNumbers.layer,
  SmsConsents.layer,
  SmsSettings.layer
)
