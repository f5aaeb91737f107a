import { allocate, percentOf } from "#schemas/payments/rounding"
import { classOf, type DiscountClass, type DiscountRecord, type Goods, type TakesOff } from "./discount.ts"
import type { DiscountId } from "./ids.ts"

/** What a discount has to know of goods in a cart. */
export interface DiscountedItem {
  readonly product_id: number
  readonly collection_ids: ReadonlyArray<number>
  readonly quantity: number
  readonly unit_amount: number
  readonly requires_shipping: boolean
}

export type Discounting = Pick<DiscountRecord,
  "active" | "applies_to" | "code" | "combines_with" | "currency" | "ends_at" | "id" | "minimum_amount" | "minimum_quantity" | "starts_at" | "takes_off" |
  "title" | "usage_limit" | "usage_limit_per_contact">

/** How many orders used a discount: of all, and of the contact. */
export interface Uses {
  readonly used: number
  readonly used_by_contact: number
}

export const refusals = {
  unknown: "There is no such code.",
  not_active: "The code is no longer in use.",
  not_started: "The code does not hold yet.",
  ended: "The code has ended.",
  used_up: "The code was used as often as it can be.",
  used_by_contact: "The customer used the code as often as one can.",
  currency: "The code is for another currency.",
  not_for_items: "The cart holds nothing that the code is for.",
  minimum_amount: "The goods that the code is for cost less than its minimum.",
  minimum_quantity: "The cart holds fewer of the goods that the code is for than its minimum.",
  nothing_to_ship: "Nothing in the cart has to be sent.",
  not_combinable: "Other discounts take off more, and the code does not combine with them.",
  takes_nothing: "The code takes nothing off this cart."
} as const
export type RefusalReason = keyof typeof refusals

const sum = (values: ReadonlyArray<number>) => values.reduce((all, one) => all + one, 0)

const isOf = (goods: Goods | null, { collection_ids, product_id }: DiscountedItem) =>
  goods === null || goods.product_ids.some((id) => id === product_id) || goods.collection_ids.some((id) => collection_ids.includes(id))

/** Why a discount does not fit a cart by itself; nothing where it does. */
export const whyNot = (
  one: Discounting, items: ReadonlyArray<DiscountedItem>, { currency, now, uses }: { readonly currency: string; readonly now: number; readonly uses: Uses }
): RefusalReason | undefined => {
  const { takes_off: { type } } = one
  if (!one.active) return "not_active"
  if (one.starts_at !== null && Date.parse(one.starts_at) > now) return "not_started"
  if (one.ends_at !== null && Date.parse(one.ends_at) <= now) return "ended"
  if (one.usage_limit !== null && uses.used >= one.usage_limit) return "used_up"
  if (one.usage_limit_per_contact !== null && uses.used_by_contact >= one.usage_limit_per_contact) return "used_by_contact"
  if ((type === "amount" || one.minimum_amount !== null) && one.currency !== currency) return "currency"
  const fitting = items.filter((item) => isOf(one.applies_to, item))
  if (fitting.length === 0) return "not_for_items"
  if (one.minimum_amount !== null && sum(fitting.map(({ quantity, unit_amount }) => quantity * unit_amount)) < one.minimum_amount) return "minimum_amount"
  if (one.minimum_quantity !== null && sum(fitting.map(({ quantity }) => quantity)) < one.minimum_quantity) return "minimum_quantity"
  return type === "free_shipping" && !items.some(({ requires_shipping }) => requires_shipping) ? "nothing_to_ship" : undefined
}

type BuyXGetY = Extract<TakesOff, { readonly type: "buy_x_get_y" }>

/** How many of each item cost less: as often as it fits, the cheapest first, while enough are left that are bought at their price. */
const countsOfGot = (takes: BuyXGetY, bought: Goods | null, items: ReadonlyArray<DiscountedItem>): ReadonlyArray<number> => {
  const kinds = items.map((item) => ({ buys: isOf(bought, item), gets: isOf(takes.get ?? bought, item), ...item }))
  const count = (fits: (kind: typeof kinds[number]) => boolean) => sum(kinds.filter(fits).map(({ quantity }) => quantity))
  const both = count(({ buys, gets }) => buys && gets)
  const onlyBought = count(({ buys, gets }) => buys && !gets)
  const onlyGot = count(({ buys, gets }) => !buys && gets)
  const times = Math.min(
    Math.floor((onlyBought + both) / takes.buy_quantity), Math.floor((onlyGot + both) / takes.get_quantity),
    Math.floor((onlyBought + onlyGot + both) / (takes.buy_quantity + takes.get_quantity)), takes.most_times ?? Infinity
  )
  let wanted = times * takes.get_quantity
  let spare = both - Math.max(0, times * takes.buy_quantity - onlyBought)
  const counts = items.map(() => 0)
  const cheapest = kinds.map((_, place) => place).toSorted((a, b) => kinds[a]!.unit_amount - kinds[b]!.unit_amount || a - b)
  for (const place of cheapest) {
    const { buys, gets, quantity } = kinds[place]!
    if (!gets) continue
    const taken = Math.min(quantity, wanted, buys ? spare : Infinity)
    counts[place] = taken
    wanted -= taken
    if (buys) spare -= taken
  }
  return counts
}

