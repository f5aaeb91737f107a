import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Currency, MAX_CENTS, PositiveCents } from "#schemas/kernel/money"
import { line } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { Percentage } from "#schemas/payments/tax"
import { CollectionId, DiscountId, ProductId } from "./ids.ts"

/** What of a cart a discount is taken off; discounts say with which of these they combine. */
export const DiscountClass = Schema.Literals(["product", "order", "shipping"]).annotate({ examples: ["shipping"] })
export type DiscountClass = typeof DiscountClass.Type

const Goods = Schema.Struct({
  product_ids: Schema.Array(ProductId).annotate({ examples: [[ProductId.make(42)]] }),
  collection_ids: Schema.Array(CollectionId).annotate({ examples: [[]] })
}).annotate({ identifier: "DiscountedGoods", description: "Any of these products, and any product of these collections." })
export type Goods = typeof Goods.Type

const NewGoods = Schema.Struct({
  product_ids: defaulted(Schema.Array(ProductId).check(Schema.isMaxLength(200)).annotate({ description: "At most 200.", examples: [[ProductId.make(42)]] }), []),
  collection_ids: defaulted(Schema.Array(CollectionId).check(Schema.isMaxLength(50)).annotate({ description: "At most 50.", examples: [[]] }), [])
}).check(Schema.makeFilter(({ collection_ids, product_ids }) =>
  product_ids.length + collection_ids.length > 0 ? undefined : { path: ["product_ids"], issue: "it names neither a product nor a collection" }
)).annotate({ identifier: "NewDiscountedGoods", description: "Any of these products, and any product of these collections." })

const Percent = Schema.Struct({
  type: Schema.Literal("percent"),
  percentage: Percentage.check(Schema.isGreaterThan(0)).annotate({ description: "Percent of what the goods cost.", examples: [10] })
}).annotate({ identifier: "PercentDiscount" })

const Amount = Schema.Struct({
  type: Schema.Literal("amount"),
  amount: PositiveCents.annotate({ description: "Once for all goods together, in the smallest unit of the discount's `currency`.", examples: [500] })
}).annotate({ identifier: "AmountDiscount" })

const FreeShipping = Schema.Struct({ type: Schema.Literal("free_shipping") }).annotate({ identifier: "FreeShipping" })

const Quantity = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))

const quantities = {
  buy_quantity: Quantity.annotate({ description: "So many of the goods of `applies_to` are bought at their price.", examples: [2] }),
  get_quantity: Quantity.annotate({ description: "For them so many cost less, the cheapest of the cart first.", examples: [1] })
}

const BuyXGetY = Schema.Struct({
  type: Schema.Literal("buy_x_get_y"),
  ...quantities,
  get: Schema.NullOr(Goods),
  percentage: Percentage,
  most_times: Schema.NullOr(Schema.Int).annotate({ examples: [1] })
}).annotate({ identifier: "BuyXGetYDiscount" })

const NewBuyXGetY = Schema.Struct({
  type: Schema.Literal("buy_x_get_y"),
  ...quantities,
  get: defaulted(Schema.NullOr(NewGoods).annotate({ description: "What costs less; the same goods that are bought if left out." }), null),
  percentage: defaulted(Percentage.check(Schema.isGreaterThan(0)).annotate({ description: "By how many percent; 100 is free.", examples: [100] }), 100),
  most_times: defaulted(Schema.NullOr(Quantity).annotate({ description: "How often in one cart; as often as it fits if left out.", examples: [1] }), null)
}).annotate({ identifier: "NewBuyXGetYDiscount" })

const TakesOff = Schema.Union([Percent, Amount, FreeShipping, BuyXGetY])
const NewTakesOff = Schema.Union([Percent, Amount, FreeShipping, NewBuyXGetY]).annotate({
  description: "`percent` and `amount` of the goods, or of the whole order; `free_shipping`; or `buy_x_get_y`: who buys some gets others for less."
})
export type TakesOff = typeof TakesOff.Type

const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))

