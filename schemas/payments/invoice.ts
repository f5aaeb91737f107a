import { Schema } from "effect"
import { Country, PostalAddress } from "#schemas/company/address"
import { CompanySettings } from "#schemas/company/settings"
import { ContactId } from "#schemas/crm/contact"
import { Email } from "#schemas/kernel/email"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { Id, UserId } from "#schemas/kernel/ids"
import { Cents, Currency, inCents, MAX_CENTS, PositiveCents } from "#schemas/kernel/money"
import { phrase } from "#schemas/kernel/phrase"
import { line, prose } from "#schemas/kernel/text"
import { Day, Instant, Timestamp } from "#schemas/kernel/time"
import { Line, SomeLines, TaxSum } from "./line.ts"
import { OrderId } from "./order.ts"

export const InvoiceId = Id.pipe(Schema.brand("InvoiceId"))
export type InvoiceId = typeof InvoiceId.Type

export const InvoiceState = Schema.Literals(["draft", "open", "paid", "overdue", "void", "uncollectible"]).annotate({
  description: "`draft` until it is finalized; `overdue` is open and past its day.", examples: ["draft"]
})

const { address, contact_email, contact_phone, legal_name, locale, name, tax_ids, website } = CompanySettings.fields

/** A company as its invoices name it. */
export const Seller = Schema.Struct({ name, legal_name, address, tax_ids, contact_email, contact_phone, website, locale }).annotate({ identifier: "Seller" })
export type Seller = typeof Seller.Type

const TakenBy = Schema.Literals(["cash", "transfer", "check", "other"]).annotate({ description: "How the company got it.", examples: ["transfer"] })

/** Money that came in for an invoice. */
export const InvoicePayment = Schema.Struct({
  amount: Cents,
  method: Schema.Literals([...TakenBy.literals, "card"]).annotate({ description: "`card`: through the payment provider.", examples: ["transfer"] }),
  received_on: Schema.String.annotate({ examples: ["2026-12-10"] }),
  reference: Schema.NullOr(Schema.String).annotate({ examples: ["Statement 12"] }),
  payment_id: Schema.NullOr(Id).annotate({ description: "The payment, if it went through the payment provider." })
}).annotate({ identifier: "InvoicePayment" })
export type InvoicePayment = typeof InvoicePayment.Type

export const NewInvoicePayment = Schema.Struct({
  amount: Schema.optionalKey(PositiveCents.annotate({ description: "In the smallest unit; all that is left if left out." })),
  method: TakenBy,
  received_on: Schema.optionalKey(Day.annotate({ description: "Today, by the company's time zone, if left out.", examples: ["2026-12-10"] })),
  reference: Schema.optionalKey(line(100).annotate({ description: "What finds it in the company's own records.", examples: ["Statement 12"] }))
}).annotate({ identifier: "NewInvoicePayment" })

export const InvoiceSending = Schema.Struct({
  email: Schema.optionalKey(Email.annotate({ description: "The contact's address if left out.", examples: ["grace@navy.example"] })),
  message: Schema.optionalKey(prose(2_000).annotate({ description: "Stands above the sums.", examples: ["Thank you for your order."] }))
}).annotate({ identifier: "InvoiceSending" })

