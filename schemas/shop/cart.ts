import { Schema } from "effect"
import { PostalAddress } from "#schemas/company/address"
import { ContactId } from "#schemas/crm/contact"
import { defaulted } from "#schemas/kernel/defaulted"
import { Email } from "#schemas/kernel/email"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Cents, Currency, inCents } from "#schemas/kernel/money"
import { phrase } from "#schemas/kernel/phrase"
import { line } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { LineTax, TaxSum } from "#schemas/payments/line"
import { OrderId } from "#schemas/payments/order"
import { refusals } from "./discounting.ts"
import { CartId, DiscountId, ProductId, ShippingRateId, VariantId } from "./ids.ts"
import { ShippingOffer } from "./shipping.ts"

const MOST_ITEMS = 100
const MOST_CODES = 5

const Quantity = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })).annotate({ examples: [2] })

const Item = Schema.Struct({ variant_id: VariantId, quantity: Quantity }).annotate({ identifier: "CartItem" })
export type CartItem = typeof Item.Type

export const Items = Schema.Array(Item).check(Schema.isMaxLength(MOST_ITEMS)).annotate({
  description: `What is in it, at most ${MOST_ITEMS}; the quantities of a variant that is named twice are added.`, examples: [[]]
})

export const Codes = Schema.Array(line(50)).check(Schema.isMaxLength(MOST_CODES)).annotate({
  description: `Codes of discounts, at most ${MOST_CODES}, whatever the case.`, examples: [["WELCOME10"]]
})

const CartState = Schema.Literals(["open", "checked_out", "expired", "merged"]).annotate({
  description: "Only an `open` one can be changed. It is `expired` 30 days after its last change, `merged` once another took over what was in it.", examples: ["open"]
})

