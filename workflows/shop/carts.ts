import { Effect } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"
import { Carts } from "#layers/shop/carts"
import { ShippingRatesOfCompany } from "#layers/shop/shipping-rates"
import { Variants } from "#layers/shop/variants"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { Caller, toNewVisitor } from "#schemas/kernel/tenancy"
import type { CartItem, CartRecord } from "#schemas/shop/cart"
import { cartExplained } from "#schemas/shop/cart-explanation"
import type * as api from "#schemas/shop/carts.api"
import type { CartId, ShippingRateId } from "#schemas/shop/ids"
import { priceOf } from "#schemas/shop/price"
import { requireReferences } from "../crm/references.ts"
import { refuse } from "../payments/costs.ts"
import { changedCart, readCart } from "./cart-answer.ts"
import { priced } from "./pricing.ts"

const MOST = 1_000_000
const MOST_ITEMS = 100

/** Each variant once, in the place where it is named first. */
const summed = (items: ReadonlyArray<CartItem>): ReadonlyArray<CartItem> => {
  const quantities = new Map<CartItem["variant_id"], number>()
  for (const { quantity, variant_id } of items) quantities.set(variant_id, (quantities.get(variant_id) ?? 0) + quantity)
  return [...quantities].map(([variant_id, quantity]) => ({ variant_id, quantity }))
}

/** The items, each variant once. Fails for those that are not for sale in the currency. */
export const saleable = Effect.fnUntraced(function*(sent: ReadonlyArray<CartItem>, currency: string) {
  const { visitor } = yield* Caller
  const variants = yield* Variants.use((variants) => variants.those(sent.map(({ variant_id }) => variant_id)))
  for (const [place, { quantity, variant_id }] of sent.entries()) {
    const found = variants.get(variant_id)
    const isForSale = found?.active === true && found.product_state === "active"
    const field = `items[${place}].variant_id`
    if (found === undefined || (!isForSale && visitor !== undefined)) return yield* refuse(field, "there is no such variant", variant_id)
    if (!isForSale) return yield* refuse(field, "it is not for sale", variant_id)
    if (priceOf(found.prices, currency, quantity) === undefined) return yield* refuse(field, `it has no price in ${currency}`, variant_id)
  }
  return yield* within(summed(sent))
})

const within = Effect.fnUntraced(function*(items: ReadonlyArray<CartItem>) {
  const over = items.find(({ quantity }) => quantity > MOST)
  if (over !== undefined) return yield* refuse("items", `together there are more than ${MOST} of variant ${over.variant_id}`, over.quantity)
  return items.length > MOST_ITEMS ? yield* refuse("items", `together there are more than ${MOST_ITEMS} variants`, items.length) : items
})

/** What a cart names has to exist. Visitors do not say which contact they are. */
const requireNamed = Effect.fnUntraced(function*({ contact_id = null, shipping_rate_id = null }: {
  readonly contact_id?: CartRecord["contact_id"] | undefined
  readonly shipping_rate_id?: ShippingRateId | null | undefined
}) {
  const { visitor } = yield* Caller
  if (contact_id !== null && visitor !== undefined) return yield* refuse("contact_id", "a visitor cannot say which contact it is", contact_id)
  yield* requireReferences({ contact_id })
  if (shipping_rate_id === null) return
  const rate = yield* ShippingRatesOfCompany.use((rates) => rates.find(shipping_rate_id))
  if (rate._tag === "None") return yield* refuse("shipping_rate_id", "there is no such shipping rate", shipping_rate_id)
})

const requireOpen = ({ id, state }: CartRecord) =>
  state === "open" ? Effect.void : Effect.fail(new Conflict({ message: `Cart ${id} is ${state.replace("_", " ")}, so that it cannot be changed.` }))

/** Codes without those that differ from an earlier one in the case alone. */
const once = (codes: ReadonlyArray<string>) => {
  const lower = codes.map((code) => code.toLowerCase())
  return codes.filter((_, place) => lower.indexOf(lower[place]!) === place)
}

