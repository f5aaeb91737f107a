import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { noCardNumber } from "#schemas/kernel/card-number"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { phrase } from "#schemas/kernel/phrase"
import { Text } from "#schemas/kernel/text"

export const PaymentMethodId = Id.pipe(Schema.brand("PaymentMethodId"))
export type PaymentMethodId = typeof PaymentMethodId.Type

export const ProviderToken = Text.check(
  noCardNumber, Schema.isPattern(/^[\w-]{1,200}$/u, { expected: "a token of the payment provider" })
).annotate({
  description: "The payment provider's token of a card or an account, which its form in the browser gives; never a card's number.", examples: ["pm_card_visa"]
})

export const PaymentMethodState = Schema.Literals(["processing", "active", "failed"]).annotate({
  description: "`processing`: the provider is asked. Only `active` ones can be charged.", examples: ["active"]
})

/** A card or an account that a contact lets the company charge. */
export const paymentMethod = entity("PaymentMethod", {
  id: field.readOnly(PaymentMethodId),
  contact_id: field.each({
    read: Schema.NullOr(ContactId).annotate({ description: "Whose it is; `null` once the person was erased." }),
    create: ContactId.annotate({ description: "Whose it is." })
  }),
  payment_method: field.createOnly(ProviderToken),
  state: field.readOnly(PaymentMethodState),
  brand: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["visa"] })),
  last4: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "The last four digits.", examples: ["4242"] })),
  exp_month: field.readOnly(Schema.NullOr(Schema.Int).annotate({ examples: [12] })),
  exp_year: field.readOnly(Schema.NullOr(Schema.Int).annotate({ examples: [2030] })),
  provider: field.readOnly(Schema.String.annotate({ examples: ["stripe"] })),
  simulated: field.readOnly(Schema.Boolean.annotate({ description: "No money moves: a test key, or the demo." })),
  failure_code: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["card_declined"] })),
  failure_message: field.readOnly(Schema.NullOr(Schema.String)),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Saved with a live key." })),
  ...versioned
}, {
  description: "A card or an account that a contact lets the company charge.",
  label: ({ brand, id, last4 }) => brand === null ? phrase`payment method ${id}` : `${brand} ${last4 ?? ""}`.trim(),
  filters: { contact_id: ContactId, state: PaymentMethodState },
  sort: ["id", "created_at"]
})
export const PaymentMethod = paymentMethod.read
export type PaymentMethod = typeof PaymentMethod.Type
