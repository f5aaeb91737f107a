import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { Carts } from "#layers/shop/carts"
import type { Cart, CartRecord, Seen } from "#schemas/shop/cart"
import { changesOf } from "#schemas/shop/cart-changes"
import { refusals } from "#schemas/shop/discounting"
import { type PricedCart, priced } from "./pricing.ts"

const seenOf = ({ items }: CartRecord, { applied, faults, items: pricedItems, shipping, totals }: PricedCart): Seen => ({
  items: items.map(({ quantity, variant_id }) => ({
    variant_id, quantity,
    unit_amount: pricedItems.find((item) => item.variant_id === variant_id)?.unit_amount ?? null,
    fault: faults.find((fault) => fault.variant_id === variant_id)?.reason ?? null
  })),
  discounts: applied.map(({ amount, discount: { id, title } }) => ({ discount_id: id, title, amount })),
  shipping: shipping && { shipping_rate_id: shipping.rate.id, amount: shipping.amount },
  tax: totals.tax
})

/** A cart with what it costs. */
export const cartWith = (record: CartRecord, now: PricedCart, changed: Cart["changed"] = []): Cart => {
  const { applied, faults, items, offers, refused, requires_shipping, shipping, totals } = now
  const lines = items.map(({ compare_at_amount, product_id, sku, variant_id }, place) => {
    const { amount, description, discount, quantity, tax, tax_category, unit_amount } = totals.lines[place]!
    return { variant_id, product_id, sku, description, quantity, unit_amount, compare_at_amount, discount, amount, tax_category, tax }
  })
  const offer = offers.find(({ shipping_rate_id }) => shipping_rate_id === shipping?.rate.id)
  return {
    ...record, lines, faults, changed, requires_shipping,
    subtotal: lines.reduce((sum, { quantity, unit_amount }) => sum + quantity * unit_amount, 0),
    shipping: shipping === null || offer === undefined ? null : { ...offer, discount: shipping.discount, tax: totals.lines.at(-1)!.tax },
    discount: totals.discount, tax: totals.tax, taxes: totals.taxes, amount: totals.amount,
    discounts: applied.map(({ amount, discount: { code, id, title } }) => ({ discount_id: id, title, code, amount })),
    refused_codes: refused.map(({ code, reason }) => ({ code, reason, message: refusals[reason] }))
  }
}

/** A cart with what it costs, what changed since it was read last, and how to keep what is told now, where that is anything new. */
export const readCart = Effect.fnUntraced(function*(record: CartRecord, isChanged: boolean) {
  const carts = yield* Carts
  const now = yield* priced(record)
  if (record.state !== "open") return { cart: cartWith(record, now), keep: Effect.void }
  const before = yield* carts.seen(record.id)
  const after = seenOf(record, now)
  const changed = before === null ? [] : changesOf(before, after, {
    currency: record.currency, faults: now.faults, isChanged,
    nameOf: (id) => now.items.find(({ variant_id }) => variant_id === id)?.description ?? `Variant ${id}`
  })
  return { cart: cartWith(record, now, changed), keep: isDeepStrictEqual(before, after) ? Effect.void : carts.see(record, after) }
})

/** The answer to a change of a cart. */
export const changedCart = (record: CartRecord) => Effect.flatMap(readCart(record, true), ({ cart, keep }) => Effect.as(keep, cart))