/** What a contact owes, as a document. */
export const invoice = entity("Invoice", {
  id: field.readOnly(InvoiceId),
  number: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "Given when it is finalized, without gaps, for live and for test invoices apart; `null` in drafts.", examples: ["INV-000042"]
  })),
  contact_id: field.each({
    read: Schema.NullOr(ContactId).annotate({ description: "Who owes it; `null` once the person was erased." }),
    create: Schema.optionalKey(ContactId.annotate({ description: "Who owes it; with `order_id` it follows from the order." }))
  }),
  order_id: field.each({
    read: Schema.NullOr(OrderId).annotate({ description: "The order that it bills." }),
    create: Schema.optionalKey(OrderId.annotate({ description: "The order that it bills, in place of `lines`: what it costs follows from the order." }))
  }),
  seller_id: field.nullable(UserId, {
    description: "The member who sells, who earns commissions by what is paid; with an order it follows from that."
  }),
  state: field.readOnly(InvoiceState),
  currency: field.each({
    read: Schema.String.annotate({ examples: ["USD"] }),
    create: Schema.optionalKey(Currency.annotate({ description: "The company's currency if left out.", examples: ["USD"] }))
  }),
  billing_name: field.nullable(line(200), {
    description: "To whom it is addressed; the contact's name once it is finalized, if left out.", examples: ["Grace Hopper"]
  }),
  billing_address: field.nullable(PostalAddress),
  billing_tax_id: field.nullable(line(50), { description: "Of who owes it, as their VAT number.", examples: ["GB123456789"] }),
  seller: field.readOnly(Schema.NullOr(Seller).annotate({ description: "Who bills, as it was when the invoice was finalized; `null` in drafts." })),
  lines: field.each({ read: Schema.Array(Line), create: Schema.optionalKey(SomeLines), change: Schema.optionalKey(SomeLines) }),
  discount: field.defaulted(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS })).annotate({
      description: "Taken off all lines together, in the smallest unit, before tax.", examples: [0]
    }),
    0, Cents.annotate({ description: inCents("Taken off, of lines and of the invoice.") })
  ),
  subtotal: field.readOnly(Cents.annotate({ description: inCents("Of the lines, without discounts and added tax.") })),
  tax: field.readOnly(Cents.annotate({ description: inCents("All taxes, also those that prices include.") })),
  taxes: field.readOnly(Schema.Array(TaxSum)),
  amount: field.readOnly(Cents.annotate({ description: "What is to be paid, in the currency's smallest unit, with tax." })),
  paid_amount: field.readOnly(Cents.annotate({ description: inCents("Paid of it so far.") })),
  credited_amount: field.readOnly(Cents.annotate({ description: inCents("Taken back of it by credit notes.") })),
  refunded_amount: field.readOnly(Cents.annotate({ description: inCents("Given back of what was paid through the payment provider.") })),
  payments: field.readOnly(Schema.Array(InvoicePayment).annotate({ description: "What was paid of it, the oldest first." })),
  tax_country: field.nullable(Country, { description: "Where tax is due; the company's country if left out.", examples: ["GB"] }),
  tax_region: field.nullable(line(40), { description: "The part of that country.", examples: ["NY"] }),
  issued_on: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "The day on which it was finalized, by the company's time zone.", examples: ["2026-12-01"]
  })),
  due_on: field.nullable(Day, { description: "Until when it is to be paid; 14 days after it is finalized if left out.", examples: ["2026-12-15"] }),
  reference: field.nullable(line(100), { description: "The caller's own number of it.", examples: ["PO-2041"] }),
  notes: field.nullable(prose(5_000), { description: "Stands on the invoice.", examples: ["Thank you for your order."] }),
  finalized_at: field.readOnly(Schema.NullOr(Timestamp)),
  sent_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "When it was last sent by e-mail." })),
  voided_at: field.readOnly(Schema.NullOr(Timestamp)),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Made with a live key." })),
  ...versioned
}, {
  description: "What a contact owes, as a document. Once finalized it is never changed.",
  label: ({ id, number }) => number ?? phrase`invoice ${id}`,
  filters: {
    contact_id: ContactId,
    order_id: OrderId,
    seller_id: UserId,
    state: InvoiceState,
    currency: Currency,
    number: line(40).annotate({ examples: ["INV-000042"] }),
    since: since("created_at", Instant.annotate({ description: "Made at or after this." }))
  },
  columns: ["state", "amount", "paid_amount", "contact_id", "due_on", "issued_on"],
  groups: {
    Progress: ["number", "state", "issued_on", "due_on", "finalized_at", "sent_at", "voided_at"],
    Customer: ["contact_id", "billing_name", "billing_address", "billing_tax_id"],
    "Goods and amounts": ["lines", "amount", "currency", "discount", "subtotal"],
    Tax: ["tax", "taxes", "tax_country", "tax_region"],
    Payment: ["paid_amount", "credited_amount", "refunded_amount", "payments"],
    References: ["order_id", "seller_id", "reference", "notes"]
  },
  sort: ["id", "created_at", "amount", "due_on"]
})
export const Invoice = invoice.read
export const NewInvoice = invoice.create.annotate({
  examples: [{
    contact_id: ContactId.make(42), lines: [{ description: "Manual, hardcover", quantity: 2, unit_amount: 62_500, discount: 0, tax_category: "standard" }],
    discount: 0, tax_country: "GB", tax_region: null, due_on: "2026-12-15", reference: "PO-2041", notes: null, seller_id: null,
    billing_name: "Grace Hopper", billing_tax_id: null,
    billing_address: { line1: "1 Navy Yard", postal_code: "E1 6AN", city: "London", country: "GB" }
  }]
})
export type Invoice = typeof Invoice.Type
