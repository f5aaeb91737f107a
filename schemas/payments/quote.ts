import { Schema } from "effect"
import { Country } from "#schemas/company/address"
import { ContactId } from "#schemas/crm/contact"
import { noCardNumber } from "#schemas/kernel/card-number"
import { Email } from "#schemas/kernel/email"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { Id, UserId } from "#schemas/kernel/ids"
import { Cents, Currency, inCents, MAX_CENTS } from "#schemas/kernel/money"
import { phrase } from "#schemas/kernel/phrase"
import { line, prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { InvoiceId } from "./invoice.ts"
import { Line, SomeLines, TaxSum } from "./line.ts"
import { OrderId } from "./order.ts"

export const QuoteId = Id.pipe(Schema.brand("QuoteId"))
export type QuoteId = typeof QuoteId.Type

const QuoteState = Schema.Literals(["draft", "sent", "accepted", "expired", "canceled"]).annotate({
  description: "Only a `sent` one can be accepted; `expired` is sent and past `valid_until`.", examples: ["draft"]
})

const Becomes = Schema.Literals(["order", "invoice"]).annotate({
  description: "What is made once it is accepted: an order as `create_order` makes it, or the draft of an invoice, which nobody owes until the " +
    "company finalizes it.",
  examples: ["order"]
})

/**
 * What a company offers to a contact. No law asks for numbers of quotes without gaps, so that it has none besides its id: people call it by
 * its `reference`, or by the id.
 */
export const quote = entity("Quote", {
  id: field.readOnly(QuoteId),
  contact_id: field.each({
    read: Schema.NullOr(ContactId).annotate({ description: "To whom it is offered; `null` once the person was erased." }),
    create: ContactId.annotate({ description: "To whom it is offered." })
  }),
  seller_id: field.nullable(UserId, { description: "The member who sells, who earns commissions by what is paid of what it becomes." }),
  becomes: field.defaulted(Becomes, "order"),
  state: field.each({
    read: QuoteState,
    change: Schema.optionalKey(Schema.Literals(["draft", "canceled"]).annotate({
      description: "`draft` takes back what was sent, so that it can be changed and sent again; `canceled` is for good.", examples: ["draft"]
    }))
  }),
  currency: field.each({
    read: Schema.String.annotate({ examples: ["USD"] }),
    create: Schema.optionalKey(Currency.annotate({ description: "The company's currency if left out.", examples: ["USD"] }))
  }),
  lines: field.each({ read: Schema.Array(Line), create: SomeLines, change: Schema.optionalKey(SomeLines) }),
  discount: field.defaulted(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS })).annotate({
      description: "Taken off all lines together, in the smallest unit, before tax.", examples: [0]
    }),
    0, Cents.annotate({ description: inCents("Taken off, of lines and of the quote.") })
  ),
  subtotal: field.readOnly(Cents.annotate({ description: inCents("Of the lines, without discounts and added tax.") })),
  tax: field.readOnly(Cents.annotate({ description: inCents("All taxes, also those that prices include.") })),
  taxes: field.readOnly(Schema.Array(TaxSum)),
  amount: field.readOnly(Cents.annotate({ description: "What it would cost, in the currency's smallest unit, with tax." })),
  tax_country: field.nullable(Country, { description: "Where tax is due; the company's country if left out.", examples: ["GB"] }),
  tax_region: field.nullable(line(40), { description: "The part of that country.", examples: ["NY"] }),
  valid_until: field.nullable(Instant, {
    description: "From then on it is `expired`; without end if left out.", examples: ["2099-12-31T18:00:00Z"]
  }, Schema.NullOr(Timestamp)),
  reference: field.nullable(line(100), { description: "The caller's own number of it; what it becomes has the same.", examples: ["Q-2041"] }),
  note: field.nullable(prose(5_000), {
    description: "Stands on the quote, and on what it becomes.", examples: ["Delivery within two weeks."]
  }),
  sent_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "When it was last sent." })),
  accepted_at: field.readOnly(Schema.NullOr(Timestamp)),
  accepted_by: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "The name that the customer wrote.", examples: ["Grace Hopper"]
  })),
  order_id: field.readOnly(Schema.NullOr(OrderId).annotate({ description: "The order that it became." })),
  invoice_id: field.readOnly(Schema.NullOr(InvoiceId).annotate({ description: "The invoice that it became." })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Made with a live key." })),
  ...versioned
}, {
  description: "What a company offers to a contact, who accepts it by a link.",
  label: ({ id, reference }) => reference ?? phrase`quote ${id}`,
  filters: {
    contact_id: ContactId,
    seller_id: UserId,
    state: QuoteState,
    currency: Currency,
    reference: line(100).annotate({ examples: ["Q-2041"] }),
    since: since("created_at", Instant.annotate({ description: "Made at or after this." }))
  },
  groups: {
    Progress: ["state", "becomes", "valid_until", "sent_at", "accepted_at", "accepted_by", "order_id", "invoice_id", "url"],
    "Who takes part": ["contact_id", "seller_id"],
    "Goods and amounts": ["lines", "amount", "currency", "discount", "subtotal"],
    Tax: ["tax", "taxes", "tax_country", "tax_region"],
    References: ["reference", "note"]
  },
  sort: ["id", "created_at", "amount"]
})
export type QuoteRecord = typeof quote.read.Type
/** As events tell it: without its address. */
export const QuoteRecord = quote.read.annotate({ identifier: "QuoteRecord" })

