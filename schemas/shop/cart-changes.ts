import { decimalOf } from "#schemas/payments/currency"
import type { CartChange, CartFault, Seen } from "./cart.ts"

const kindOf = (reason: CartFault["reason"] | null): CartChange["kind"] =>
  reason === "not_active" || reason === "unknown" ? "archived" : reason === "no_price" || reason === "too_much" ? "price" : "availability"

/** What differs between two reads of a cart; of the items alone where the cart itself was changed in between, which changes the rest by itself. */
export const changesOf = (
  before: Seen, after: Seen, { currency, faults, isChanged, nameOf }: {
    readonly currency: string
    readonly faults: ReadonlyArray<CartFault>
    readonly isChanged: boolean
    readonly nameOf: (variant_id: number) => string
  }
): ReadonlyArray<CartChange> => {
  const money = (amount: number) => `${decimalOf(amount, currency)} ${currency}`
  const ofItems = after.items.flatMap((now): ReadonlyArray<CartChange> => {
    const then = before.items.find(({ variant_id }) => variant_id === now.variant_id)
    if (then === undefined || then.quantity !== now.quantity) return []
    const prices = { variant_id: now.variant_id, before: then.unit_amount, after: now.unit_amount }
    if (now.fault !== then.fault) {
      const told = faults.find(({ variant_id }) => variant_id === now.variant_id)?.message
      return [{ kind: kindOf(now.fault ?? then.fault), ...prices, message: told ?? `${nameOf(now.variant_id)} can be bought again.` }]
    }
    if (now.unit_amount === then.unit_amount || now.unit_amount === null || then.unit_amount === null) return []
    return [{ kind: "price", ...prices, message: `${nameOf(now.variant_id)} costs ${money(now.unit_amount)} now, not ${money(then.unit_amount)}.` }]
  })
  if (isChanged) return ofItems
  const ids = new Set([...before.discounts, ...after.discounts].map(({ discount_id }) => discount_id))
  const ofDiscounts = [...ids].flatMap((id): ReadonlyArray<CartChange> => {
    const [then, now] = [before, after].map(({ discounts }) => discounts.find(({ discount_id }) => discount_id === id))
    const change = { kind: "discount" as const, variant_id: null, before: then?.amount ?? null, after: now?.amount ?? null }
    if (now === undefined) return [{ ...change, message: `The discount ${then!.title} no longer applies.` }]
    if (then === undefined) return [{ ...change, message: `The discount ${now.title} applies.` }]
    return now.amount === then.amount ? [] : [{ ...change, message: `The discount ${now.title} takes off ${money(now.amount)} now, not ${money(then.amount)}.` }]
  })
  const sent = { before: before.shipping?.amount ?? null, after: after.shipping?.amount ?? null }
  const ofShipping: ReadonlyArray<CartChange> = sent.before === sent.after ? [] : [{
    kind: "shipping", variant_id: null, ...sent,
    message: sent.after === null ? "The shipping rate does not fit any more." : `Shipping costs ${money(sent.after)} now${sent.before === null ? "" : `, not ${money(sent.before)}`}.`
  }]
  const others = [...ofItems, ...ofDiscounts, ...ofShipping]
  /* Whatever else changes, changes the tax by itself. */
  return others.length > 0 || before.tax === after.tax ? others : [{
    kind: "tax", variant_id: null, before: before.tax, after: after.tax, message: `The tax comes to ${money(after.tax)} now, not ${money(before.tax)}.`
  }]
}
