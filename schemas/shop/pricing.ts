import type { NewLine } from "#schemas/payments/line"
import { type Totals, totalsOf } from "#schemas/payments/totals"
import type { TaxRate } from "#schemas/payments/tax"
import { type Chosen, chosenOf, type DiscountedItem, type Discounting, type RefusalReason, type RefusedCode, type Uses, whyNot } from "./discounting.ts"
import { costOf, type Destination, offersOf, ratesFor, type ShippingOffer, type ShippingRate } from "./shipping.ts"

/** Goods in a cart with the price of one. */
export interface PricingItem extends DiscountedItem {
  readonly description: string
  readonly tax_category: string
  readonly weight_grams: number | null
}

/** All that the price of a cart depends on. */
export interface PricingInput<Item extends PricingItem = PricingItem> {
  readonly currency: string
  readonly items: ReadonlyArray<Item>
  /** Those without a code, and those of the codes below. */
  readonly discounts: ReadonlyArray<Discounting>
  /** As the customer sent them. */
  readonly codes: ReadonlyArray<string>
  readonly usesOf: (discount_id: number) => Uses
  /** Epoch milliseconds. */
  readonly now: number
  readonly rates: ReadonlyArray<ShippingRate>
  readonly shipping_rate_id: number | null
  readonly destination: Destination | null
  /** The tax rate of a line, where there is one. */
  readonly taxOf: (line: NewLine) => Pick<TaxRate, "inclusive" | "name" | "percentage"> | undefined
}

export interface AppliedDiscount {
  readonly discount: Discounting
  /** What it takes off, of each item and of the shipping. */
  readonly items: ReadonlyArray<number>
  readonly shipping: number
  readonly amount: number
}

/** What a cart comes to. */
export interface Pricing {
  /** One for each item, and after them that of the shipping, where it is known. All discounts are in them. */
  readonly lines: ReadonlyArray<NewLine>
  readonly totals: Totals
  readonly shipping: { readonly rate: ShippingRate; readonly amount: number; readonly discount: number } | null
  readonly requires_shipping: boolean
  /** The rates that fit, cheapest first. */
  readonly offers: ReadonlyArray<ShippingOffer>
  readonly applied: ReadonlyArray<AppliedDiscount>
  readonly refused: ReadonlyArray<RefusedCode>
}

const sum = (values: ReadonlyArray<number>) => values.reduce((all, one) => all + one, 0)
const sameCode = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase()

const withAmount = ({ discount, items, shipping }: Chosen["taken"][number]): AppliedDiscount =>
  ({ discount, items, shipping, amount: sum(items) + shipping })

/**
 * Prices a cart. It asks nobody: the same input gives the same sums. The order that is made of a cart has these lines and no other discount,
 * so that it costs what the cart said.
 */
export const price = (input: PricingInput): Pricing => {
  const { codes, currency, destination, discounts, items, now, rates, shipping_rate_id, taxOf, usesOf } = input
  const toSend = items.filter(({ requires_shipping }) => requires_shipping)
  const weight = sum(toSend.map(({ quantity, weight_grams }) => quantity * (weight_grams ?? 0)))
  const close = toSend.length === 0 ? [] : ratesFor(rates, destination)
  const rate = close.find(({ id }) => id === shipping_rate_id)

  const reasons = new Map<number, RefusalReason>()
  const fitting = discounts.filter((one) => {
    const reason = whyNot(one, items, { currency, now, uses: usesOf(one.id) })
    if (reason !== undefined) reasons.set(one.id, reason)
    return reason === undefined
  })
  const { left, shipping: sending, taken } = chosenOf(fitting, items, (goods) => rate && costOf(rate, { currency, goods, weight }))
  /* What is free to send may not be known yet. */
  const applied = taken.map(withAmount).filter(({ amount, discount: { code, takes_off } }) =>
    amount > 0 || (code !== null && takes_off.type === "free_shipping" && sending === undefined))
  const refused = codes.flatMap((code): ReadonlyArray<RefusedCode> => {
    const one = discounts.find((discount) => sameCode(discount.code, code))
    if (one === undefined) return [{ code, reason: "unknown", discount_id: null }]
    if (applied.some(({ discount }) => discount.id === one.id)) return []
    const isTaken = taken.some(({ discount }) => discount.id === one.id)
    return [{ code, reason: reasons.get(one.id) ?? (isTaken ? "takes_nothing" : "not_combinable"), discount_id: one.id }]
  })

  const goods = items.map(({ description, quantity, tax_category, unit_amount }, place): NewLine =>
    ({ description, quantity, unit_amount, discount: quantity * unit_amount - left[place]!, tax_category }))
  const shipping = rate === undefined || sending === undefined ? null
    : { rate, amount: sending, discount: sum(applied.map(({ shipping }) => shipping)) }
  const lines = shipping === null ? goods : [...goods, {
    description: shipping.rate.name, quantity: 1, unit_amount: shipping.amount, discount: shipping.discount, tax_category: shipping.rate.tax_category
  }]
  return {
    lines, totals: totalsOf(lines, taxOf), shipping, requires_shipping: toSend.length > 0,
    offers: offersOf(close, { currency, goods: sum(left), weight }), applied, refused
  }
}
