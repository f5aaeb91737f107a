import { Effect, Option } from "effect"
import { companyNow } from "#layers/kernel/company-clock"
import { TaxRatesOfCompany } from "#layers/payments/tax-rates"
import { Carts } from "#layers/shop/carts"
import { Discounts } from "#layers/shop/discounts"
import { LocationsOfCompany } from "#layers/shop/locations"
import { ShippingRatesOfCompany } from "#layers/shop/shipping-rates"
import { type VariantOfProduct, Variants } from "#layers/shop/variants"
import { MAX_CENTS } from "#schemas/kernel/money"
import type { CartFault, CartItem, CartRecord } from "#schemas/shop/cart"
import type { DiscountRecord } from "#schemas/shop/discount"
import type { CollectionId, ProductId, ShippingRateId, VariantId } from "#schemas/shop/ids"
import { priceOf } from "#schemas/shop/price"
import { price, type Pricing, type PricingItem } from "#schemas/shop/pricing"
import type { Destination, ShippingRate } from "#schemas/shop/shipping"
import { type Place, rateFor } from "../payments/tax.ts"

/** What of a cart its price depends on. */
export type Priceable = Pick<CartRecord, "codes" | "contact_id" | "currency" | "items"> & {
  readonly shipping_address: Destination | null
  readonly shipping_rate_id: ShippingRateId | null
}

/** An item that can be priced, in the place of its line. */
export interface PricedItem extends PricingItem {
  readonly variant_id: VariantId
  readonly product_id: ProductId
  readonly sku: string | null
  readonly compare_at_amount: number | null
}

/** What a cart costs now, and what keeps it from being checked out. */
export interface PricedCart extends Pricing {
  /** One for each line but that of the shipping, in their order. What cannot be sold at all has none, and is among the faults. */
  readonly items: ReadonlyArray<PricedItem>
  readonly faults: ReadonlyArray<CartFault>
  /** Where tax is due. */
  readonly place: Place
}

/** What orders and invoices call it, within their limit. */
const called = ({ product_title, title }: VariantOfProduct) => (title === "" ? product_title : `${product_title}, ${title}`).slice(0, 200).trim()

const fault = (reason: CartFault["reason"], variant_id: VariantId | null, message: string, available: number | null = null): CartFault =>
  ({ reason, variant_id, available, message })

const itemOf = ({ quantity, variant_id }: CartItem, found: VariantOfProduct | undefined, currency: string): CartFault | PricedItem => {
  if (found === undefined) return fault("unknown", variant_id, `There is no variant ${variant_id} any more.`)
  const description = called(found)
  if (!found.active || found.product_state !== "active") return fault("not_active", variant_id, `${description} is not for sale.`)
  const one = priceOf(found.prices, currency, quantity)
  if (one === undefined) return fault("no_price", variant_id, `${description} has no price in ${currency}.`)
  if (one.amount * quantity > MAX_CENTS) return fault("too_much", variant_id, `So many of ${description} come to more than an order can.`)
  const { collection_ids, product_id, requires_shipping, sku, tax_category, weight_grams } = found
  return {
    variant_id, product_id, sku, description, quantity, unit_amount: one.amount, compare_at_amount: one.compare_at_amount, tax_category, weight_grams,
    requires_shipping, collection_ids
  }
}

/** The collections that discounts name. */
const namedBy = (discounts: ReadonlyArray<DiscountRecord>): ReadonlyArray<CollectionId> =>
  discounts.flatMap(({ applies_to, takes_off }) =>
    [...applies_to?.collection_ids ?? [], ...takes_off.type === "buy_x_get_y" ? takes_off.get?.collection_ids ?? [] : []])

/** Where goods are handed over, and tax is due: where they are fetched or sent, or else where the company is at home. */
const placeOf = Effect.fnUntraced(function*(rate: ShippingRate | undefined, to: Destination | null): Effect.fn.Return<
  Place, never, LocationsOfCompany | TaxRatesOfCompany
> {
  const fetchedAt = rate?.by === "pickup" && rate.location_id !== null
    ? Option.getOrUndefined(yield* LocationsOfCompany.use((locations) => locations.find(rate.location_id!)))?.address : undefined
  const address = fetchedAt ?? (rate?.by === "pickup" ? null : to)
  return address === null ? yield* TaxRatesOfCompany.use((rates) => rates.home) : { country: address.country, region: address.region ?? null }
})

/** Prices a cart by what holds now. A few queries, however much is in it; nothing is changed or locked. */
export const priced = Effect.fnUntraced(function*(
  { codes, contact_id, currency, items: asked, shipping_address, shipping_rate_id }: Priceable
): Effect.fn.Return<PricedCart, never, Effect.Services<ReturnType<typeof placeOf>> | Effect.Services<typeof companyNow> | Carts | Discounts |
  ShippingRatesOfCompany | Variants> {
  const [carts, all] = [yield* Carts, yield* Discounts]
  const ids = asked.map(({ variant_id }) => variant_id)
  const variants = yield* Variants.use((variants) => variants.those(ids))
  const discounts = yield* all.forCart(codes)
  const uses = yield* all.uses(discounts.map(({ id }) => id), contact_id)
  const sellable = yield* carts.sellable(ids)
  const rates = yield* ShippingRatesOfCompany.use((rates) => rates.inCurrency(currency))
  const place = yield* placeOf(rates.find(({ id }) => id === shipping_rate_id), shipping_address)
  const taxes = yield* TaxRatesOfCompany.use((rates) => rates.all)

  const found = asked.map((item) => itemOf(item, variants.get(item.variant_id), currency))
  const plain = found.filter((one): one is PricedItem => !("reason" in one))
  const ruled = yield* carts.ruled(namedBy(discounts), plain.map(({ product_id }) => product_id))
  const items = plain.map((item) => ({
    ...item, collection_ids: [...item.collection_ids, ...ruled.filter(({ product_ids }) => product_ids.includes(item.product_id)).map(({ collection_id }) => collection_id)]
  }))
  const short = items.flatMap(({ description, quantity, variant_id }) => {
    const available = variants.get(variant_id)!.track_inventory ? Math.max(0, sellable.get(variant_id) ?? 0) : Infinity
    if (quantity <= available) return []
    return [fault("not_available", variant_id, available === 0 ? `${description} is sold out.` : `Only ${available} of ${description} can be sold.`, available)]
  })
  const pricing = price({
    currency, items, discounts, codes, rates, shipping_rate_id, destination: shipping_address, now: yield* companyNow,
    usesOf: (id) => uses.get(id) ?? { used: 0, used_by_contact: 0 }, taxOf: rateFor(taxes, place)
  })
  const misfit = shipping_rate_id !== null && pricing.requires_shipping && pricing.shipping === null
    ? [fault("shipping_rate", null, "The shipping rate does not fit the cart or its address.")] : []
  const beyond = pricing.totals.amount > MAX_CENTS ? [fault("too_much", null, "It comes to more than an order can.")] : []
  return { ...pricing, items, place, faults: [...found.filter((one): one is CartFault => "reason" in one), ...short, ...misfit, ...beyond] }
})
