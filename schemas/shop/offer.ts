import { priceOf, type Price } from "./price.ts"
import type { Product } from "./product.ts"
import type { Variant } from "./variant.ts"

/** So few or fewer are told by their number. */
const FEW = 5

/** What a customer is told of stock. `on_order`: there is none, and it can be bought all the same. */
export type Availability = "in_stock" | "few" | "on_order" | "sold_out" | "no_price"

/** A variant as it is offered in a currency. */
export interface Offer {
  readonly variant: Variant
  readonly price: Price | undefined
  /** Lower prices, each from a quantity on. */
  readonly more: ReadonlyArray<Price>
  readonly availability: Availability
  /** How many are left, of `few`. */
  readonly left: number
}

const availabilityOf = ({ available, backorder_limit, track_inventory }: Variant): Availability => {
  if (!track_inventory || available === null || available > FEW) return "in_stock"
  if (available > 0) return "few"
  return available + backorder_limit > 0 ? "on_order" : "sold_out"
}

export const offerOf = (variant: Variant, currency: string): Offer => {
  const price = priceOf(variant.prices, currency, 1)
  const more = variant.prices.filter((one) => one.currency === currency && one.from_quantity > 1).toSorted((a, b) => a.from_quantity - b.from_quantity)
  return { variant, price, more, availability: price === undefined ? "no_price" : availabilityOf(variant), left: variant.available ?? 0 }
}

export const canBeBought = ({ availability }: Pick<Offer, "availability">): boolean => availability !== "sold_out" && availability !== "no_price"

/** A product as it is offered in a currency. */
export interface Offered {
  readonly product: Product
  readonly offers: ReadonlyArray<Offer>
  /** The lowest price of what can be bought, or else of all. */
  readonly price: Price | undefined
  /** Some of it costs more than that. */
  readonly varies: boolean
  readonly availability: Availability
}

const kinds: ReadonlyArray<Availability> = ["in_stock", "few", "on_order", "sold_out", "no_price"]

export const offeredIn = (currency: string) => (product: Product): Offered => {
  const offers = product.variants.map((variant) => offerOf(variant, currency))
  const good = offers.filter(canBeBought)
  const prices = (good.length > 0 ? good : offers).flatMap(({ price }) => price ?? [])
  const price = prices.reduce<Price | undefined>((least, one) => least === undefined || one.amount < least.amount ? one : least, undefined)
  return {
    product, offers, price, varies: prices.some(({ amount }) => amount > price!.amount),
    availability: kinds.find((kind) => offers.some(({ availability }) => availability === kind)) ?? "sold_out"
  }
}
