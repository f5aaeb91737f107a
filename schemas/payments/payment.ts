import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { noCardNumber } from "#schemas/kernel/card-number"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { Id, UserId } from "#schemas/kernel/ids"
import { Cents, Currency, inCents, PositiveCents } from "#schemas/kernel/money"
import { phrase } from "#schemas/kernel/phrase"
import { prose } from "#schemas/kernel/text"
import { Instant } from "#schemas/kernel/time"
import { InvoiceId } from "./invoice.ts"
import { PaymentLinkId } from "./link.ts"
import { PaymentMethodId, ProviderToken } from "./method.ts"
import { OrderId } from "./order.ts"

export const PaymentId = Id.pipe(Schema.brand("PaymentId"))
export type PaymentId = typeof PaymentId.Type

export const PaymentState = Schema.Literals([
  "processing", "requires_action", "authorized", "succeeded", "failed", "canceled"
]).annotate({
  description: "`processing`: the provider is asked, and it is not known yet. `requires_action`: the customer has to confirm it at `action_url`. " +
    "`authorized`: set aside, to be captured. `succeeded`: taken.",
  examples: ["succeeded"]
})
export type PaymentState = typeof PaymentState.Type

/** Words about a payment, which go to the provider too. */
export const words = (most: number) => prose(most).check(noCardNumber)

/** Money that is taken from a contact through the payment provider. */
export const payment = entity("Payment", {
  id: field.readOnly(PaymentId),
  contact_id: field.each({
    read: Schema.NullOr(ContactId).annotate({ description: "Who pays; `null` once the person was erased, or where somebody paid by a link and named no address." }),
    create: Schema.optionalKey(ContactId.annotate({ description: "Who pays; with an order or an invoice it follows from that." }))
  }),
  order_id: field.each({
    read: Schema.NullOr(OrderId).annotate({ description: "The order that it pays." }),
    create: Schema.optionalKey(OrderId.annotate({ description: "The order that it pays: contact, currency and amount follow from it." }))
  }),
  invoice_id: field.each({
    read: Schema.NullOr(InvoiceId).annotate({ description: "The invoice that it pays." }),
    create: Schema.optionalKey(InvoiceId.annotate({ description: "The finalized invoice that it pays: contact, currency and amount follow from it." }))
  }),
  seller_id: field.each({
    read: Schema.NullOr(UserId).annotate({ description: "The member who sold, who earns commissions by it." }),
    create: Schema.optionalKey(UserId.annotate({ description: "The member who sold; with an order or an invoice it follows from that." }))
  }),
  payment_link_id: field.readOnly(Schema.NullOr(PaymentLinkId).annotate({ description: "The link that it came by." })),
  state: field.readOnly(PaymentState),
  amount: field.each({
    read: Cents.annotate({ description: "What was asked for, in the currency's smallest unit." }),
    create: Schema.optionalKey(PositiveCents.annotate({ description: "In the smallest unit; what is left of the order or invoice if left out." }))
  }),
  currency: field.each({
    read: Schema.String.annotate({ examples: ["USD"] }),
    create: Schema.optionalKey(Currency.annotate({ description: "That of the order or invoice, or the company's, if left out.", examples: ["USD"] }))
  }),
  captured_amount: field.readOnly(Cents.annotate({ description: inCents("What was taken.") })),
  refunded_amount: field.readOnly(Cents.annotate({ description: inCents("What was given back of that.") })),
  disputed: field.readOnly(Schema.Boolean.annotate({ description: "The customer disputes it with their bank." })),
  payment_method_id: field.each({
    read: Schema.NullOr(PaymentMethodId).annotate({ description: "The saved method that it is charged to." }),
    create: Schema.optionalKey(PaymentMethodId.annotate({ description: "A saved method of the contact." }))
  }),
  payment_method: field.createOnly(Schema.optionalKey(ProviderToken)),
  capture: field.createOnly(defaulted(Schema.Boolean.annotate({
    description: "`false` authorizes only: `capture_payment` takes the money later.", examples: [true]
  }), true)),
  provider: field.readOnly(Schema.String.annotate({ examples: ["stripe"] })),
  simulated: field.readOnly(Schema.Boolean.annotate({ description: "No money moves: a test key, or the demo." })),
  failure_code: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "The provider's code.", examples: ["insufficient_funds"] })),
  failure_message: field.readOnly(Schema.NullOr(Schema.String)),
  action_url: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "Where the customer confirms it, in state `requires_action`." })),
  description: field.nullable(words(500), { description: "What it is for; the provider is told it.", examples: ["Manuals"] }),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Made with a live key. Those of test keys move no money." })),
  ...versioned
}, {
  description: "Money that is taken from a contact.",
  label: ({ description, id }) => description ?? phrase`payment ${id}`,
  filters: {
    contact_id: ContactId,
    order_id: OrderId,
    invoice_id: InvoiceId,
    payment_link_id: PaymentLinkId,
    seller_id: UserId,
    state: PaymentState,
    currency: Currency,
    since: since("created_at", Instant.annotate({ description: "Made at or after this." }))
  },
  columns: ["state", "amount", "refunded_amount", "contact_id", "order_id", "created_at"],
  groups: {
    Payment: ["state", "amount", "currency", "captured_amount", "refunded_amount", "disputed", "capture"],
    Method: ["payment_method_id", "payment_method", "provider", "simulated", "action_url"],
    Failure: ["failure_code", "failure_message"],
    References: ["contact_id", "order_id", "invoice_id", "payment_link_id", "seller_id", "description"]
  },
  sort: ["id", "created_at", "amount"]
})
export const Payment = payment.read
export type Payment = typeof Payment.Type

export const NewPayment = payment.create.annotate({
  examples: [{ contact_id: ContactId.make(42), amount: 125_000, payment_method: "pm_card_visa", capture: true, description: "Manuals" }]
})

export const Capture = Schema.Struct({
  amount: Schema.optionalKey(PositiveCents.annotate({ description: inCents("All of it if left out; the rest of a smaller amount is let go.") }))
}).annotate({ identifier: "Capture" })
