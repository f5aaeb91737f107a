import { Schema } from "effect"
import { Country, PostalAddress } from "#schemas/company/address"
import { ContactId } from "#schemas/crm/contact"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, since, versioned } from "#schemas/kernel/entity"
import { Id, UserId } from "#schemas/kernel/ids"
import { Cents, Currency, inCents, MAX_CENTS, PositiveCents } from "#schemas/kernel/money"
import { phrase } from "#schemas/kernel/phrase"
import { line, prose } from "#schemas/kernel/text"
import { Instant } from "#schemas/kernel/time"
import { CartId } from "#schemas/shop/ids"
import { Line, Lines, TaxSum } from "./line.ts"

export const OrderId = Id.pipe(Schema.brand("OrderId"))
export type OrderId = typeof OrderId.Type

export const OrderState = Schema.Literals(["open", "paid", "partially_fulfilled", "fulfilled", "cancelled"]).annotate({
  description: "`open` until it is paid in full; `partially_fulfilled` once a part of its goods was shipped, `fulfilled` once all were.", examples: ["open"]
})
export type OrderState = typeof OrderState.Type

export const OrderPaymentState = Schema.Literals([
  "unpaid", "authorized", "partially_paid", "paid", "partially_refunded", "refunded"
]).annotate({ description: "What was taken for it and given back.", examples: ["unpaid"] })
export type OrderPaymentState = typeof OrderPaymentState.Type

const discount = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS })).annotate({
  description: "Taken off all lines together, in the smallest unit, before tax.", examples: [0]
})

/** What a contact buys. */
export const order = entity("Order", {
  id: field.readOnly(OrderId),
  contact_id: field.each({
    read: Schema.NullOr(ContactId).annotate({ description: "Who buys; `null` once the person was erased." }),
    create: ContactId.annotate({ description: "Who buys." })
  }),
  seller_id: field.nullable(UserId, { description: "The member who sells, who earns commissions by what is paid." }),
  state: field.readOnly(OrderState),
  payment_state: field.readOnly(OrderPaymentState),
  amount: field.each({
    read: Cents.annotate({ description: "What is to be paid, in the currency's smallest unit, with tax." }),
    create: Schema.optionalKey(PositiveCents.annotate({ description: "What is to be paid, in the smallest unit; with `lines` it follows from them." })),
    change: Schema.optionalKey(PositiveCents)
  }),
  currency: field.each({
    read: Schema.String.annotate({ examples: ["USD"] }),
    create: Schema.optionalKey(Currency.annotate({ description: "The company's currency if left out.", examples: ["USD"] }))
  }),
  lines: field.each({ read: Schema.Array(Line), create: defaulted(Lines, []), change: Schema.optionalKey(Lines) }),
  discount: field.defaulted(discount, 0, Cents.annotate({ description: inCents("Taken off, of lines and of the order.") })),
  subtotal: field.readOnly(Cents.annotate({ description: inCents("Of the lines, without discounts and added tax.") })),
  tax: field.readOnly(Cents.annotate({ description: inCents("All taxes, also those that prices include.") })),
  taxes: field.readOnly(Schema.Array(TaxSum)),
  tax_country: field.nullable(Country, { description: "Where tax is due; the company's country if left out.", examples: ["GB"] }),
  tax_region: field.nullable(line(40), { description: "The part of that country.", examples: ["NY"] }),
  paid_amount: field.readOnly(Cents.annotate({ description: inCents("Taken for it so far.") })),
  refunded_amount: field.readOnly(Cents.annotate({ description: inCents("Given back of that.") })),
  reference: field.nullable(line(100), { description: "The caller's own number of it.", examples: ["PO-2041"] }),
  notes: field.nullable(prose(5_000), { examples: ["Deliver to the back door."] }),
  cart_id: field.readOnly(Schema.NullOr(CartId).annotate({ description: "The cart of the shop that it was." })),
  shipping_address: field.nullable(PostalAddress),
  shipping_method: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "How its goods are sent.", examples: ["Standard"] })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Made with a live key. Those of test keys move no money." })),
  ...versioned
}, {
  description: "What a contact buys.",
  label: ({ id, reference }) => reference ?? phrase`order ${id}`,
  filters: {
    contact_id: ContactId,
    seller_id: UserId,
    state: OrderState,
    payment_state: OrderPaymentState,
    currency: Currency,
    reference: line(100).annotate({ examples: ["PO-2041"] }),
    since: since("created_at", Instant.annotate({ description: "Placed at or after this." }))
  },
  columns: ["state", "payment_state", "amount", "contact_id", "seller_id", "created_at"],
  groups: {
    Progress: ["state", "payment_state"],
    "Who takes part": ["contact_id", "seller_id"],
    "Goods and amounts": ["lines", "amount", "currency", "discount", "subtotal"],
    Tax: ["tax", "taxes", "tax_country", "tax_region"],
    Payment: ["paid_amount", "refunded_amount"],
    Shipping: ["shipping_method", "shipping_address"],
    References: ["reference", "cart_id", "notes"]
  },
  sort: ["id", "created_at", "amount"]
})
export const Order = order.read
export type Order = typeof Order.Type
