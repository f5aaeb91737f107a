import { Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { Carts } from "#layers/shop/carts"
import { ShippingRatesOfCompany } from "#layers/shop/shipping-rates"
import { Variants } from "#layers/shop/variants"
import { payloadHash } from "#layers/workflows/runs"
import type { PostalAddress } from "#schemas/company/address"
import type { Cart, CartItem, CartRecord } from "#schemas/shop/cart"
import type { CartId, ShippingRateId, VariantId } from "#schemas/shop/ids"
import { priceOf } from "#schemas/shop/price"
import { apply_discount, create_cart, get_cart, set_cart_items } from "../carts.ts"
import { quote_shipping } from "../shipping.ts"

/** Does what an operation does, as the visitor, with its receipt. */
export const act = (verb: string, payload: object) => <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Receipted.use((receipted) => receipted.write({ verb, payloadHash: payloadHash(payload) }, work))

/** A cart with what its pages show of the goods. */
const pictured = Effect.fnUntraced(function*(cart: Cart) {
  const goods = yield* Variants.use((variants) => variants.those(cart.items.map(({ variant_id }) => variant_id)))
  return { cart, goods }
})
export type Basket = Effect.Success<ReturnType<typeof pictured>>

/** The visitor's cart; nothing where there is none. */
export const basket = Effect.fnUntraced(function*(record: CartRecord | undefined) {
  return record === undefined ? undefined : yield* pictured(yield* get_cart({ id: record.id }))
})

/** The order that the visitor's newest cart became, if one did. */
export const lastOrder = Effect.map(Carts.use((carts) => carts.newestOwn("checked_out")), (found) => Option.getOrUndefined(found)?.order_id ?? undefined)

/** What of a cart can still be bought, so that a change of the rest is not refused for what cannot. */
const stillSold = Effect.fnUntraced(function*({ currency, items }: Pick<CartRecord, "currency" | "items">) {
  const variants = yield* Variants.use((variants) => variants.those(items.map(({ variant_id }) => variant_id)))
  return items.filter(({ quantity, variant_id }) => {
    const found = variants.get(variant_id)
    return found?.active === true && found.product_state === "active" && priceOf(found.prices, currency, quantity) !== undefined
  })
})

/** What became of a form: the cart after it, or `stale`, where it was sent before or the cart was changed since it was shown. */
export type Done = Basket | "stale"

const quantityOf = (items: ReadonlyArray<CartItem>, variant: VariantId) => items.find(({ variant_id }) => variant_id === variant)?.quantity ?? 0

/** Puts goods into the visitor's cart, which is made where there is none. `had`: how many were in it when the page was shown. */
export const putIn = Effect.fnUntraced(function*({ had, quantity, variant_id }: CartItem & { readonly had: number }) {
  return yield* act("set_cart_items", { had, quantity, variant_id })(Effect.gen(function*() {
    const carts = yield* Carts
    yield* carts.holdOwn
    const before = Option.getOrUndefined(yield* carts.newestOwn("open"))
    if (quantityOf(before?.items ?? [], variant_id) !== had) return "stale" as const
    if (before === undefined) {
      return yield* Effect.flatMap(create_cart({
        contact_id: null, email: null, items: [{ variant_id, quantity }], codes: [], shipping_address: null, shipping_rate_id: null, merge_cart_ids: []
      }), pictured)
    }
    return yield* Effect.flatMap(set_cart_items({ id: before.id, items: [...yield* stillSold(before), { variant_id, quantity }] }), pictured)
  }))
})

/** The cart that a page showed. */
export interface Seen {
  readonly id: CartId
  readonly version: number
}

/** Changes the cart that was shown, unless it was changed since. */
const onCart = Effect.fnUntraced(function*<E, R>(verb: string, seen: Seen, payload: object, change: (before: CartRecord) => Effect.Effect<Cart, E, R>) {
  return yield* act(verb, { ...seen, ...payload })(Effect.gen(function*() {
    const carts = yield* Carts
    yield* carts.holdOwn
    const before = Option.getOrUndefined(yield* carts.newestOwn("open"))
    if (before === undefined || before.id !== seen.id || before.version !== seen.version) return "stale" as const
    return yield* Effect.flatMap(change(before), pictured)
  }))
})

/** Sets quantities of what is in the cart; 0 takes it out. What is not named stays. */
export const setQuantities = (seen: Seen, quantities: ReadonlyMap<number, number>) =>
  onCart("set_cart_items", seen, { quantities: [...quantities] }, Effect.fnUntraced(function*({ currency, id, items }) {
    const wanted = items.map(({ quantity, variant_id }) => ({ variant_id, quantity: quantities.get(variant_id) ?? quantity }))
    return yield* set_cart_items({ id, items: yield* stillSold({ currency, items: wanted.filter(({ quantity }) => quantity > 0) }) })
  }))

/** Adds a code, or takes one away. */
export const setCode = (seen: Seen, code: string, how: "add" | "remove") =>
  onCart("apply_discount", seen, { code, how }, ({ codes, id }) =>
    apply_discount({ id, codes: how === "add" ? [...codes, code] : codes.filter((one) => one.toLowerCase() !== code.toLowerCase()) }))

/** Says whose the cart is, and where it goes; a rate that does not fit there any more is forgotten. */
export const setDetails = (seen: Seen, details: { readonly email: string; readonly shipping_address?: typeof PostalAddress.Type }) =>
  onCart("set_cart_items", seen, details, Effect.fnUntraced(function*(before) {
    const { id } = before
    const changed = yield* set_cart_items({ id, items: yield* stillSold(before), ...details })
    return changed.faults.some(({ reason }) => reason === "shipping_rate") ? yield* set_cart_items({ id, items: changed.items, shipping_rate_id: null }) : changed
  }))

export const setRate = (seen: Seen, shipping_rate_id: ShippingRateId) =>
  onCart("set_cart_items", seen, { shipping_rate_id }, Effect.fnUntraced(function*(before) {
    return yield* set_cart_items({ id: before.id, items: yield* stillSold(before), shipping_rate_id })
  }))

/** How the cart can be sent. */
export const offersFor = ({ id }: Cart) => Effect.map(quote_shipping({ cart_id: id }), ({ rates }) => rates)

/** The countries that something in the cart's currency is sent to; all where that is not said. */
export const countriesFor = Effect.fnUntraced(function*({ currency }: Cart) {
  const rates = yield* ShippingRatesOfCompany.use((rates) => rates.inCurrency(currency))
  const named = rates.flatMap(({ countries }) => countries)
  return rates.length === 0 || rates.some(({ countries }) => countries.length === 0) ? undefined : [...new Set(named)]
})
