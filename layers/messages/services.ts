import { Layer } from "effect"
import { CustomerEmails } from "./emails.ts"
import { PhoneNumbers } from "./voice/phone-numbers.ts"

/** Everything the programs of messages can do, but for what needs a provider. */
export const MessageServices = Layer.mergeAll(
  CustomerEmails.layer,
  PhoneNumbers.layer
)