/** What is taken off the carts that it fits. */
export const discount = entity("Discount", {
  id: field.readOnly(DiscountId),
  title: field.required(line(100).annotate({ description: "As customers read it.", examples: ["Welcome"] })),
  code: field.nullable(
    line(50).check(Schema.isPattern(/^[^\s]+$/u, { expected: "a code without white space" })).annotate({ examples: ["WELCOME10"] }),
    { onCreate: "What customers type in, in upper or lower case; without a code it applies to every cart that it fits." }
  ),
  takes_off: field.required(NewTakesOff, TakesOff),
  applies_to: field.nullable(NewGoods, {
    description: "The goods that it is taken off, and that the minimum counts; the whole order if left out."
  }, Schema.NullOr(Goods)),
  currency: field.each({
    read: Schema.String.annotate({ description: "Of the amounts that it names.", examples: ["USD"] }),
    create: Schema.optionalKey(Currency.annotate({ description: "Of the amounts that it names; the company's currency if left out.", examples: ["USD"] }))
  }),
  minimum_amount: field.nullable(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAX_CENTS })), {
    description: "Only where the goods cost so much or more, in the smallest unit, before all discounts.", examples: [5_000]
  }),
  minimum_quantity: field.nullable(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })), {
    description: "Only for so many of the goods or more.", examples: [1]
  }),
  combines_with: field.defaulted(
    Schema.Array(DiscountClass).check(Schema.isMaxLength(3), Schema.isUnique()).annotate({
      description: "The kinds of discounts that may be taken off the same cart: of products, of the order, of shipping. Two are combined where " +
        "each names the kind of the other; where not all are, those that take off most together are taken.",
      examples: [["shipping"]]
    }), []
  ),
  starts_at: field.nullable(Instant, { description: "From when on; at once if left out.", examples: ["2026-01-01T00:00:00Z"] }, Schema.NullOr(Timestamp)),
  ends_at: field.nullable(Instant, { description: "Until when; without end if left out.", examples: ["2099-12-31T18:00:00Z"] }, Schema.NullOr(Timestamp)),
  usage_limit: field.nullable(Limit, { description: "How many orders can use it, of live and of test keys each.", examples: [1_000] }),
  usage_limit_per_contact: field.nullable(Limit, { description: "How many orders of one contact can use it.", examples: [1] }),
  active: field.readOnly(Schema.Boolean),
  ...versioned
}, {
  description: "What is taken off the carts that it fits.",
  filters: { code: line(50).annotate({ examples: ["WELCOME10"] }), active: Schema.Boolean },
  groups: {
    Discount: ["title", "code", "takes_off"],
    Conditions: ["applies_to", "currency", "minimum_amount", "minimum_quantity", "combines_with"],
    Limits: ["starts_at", "ends_at", "usage_limit", "usage_limit_per_contact", "used"]
  },
  sort: ["id", "created_at"]
})
export type DiscountRecord = typeof discount.read.Type

export const Discount = Schema.Struct({
  ...discount.read.fields,
  used: Schema.Int.annotate({ description: "How many orders of this mode used it.", examples: [17] })
}).annotate({ identifier: "Discount", ...discount.about, description: "What is taken off the carts that it fits." })

export const NewDiscount = discount.create.check(Schema.makeFilter(({ applies_to, ends_at, starts_at, takes_off }) => {
  if (starts_at !== null && ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at)) return { path: ["ends_at"], issue: "it ends before it starts" }
  if (takes_off.type === "free_shipping" && applies_to !== null) return { path: ["applies_to"], issue: "shipping is free for an order, not for goods" }
  return undefined
})).annotate({
  examples: [{
    title: "Welcome", code: "WELCOME10", takes_off: { type: "percent", percentage: 10 }, applies_to: null, minimum_amount: 5_000, minimum_quantity: null,
    combines_with: ["shipping"], starts_at: null, ends_at: "2099-12-31T18:00:00Z", usage_limit: 1_000, usage_limit_per_contact: 1
  }]
})

/** What kind of discount it is to others. */
export const classOf = ({ applies_to, takes_off: { type } }: Pick<DiscountRecord, "applies_to" | "takes_off">): DiscountClass =>
  type === "free_shipping" ? "shipping" : type === "buy_x_get_y" || applies_to !== null ? "product" : "order"
