import type { DiscountClass } from "#schemas/shop/discount"
import type { Discounting } from "#schemas/shop/discounting"
import { CollectionId, type ProductId } from "#schemas/shop/ids"
import { faultOfVariants } from "#schemas/shop/options"
import type { Price } from "#schemas/shop/price"
import { slugOf } from "#schemas/shop/slug"
import { titleOf } from "#schemas/shop/variant"
import type { Chances } from "./chances.ts"
import { assortment, type Goods } from "./goods.ts"

/** By the codes of goods: never in stock again, and sold before they are there. */
const SOLD_OUT = "SCARF"
export const TO_COME = "LAMP"
const LOW_AT = 5

/** Every choice of one value of each option. */
const choicesOf = (options: ReadonlyArray<{ readonly values: ReadonlyArray<string> }>): ReadonlyArray<ReadonlyArray<string>> =>
  options.reduce<ReadonlyArray<ReadonlyArray<string>>>((choices, { values }) =>
    choices.flatMap((choice) => values.map((value) => [...choice, value])), [[]])

const pricesOf = ({ adds = {}, before, many = {}, price }: Goods, options: ReadonlyArray<string>): ReadonlyArray<Price> => {
  const added = options.reduce((sum, value) => sum + (adds[value] ?? 0), 0)
  return [
    { currency: "USD", amount: price + added, compare_at_amount: before === undefined ? null : before + added, from_quantity: 1 },
    ...Object.entries(many).map(([from, amount]) =>
      ({ currency: "USD", amount: amount + added, compare_at_amount: null, from_quantity: Number(from) }))
  ]
}

/** How many can be sold at the warehouse, and how many in the shop, where there are some of about half. */
const leftOf = ({ between, often }: Chances, code: string): readonly [warehouse: number, shop: number] => {
  if (code === SOLD_OUT || code === TO_COME) return [0, 0]
  if (often(0.08)) return [between(1, LOW_AT), 0]
  return [between(12, 140), often(0.5) ? between(4, 25) : 0]
}

const skuOf = (code: string, options: ReadonlyArray<string>) =>
  [code, ...options.map((value) => value.split(" ").map((word) => word.slice(0, 3).toUpperCase()).join(""))].join("-")

/** What the demo company sells, and what of it lies where. References are positions in the lists. */
export const shopOf = (chance: Chances) => {
  const products = assortment.flatMap(({ goods }, collection) => goods.map((one) => {
    const options = Object.entries(one.options ?? {}).map(([name, values]) => ({ name, values }))
    const isService = one.service === true
    const variants = choicesOf(options).map((choice, position) => ({
      sku: skuOf(one.code, choice),
      title: titleOf(choice),
      options: choice,
      position,
      prices: pricesOf(one, choice),
      weight_grams: isService ? null : one.grams,
      requires_shipping: !isService,
      track_inventory: !isService,
      backorder_limit: one.code === TO_COME ? 20 : 0,
      low_stock_at: isService ? null : LOW_AT,
      left: isService ? [0, 0] as const : leftOf(chance, one.code)
    }))
    const fault = faultOfVariants(options, variants)
    if (fault !== undefined) throw new Error(`${one.title}: ${fault.issue}`)
    return {
      collection,
      title: one.title,
      slug: slugOf(one.title, "product"),
      description: one.description,
      tags: one.tags.toSorted(),
      tax_category: one.tax_category ?? "standard",
      options,
      variants,
      age: chance.between(380, 420)
    }
  }))
  const variants = products.flatMap(({ variants, ...product }, n) => variants.map((variant) => ({ ...variant, product: n, of: product })))
  return { products, variants }
}
export type Shop = ReturnType<typeof shopOf>
export type ShopVariant = Shop["variants"][number]

export const collections = assortment.map(({ description, tag, title }) => ({
  title, description, slug: slugOf(title, "collection"),
  rule: tag === undefined ? null : { match: "all", conditions: [{ field: "tag", value: tag }] }
}))

