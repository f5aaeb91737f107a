import { Schema } from "effect"
import { noCardNumber } from "#schemas/kernel/card-number"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { Cents, Currency, PositiveCents } from "#schemas/kernel/money"
import { phrase } from "#schemas/kernel/phrase"
import { prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { InvoiceId } from "./invoice.ts"
import { OrderId } from "./order.ts"

export const PaymentLinkId = Id.pipe(Schema.brand("PaymentLinkId"))
export type PaymentLinkId = typeof PaymentLinkId.Type

const PaymentLinkState = Schema.Literals(["active", "used", "expired", "deactivated"]).annotate({
  description: "Only an `active` one can be paid. `used`: it is for a single use, and was paid.", examples: ["active"]
})

/** A page on which somebody pays without an account. Whoever has its address can pay. */
export const paymentLink = entity("PaymentLink", {
  id: field.readOnly(PaymentLinkId),
  description: field.each({
    read: Schema.NullOr(Schema.String).annotate({ examples: ["Deposit for the workshop"] }),
    create: defaulted(Schema.NullOr(prose(500).check(noCardNumber)).annotate({
      description: "What is paid, as the page says it; needed with `amount`.", examples: ["Deposit for the workshop"]
    }), null)
  }),
  order_id: field.each({
    read: Schema.NullOr(OrderId).annotate({ description: "The order whose rest it takes." }),
    create: Schema.optionalKey(OrderId.annotate({ description: "An order: the link takes what is left of it, whatever that is when somebody pays." }))
  }),
  invoice_id: field.each({
    read: Schema.NullOr(InvoiceId).annotate({ description: "The invoice whose rest it takes." }),
    create: Schema.optionalKey(InvoiceId.annotate({ description: "A finalized invoice: the link takes what is left of it, whatever that is when somebody pays." }))
  }),
  amount: field.each({
    read: Schema.NullOr(Cents).annotate({ description: "In the currency's smallest unit; `null` with an order or invoice.", examples: [12_500] }),
    create: Schema.optionalKey(PositiveCents.annotate({ description: "In the smallest unit; either this, `order_id` or `invoice_id`.", examples: [12_500] }))
  }),
  currency: field.each({
    read: Schema.String.annotate({ examples: ["USD"] }),
    create: Schema.optionalKey(Currency.annotate({ description: "That of the order or invoice, or the company's, if left out.", examples: ["USD"] }))
  }),
  single_use: field.each({
    read: Schema.Boolean,
    create: defaulted(Schema.Boolean.annotate({ description: "It takes one payment; a declined one does not count.", examples: [true] }), false)
  }),
  expires_at: field.each({
    read: Schema.NullOr(Timestamp),
    create: defaulted(Schema.NullOr(Instant).annotate({ description: "From then on nobody can pay by it.", examples: ["2027-11-30T12:00:00Z"] }), null)
  }),
  active: field.readOnly(Schema.Boolean.annotate({ description: "`false` once it was deactivated." })),
  state: field.readOnly(PaymentLinkState),
  paid_count: field.readOnly(Schema.Int.annotate({ description: "How many times it was paid.", examples: [0] })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Made with a live key. Those of test keys move no money." })),
  ...versioned
}, {
  description: "A page on which somebody pays without an account.",
  label: ({ description, id }) => description ?? phrase`payment link ${id}`,
  filters: {
    order_id: OrderId,
    invoice_id: InvoiceId,
    active: Schema.Boolean,
    since: since("created_at", Instant.annotate({ description: "Made at or after this." }))
  },
  groups: {
    Payment: ["amount", "currency", "description", "order_id", "invoice_id"],
    Use: ["url", "active", "state", "single_use", "paid_count", "expires_at"]
  },
  sort: ["id", "created_at"]
})
export type PaymentLinkRecord = typeof paymentLink.read.Type

export const PaymentLink = Schema.Struct({
  ...paymentLink.read.fields,
  url: Schema.String.annotate({
    description: "The page, for whoever shall pay. Who has it can pay, and sees what for.",
    examples: ["https://example.com/pay/8Fq3vT1mXo2kZr7YwLc0aHnB5uJdEpGsKiVtQyM4CbA"]
  })
}).annotate({ identifier: "PaymentLink", ...paymentLink.about, description: "A page on which somebody pays without an account." })
export type PaymentLink = typeof PaymentLink.Type