export const Quote = Schema.Struct({
  ...quote.read.fields,
  url: Schema.String.annotate({
    description: "The page on which it is accepted. Who has it can read the quote and accept it.",
    examples: ["https://example.com/quote/8Fq3vT1mXo2kZr7YwLc0aHnB5uJdEpGsKiVtQyM4CbA"]
  })
}).annotate({ identifier: "Quote", ...quote.about, description: "What a company offers to a contact, who accepts it by a link." })
export type Quote = typeof Quote.Type

export const NewQuote = quote.create.annotate({
  examples: [{
    contact_id: ContactId.make(42), becomes: "order", valid_until: "2099-12-31T18:00:00Z", reference: "Q-2041", note: null, seller_id: null,
    lines: [{ description: "Manual, hardcover", quantity: 2, unit_amount: 62_500, discount: 0, tax_category: "standard" }],
    discount: 0, tax_country: "GB", tax_region: null
  }]
})

export const QuoteSending = Schema.Struct({
  email: Schema.optionalKey(Schema.NullOr(Email).annotate({
    description: "The contact's address if left out; `null` sends no e-mail, where the company itself passes the address of the page on.",
    examples: ["grace@navy.example"]
  })),
  message: Schema.optionalKey(prose(2_000).annotate({ description: "Stands above the sum.", examples: ["As we discussed."] }))
}).annotate({ identifier: "QuoteSending" })

export const QuoteAcceptance = Schema.Struct({
  token: prose(100).annotate({
    description: "What the address of the quote's page ends with.", examples: ["8Fq3vT1mXo2kZr7YwLc0aHnB5uJdEpGsKiVtQyM4CbA"]
  }),
  name: line(200).check(noCardNumber).annotate({ description: "Who accepts it, as they write themselves.", examples: ["Grace Hopper"] }),
  version: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })).annotate({
    description: "The version of the quote that was read: what was changed since is not accepted.", examples: [2]
  })
}).annotate({ identifier: "QuoteAcceptance" })
export type QuoteAcceptance = typeof QuoteAcceptance.Type

/** What somebody who has nothing but the address may know. */
export const AcceptedQuote = Schema.Struct({
  id: QuoteId,
  state: Schema.Literal("accepted"),
  amount: Cents,
  currency: Schema.String.annotate({ examples: ["USD"] }),
  accepted_at: Timestamp,
  accepted_by: Schema.NullOr(Schema.String).annotate({ examples: ["Grace Hopper"] }),
  becomes: Becomes,
  order_id: Schema.NullOr(OrderId),
  invoice_id: Schema.NullOr(InvoiceId),
  pay_url: Schema.NullOr(Schema.String).annotate({
    description: "The page on which what it became is paid, where there is one.",
    examples: ["https://example.com/pay/8Fq3vT1mXo2kZr7YwLc0aHnB5uJdEpGsKiVtQyM4CbA"]
  })
}).annotate({ identifier: "AcceptedQuote" })
export type AcceptedQuote = typeof AcceptedQuote.Type