/** What a discount of goods takes off each item, of which so much is `left` to pay. */
const offGoods = ({ applies_to, takes_off }: Discounting, items: ReadonlyArray<DiscountedItem>, left: ReadonlyArray<number>): ReadonlyArray<number> => {
  if (takes_off.type === "free_shipping") return left.map(() => 0)
  if (takes_off.type === "buy_x_get_y") {
    return countsOfGot(takes_off, applies_to, items).map((count, place) =>
      Math.min(left[place]!, percentOf(count * items[place]!.unit_amount, takes_off.percentage)))
  }
  const weights = left.map((amount, place) => isOf(applies_to, items[place]!) ? amount : 0)
  const all = sum(weights)
  return allocate(takes_off.type === "percent" ? percentOf(all, takes_off.percentage) : Math.min(takes_off.amount, all), weights)
}

/** A choice of discounts, and what they come to. */
export interface Chosen {
  /** In the order in which they are taken off, with what each takes off each item and the shipping. */
  readonly taken: ReadonlyArray<{ readonly discount: Discounting; readonly items: ReadonlyArray<number>; readonly shipping: number }>
  /** What is left to pay of each item. */
  readonly left: ReadonlyArray<number>
  /** What sending costs before discounts; nothing where it is not known how the goods are sent. */
  readonly shipping: number | undefined
}

const ranks: Readonly<Record<DiscountClass, number>> = { product: 0, order: 10, shipping: 20 }
const typeRanks: Readonly<Record<TakesOff["type"], number>> = { buy_x_get_y: 0, percent: 1, amount: 2, free_shipping: 3 }
const rankOf = (one: Discounting) => ranks[classOf(one)] + typeRanks[one.takes_off.type]

/** Discounts one after the other, each of what is left: of products, then of the order, then of the shipping, which is priced by what the goods cost then. */
const applied = (
  discounts: ReadonlyArray<Discounting>, items: ReadonlyArray<DiscountedItem>, shippingOf: (goods: number) => number | undefined
): Chosen => {
  let left: ReadonlyArray<number> = items.map(({ quantity, unit_amount }) => quantity * unit_amount)
  const ordered = discounts.toSorted((a, b) => rankOf(a) - rankOf(b) || a.id - b.id)
  const ofGoods = ordered.filter(({ takes_off }) => takes_off.type !== "free_shipping").map((discount) => {
    const off = offGoods(discount, items, left)
    left = left.map((amount, place) => amount - off[place]!)
    return { discount, items: off, shipping: 0 }
  })
  const shipping = shippingOf(sum(left))
  let toShip = shipping ?? 0
  const ofShipping = ordered.filter(({ takes_off }) => takes_off.type === "free_shipping").map((discount) => {
    const off = toShip
    toShip = 0
    return { discount, items: items.map(() => 0), shipping: off }
  })
  return { taken: [...ofGoods, ...ofShipping], left, shipping }
}

const combine = (a: Discounting, b: Discounting) => a.combines_with.includes(classOf(b)) && b.combines_with.includes(classOf(a))

/** How many of the discounts that take off most by themselves are each tried as the first of a choice. */
const TRIED = 12

/**
 * The discounts that are taken off together: of the choices that begin with each of the best and add, best first, whatever combines with all
 * so far, the one that leaves least to pay. Where two leave the same, the one with more of the codes that the customer asked for.
 */
export const chosenOf = (
  discounts: ReadonlyArray<Discounting>, items: ReadonlyArray<DiscountedItem>, shippingOf: (goods: number) => number | undefined
): Chosen => {
  const measured = (choice: ReadonlyArray<Discounting>) => {
    const result = applied(choice, items, shippingOf)
    const off = sum(result.taken.map(({ shipping }) => shipping))
    return { result, pay: sum(result.left) + (result.shipping ?? 0) - off, codes: choice.filter(({ code }) => code !== null).length }
  }
  const isBetter = (a: ReturnType<typeof measured>, b: ReturnType<typeof measured>) => a.pay < b.pay || (a.pay === b.pay && a.codes > b.codes)
  const best = discounts.map((discount) => ({ discount, ...measured([discount]) }))
    .toSorted((a, b) => a.pay - b.pay || b.codes - a.codes || a.discount.id - b.discount.id).map(({ discount }) => discount)
  return best.slice(0, TRIED).flatMap((first) => [
    measured([first]),
    measured(best.reduce<ReadonlyArray<Discounting>>((choice, one) =>
      one !== first && choice.every((other) => combine(one, other)) ? [...choice, one] : choice, [first]))
  ]).reduce((a, b) => isBetter(b, a) ? b : a, measured([])).result
}

export interface RefusedCode {
  readonly code: string
  readonly reason: RefusalReason
  readonly discount_id: DiscountId | null
}
