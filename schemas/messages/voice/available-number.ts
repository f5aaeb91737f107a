import { Schema } from "effect"
import { Currency } from "#schemas/kernel/money"
import { capabilities } from "./phone-number.ts"

/** A number that the company could have. */
export const AvailableNumber = Schema.Struct({
  phone: Schema.String.annotate({ description: "E.164.", examples: ["+12025550123"] }),
  locality: Schema.NullOr(Schema.String).annotate({ description: "Where it belongs, as the provider tells.", examples: ["Washington"] }),
  region: Schema.NullOr(Schema.String).annotate({ examples: ["DC"] }),
  capabilities: Schema.Array(Schema.Literals(capabilities)).annotate({ examples: [["sms", "voice"]] }),
  needs_address: Schema.Boolean.annotate({
    description: "The provider asks for an address of the company before it gives the number: leave one with the provider first.", examples: [false]
  }),
  monthly_price_amount: Schema.NullOr(Schema.Int).annotate({
    description: "What it costs a month, in the currency's smallest unit; null where the provider does not say.", examples: [115]
  }),
  monthly_price_currency: Schema.NullOr(Currency)
}).annotate({ identifier: "AvailablePhoneNumber" })

export const AvailableNumbers = Schema.Struct({
  items: Schema.Array(AvailableNumber)
}).annotate({ identifier: "AvailablePhoneNumbers" })