export const locations = [
  { name: "Warehouse", pickup: false, address: { line1: "12 Mill Lane", postal_code: "62703", city: "Springfield", region: "IL", country: "US" } },
  { name: "Studio shop", pickup: true, address: { line1: "7 Canal Road", postal_code: "62701", city: "Springfield", region: "IL", country: "US" } }
]

export const taxRates = [
  { name: "IL sales tax 6.25 %", country: "US", region: "IL", category: "standard", percentage: 6.25, inclusive: false },
  { name: "IL sales tax on food 1 %", country: "US", region: "IL", category: "food", percentage: 1, inclusive: false },
  { name: "NY sales tax 8.875 %", country: "US", region: "NY", category: "standard", percentage: 8.875, inclusive: false },
  { name: "NY sales tax 8.875 %", country: "US", region: "NY", category: "shipping", percentage: 8.875, inclusive: false },
  { name: "GST 5 %", country: "CA", region: null, category: "standard", percentage: 5, inclusive: false },
  { name: "GST 5 %", country: "CA", region: null, category: "shipping", percentage: 5, inclusive: false }
]

const byWeight = (...amounts: ReadonlyArray<number | null>) =>
  [0, 1_000, 5_000, 20_000].flatMap((from, place) => amounts[place] === undefined ? [] : [{ from, amount: amounts[place] }])
const rate = { regions: [] as ReadonlyArray<string>, currency: "USD", free_above: null as number | null, tax_category: "shipping" }

/** `location` is a position in the list of them. */
export const shippingRates = [
  { ...rate, name: "Standard", zone: "United States", countries: ["US"], by: "weight", bands: byWeight(690, 990, 1_790, 3_490), free_above: 15_000,
    location: null, delivery_days: 4 },
  { ...rate, name: "Express", zone: "United States", countries: ["US"], by: "flat", bands: [{ from: 0, amount: 2_490 }], location: null, delivery_days: 1 },
  { ...rate, name: "Pickup at the studio", zone: "United States", countries: ["US"], by: "pickup", bands: [{ from: 0, amount: 0 }], location: 1,
    delivery_days: 0 },
  { ...rate, name: "Standard", zone: "Canada and Mexico", countries: ["CA", "MX"], by: "weight", bands: byWeight(1_490, 2_290, 4_490, null), location: null,
    delivery_days: 8 },
  { ...rate, name: "International", zone: "Rest of the world", countries: [] as ReadonlyArray<string>, by: "weight",
    bands: byWeight(2_490, 3_990, 7_990, null), location: null, delivery_days: 14 }
] as const

/** The last one was used as often as it can be. `goods` is a position in the list of collections. */
const discount = {
  code: null as string | null, applies_to: null as { readonly product_ids: ReadonlyArray<ProductId>; readonly collection_ids: ReadonlyArray<CollectionId> } | null,
  currency: "USD", minimum_amount: null as number | null, minimum_quantity: null, combines_with: [] as ReadonlyArray<DiscountClass>, starts_at: null,
  ends_at: null, usage_limit: null as number | null, usage_limit_per_contact: null as number | null, active: true
}
export const discounts = [
  { ...discount, title: "Welcome", code: "WELCOME10", takes_off: { type: "percent", percentage: 10 }, combines_with: ["shipping", "product"],
    usage_limit_per_contact: 1 },
  { ...discount, title: "Three prints for two", takes_off: { type: "buy_x_get_y", buy_quantity: 2, get_quantity: 1, get: null, percentage: 100, most_times: null },
    applies_to: { product_ids: [], collection_ids: [CollectionId.make(2)] }, combines_with: ["order", "shipping"] },
  { ...discount, title: "Opening of the shop", code: "OPENING", takes_off: { type: "amount", amount: 1_000 }, minimum_amount: 4_000, usage_limit: 25,
    usage_limit_per_contact: 1 }
] as const satisfies ReadonlyArray<Omit<Discounting, "id">>