/** Of a cart, as it is kept. */
export const cart = entity("Cart", {
  id: field.readOnly(CartId),
  state: field.readOnly(CartState),
  contact_id: field.nullable(ContactId, { description: "Whose it is; `null` for nobody's yet. Visitors cannot say it.", examples: [null] }),
  email: field.nullable(Email, { description: "Where its owner is reached, if it is not checked out." }),
  currency: field.each({
    read: Schema.String.annotate({ examples: ["USD"] }),
    create: Schema.optionalKey(Currency.annotate({ description: "The company's currency if left out.", examples: ["USD"] }))
  }),
  items: field.defaulted(Items, []),
  codes: field.defaulted(Codes, []),
  shipping_address: field.nullable(PostalAddress, { description: "Where the goods go, and where tax is due: at the company's address as long as it is not known." }),
  shipping_rate_id: field.nullable(ShippingRateId, { description: "How they are sent, as `quote_shipping` offers it.", examples: [null] }),
  order_id: field.readOnly(Schema.NullOr(OrderId).annotate({ description: "What it became at the checkout." })),
  expires_at: field.readOnly(Timestamp.annotate({ description: "Grows with each change." })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Made with a live key." })),
  ...versioned
}, {
  description: "What somebody means to buy.", label: ({ id }) => phrase`cart ${id}`,
  groups: {
    Cart: ["state", "contact_id", "email", "items", "lines", "codes", "discounts", "refused_codes", "faults", "changed", "expires_at", "order_id"],
    Shipping: ["requires_shipping", "shipping_address", "shipping_rate_id", "shipping"],
    Amounts: ["amount", "currency", "subtotal", "discount"],
    Tax: ["tax", "taxes"]
  }
})
/** As events tell it: without what it costs. */
export const CartRecord = cart.read.annotate({ identifier: "CartRecord" })
export type CartRecord = typeof CartRecord.Type

const { codes: _, items: __, currency: ___, ...rest } = cart.change.fields as typeof cart.change.fields & Record<"currency", Schema.Top>

export const NewCart = Schema.Struct({
  ...cart.create.fields,
  merge_cart_ids: defaulted(Schema.Array(CartId).check(Schema.isMaxLength(10), Schema.isUnique()).annotate({
    description: "Open carts that this one takes over: what is in them is added to its items, and they are `merged` then. Codes, e-mail address, " +
      "shipping and address are taken from the first that has any, where nothing is sent. Visitors can name their own.",
    examples: [[]]
  }), [])
}).annotate({
  identifier: "NewCart",
  examples: [{
    contact_id: null, email: "grace@navy.example", currency: "USD", items: [], codes: ["WELCOME10"], shipping_rate_id: null, merge_cart_ids: [],
    shipping_address: { line1: "1 Road", postal_code: "LS1 1AA", city: "Leeds", country: "GB" }
  }]
})

export const CartItems = Schema.Struct({ items: Items, ...rest }).annotate({
  identifier: "CartItems",
  description: "All that is in it; of the other fields those that change.",
  examples: [{ items: [], email: "grace@navy.example", shipping_address: { line1: "1 Road", postal_code: "LS1 1AA", city: "Leeds", country: "GB" } }]
})

export const CartCodes = Schema.Struct({ codes: Codes }).annotate({ identifier: "CartCodes" })

const reasons = Object.keys(refusals) as ReadonlyArray<keyof typeof refusals>

export const CartLine = Schema.Struct({
  variant_id: VariantId,
  product_id: ProductId,
  sku: Schema.NullOr(Schema.String).annotate({ examples: ["MUG-RED-L"] }),
  description: Schema.String.annotate({ examples: ["Stoneware mug, Red / Large"] }),
  quantity: Schema.Int.annotate({ examples: [2] }),
  unit_amount: Cents.annotate({ description: inCents("The price of one for this quantity.") }),
  compare_at_amount: Schema.NullOr(Cents).annotate({ description: inCents("What it cost before.") }),
  discount: Cents.annotate({ description: inCents("Taken off, by all discounts.") }),
  amount: Cents.annotate({ description: inCents("Quantity times price without the discounts; a tax that prices include is in it.") }),
  tax_category: Schema.String.annotate({ examples: ["standard"] }),
  tax: Schema.NullOr(LineTax)
}).annotate({ identifier: "CartLine" })

export const CartFault = Schema.Struct({
  reason: Schema.Literals(["unknown", "not_active", "no_price", "too_much", "not_available", "shipping_rate"]).annotate({
    description: "`unknown`: there is no such variant any more; `not_active`: it or its product is not for sale; `no_price`: not in the cart's currency; " +
      "`too_much`: it comes to more than an order can; `not_available`: there are fewer in stock; `shipping_rate`: it does not fit.",
    examples: ["not_available"]
  }),
  variant_id: Schema.NullOr(VariantId),
  available: Schema.NullOr(Schema.Int).annotate({ description: "How many can be sold, of `not_available`.", examples: [1] }),
  message: Schema.String.annotate({ examples: ["Only 1 of Stoneware mug can be sold."] })
}).annotate({ identifier: "CartFault" })
export type CartFault = typeof CartFault.Type

export const CartChange = Schema.Struct({
  kind: Schema.Literals(["price", "availability", "archived", "discount", "shipping", "tax"]).annotate({ examples: ["price"] }),
  variant_id: Schema.NullOr(VariantId),
  before: Schema.NullOr(Cents).annotate({ description: inCents("The price of one, what a discount took off, the shipping or the tax; `null` where there was none.") }),
  after: Schema.NullOr(Cents),
  message: Schema.String.annotate({ examples: ["Stoneware mug costs 5.00 USD now, not 4.90 USD."] })
}).annotate({ identifier: "CartChange" })
export type CartChange = typeof CartChange.Type

export const Cart = Schema.Struct({
  ...cart.read.fields,
  lines: Schema.Array(CartLine).annotate({ description: "What the items cost now, without those that cannot be sold at all." }),
  subtotal: Cents.annotate({ description: inCents("Of the lines, without discounts and added tax.") }),
  shipping: Schema.NullOr(Schema.Struct({ ...ShippingOffer.fields, discount: Cents, tax: Schema.NullOr(LineTax) }).annotate({ identifier: "CartShipping" })).annotate({
    description: "How it is sent; `null` as long as no rate is chosen that fits."
  }),
  requires_shipping: Schema.Boolean.annotate({ description: "Some of it has to be sent or fetched, so that the checkout needs a shipping rate." }),
  discount: Cents.annotate({ description: inCents("Taken off, of lines and of shipping.") }),
  tax: Cents.annotate({ description: inCents("All taxes, also those that prices include.") }),
  taxes: Schema.Array(TaxSum),
  amount: Cents.annotate({ description: inCents("What it costs: lines and shipping with added tax, as an order that is made of it now.") }),
  discounts: Schema.Array(Schema.Struct({
    discount_id: DiscountId,
    title: Schema.String.annotate({ examples: ["Welcome"] }),
    code: Schema.NullOr(Schema.String).annotate({ description: "`null` of one that needs no code.", examples: ["WELCOME10"] }),
    amount: Cents
  }).annotate({ identifier: "CartDiscount" })).annotate({ description: "What each discount takes off." }),
  refused_codes: Schema.Array(Schema.Struct({
    code: Schema.String.annotate({ examples: ["WELCOME10"] }),
    reason: Schema.Literals(reasons).annotate({ examples: ["ended"] }),
    message: Schema.String.annotate({ examples: ["The code has ended."] })
  }).annotate({ identifier: "RefusedCode" })).annotate({ description: "Codes that take nothing off, and why." }),
  faults: Schema.Array(CartFault).annotate({
    description: "What keeps it from being checked out, of what it has. What it does not have yet is asked for at the checkout: where `requires_shipping` is true, an address and `shipping_rate_id`."
  }),
  changed: Schema.Array(CartChange).annotate({ description: "What is different since it was last read, but for what was changed in it." })
}).annotate({ identifier: "Cart", ...cart.about, description: "What somebody means to buy, and what it costs now." })
export type Cart = typeof Cart.Type

/** What a read of a cart told, for the next one to say what changed. */
export interface Seen {
  readonly items: ReadonlyArray<{ readonly variant_id: VariantId; readonly quantity: number; readonly unit_amount: number | null; readonly fault: CartFault["reason"] | null }>
  readonly discounts: ReadonlyArray<{ readonly discount_id: number; readonly title: string; readonly amount: number }>
  readonly shipping: { readonly shipping_rate_id: number; readonly amount: number } | null
  readonly tax: number
}