export const noSuchCart = Effect.fnUntraced(function*(field: string, id: CartId) {
  const hint = toNewVisitor((yield* Caller).visitor)
  return yield* refuse(field, `there is no such cart${hint === "" ? "" : `.${hint}`}`, id)
})

/** The open carts that another takes over, locked in the order of their ids, and told in the order in which they were named. */
const takenOver = Effect.fnUntraced(function*(ids: ReadonlyArray<CartId>, currency: string) {
  const carts = yield* Carts
  const found = new Map<CartId, CartRecord>()
  for (const id of ids.toSorted((a, b) => a - b)) {
    const one = yield* carts.find(id, { lock: true })
    const field = `merge_cart_ids[${ids.indexOf(id)}]`
    if (one._tag === "None") return yield* noSuchCart(field, id)
    yield* requireOpen(one.value)
    if (one.value.currency !== currency) return yield* refuse(field, `it is in ${one.value.currency}, not in ${currency}`, id)
    found.set(id, one.value)
  }
  return ids.map((id) => found.get(id)!)
})

export const create_cart = Effect.fnUntraced(function*(
  { codes, contact_id, currency: asked, email, items: sent, merge_cart_ids, shipping_address, shipping_rate_id }: Input<typeof api.create_cart>
) {
  const carts = yield* Carts
  const { visitor } = yield* Caller
  yield* requireNamed({ contact_id, shipping_rate_id })
  const currency = asked ?? (yield* carts.currency)
  const own = yield* saleable(sent, currency)
  const others = yield* takenOver(merge_cart_ids, currency)
  const first = <A>(value: A | null, of: (other: CartRecord) => A | null) => value ?? others.map(of).find((other) => other !== null) ?? null
  const made = yield* Effect.orDie(carts.create({
    contact_id, visitor: visitor?.id ?? null, email: first(email, ({ email }) => email), currency,
    items: yield* within(summed([...own, ...others.flatMap(({ items }) => items)])),
    codes: once(codes.length > 0 ? codes : others.find(({ codes }) => codes.length > 0)?.codes ?? []),
    shipping_address: first(shipping_address, ({ shipping_address }) => shipping_address),
    shipping_rate_id: first(shipping_rate_id, ({ shipping_rate_id }) => shipping_rate_id), expires_at: yield* carts.expiry
  }))
  for (const other of others) yield* Effect.orDie(carts.update(other, { state: "merged" }))
  return yield* changedCart(made)
})

export const get_cart = Effect.fnUntraced(function*({ id }: Input<typeof api.get_cart>) {
  const carts = yield* Carts
  const { cart, keep } = yield* readCart(yield* carts.get(id), false)
  yield* Tenancy.use((tenancy) => keep === Effect.void ? keep : tenancy.transaction(keep))
  return cart
})

export const set_cart_items = Effect.fnUntraced(function*({ id, items: sent, ...changes }: Input<typeof api.set_cart_items>) {
  const carts = yield* Carts
  /* A contact is locked before what it has. */
  yield* requireNamed(changes)
  const before = yield* carts.lockForUpdate(id)
  yield* requireOpen(before)
  return yield* changedCart(yield* carts.touch(before, { ...changes, items: yield* saleable(sent, before.currency) }))
})

export const apply_discount = Effect.fnUntraced(function*({ codes, id }: Input<typeof api.apply_discount>) {
  const carts = yield* Carts
  const before = yield* carts.lockForUpdate(id)
  yield* requireOpen(before)
  return yield* changedCart(yield* carts.touch(before, { codes: once(codes) }))
})

export const explain_cart = Effect.fnUntraced(function*({ id }: Input<typeof api.explain_cart>) {
  const record = yield* Carts.use((carts) => carts.get(id))
  const now = yield* priced(record)
  return { id, amount: now.totals.amount, currency: record.currency, steps: cartExplained(record.currency, now) }
})
