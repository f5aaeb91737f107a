import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { someone } from "../crm/records.ts"
import { pay, post, read } from "../payments/paying.ts"
import { OwnerSql } from "./database.ts"
import { eventually } from "./eventually.ts"
import { companyIds, json, type Key, keys, send } from "./test-server.ts"

let turn = 0

const companyOf = (key: Key) => keys[key].company

interface Given {
  readonly title?: string
  readonly tags?: ReadonlyArray<string>
  /** How many lie at the first location; not counted if left out. */
  readonly stock?: number
  readonly backorder_limit?: number
}

const dollars = (amount: number) => [{ currency: "USD", amount }]

/** A product with one variant, for 9 USD. */
export const product = Effect.fnUntraced(function*({ backorder_limit = 0, stock, tags = [], title }: Given = {}, key: Key = "acmeTest") {
  const made = yield* post("/ecommerce/products", {
    title: title ?? `Product ${turn++}`, state: "active", tags,
    variants: [{ prices: dollars(900), requires_shipping: false, track_inventory: stock !== undefined, backorder_limit }]
  }, key)
  assert.strictEqual(made.status, 201, made.text)
  const { id: product_id, variants: [{ id: variant_id }] } = made.json
  if (stock !== undefined && stock > 0) yield* stocked(variant_id, stock, undefined, key)
  return { product_id: product_id as number, variant_id: variant_id as number }
})

/** So many lie at a place. */
export const stocked = Effect.fnUntraced(function*(variant_id: number, on_hand: number, location_id?: number, key: Key = "acmeTest") {
  const items = [{ variant_id, on_hand, ...location_id !== undefined && { location_id } }]
  const done = yield* post("/ecommerce/inventory/adjustments", { items, reason: "Counted" }, key)
  assert.strictEqual(done.status, 201, done.text)
})

/** Another place where goods lie. */
export const anotherLocation = Effect.fnUntraced(function*(key: Key = "acmeTest") {
  const sql = yield* OwnerSql
  const company_id = companyIds[companyOf(key)]
  const [row] = yield* Effect.orDie(sql<{ id: number }>`insert into locations (company_id, name, pickup, position)
    values (${company_id}, ${`Place ${turn++}`}, false, 1) returning id`)
  return row!.id
})

interface Sold {
  readonly goods: ReadonlyArray<{ readonly variant_id: number; readonly quantity: number; readonly unit_amount?: number }>
  readonly shipping?: number
  readonly discount?: number
  readonly contact_id?: number
  readonly tax_country?: string
  /** How much each payment takes; all at once if left out, nothing if empty. */
  readonly payments?: ReadonlyArray<number>
}

/** Variants get the price that is asked for, if any, and are sent where that costs anything. */
const offer = Effect.fnUntraced(function*({ goods, shipping = 0 }: Sold, key: Key) {
  for (const { unit_amount, variant_id } of goods) {
    if (unit_amount === undefined && shipping === 0) continue
    const body = { ...unit_amount !== undefined && { prices: dollars(unit_amount) }, requires_shipping: shipping > 0 }
    const changed = yield* send(`/ecommerce/variants/${variant_id}`, { key, method: "PATCH", ...json(body) })
    assert.strictEqual(changed.status, 200, changed.text)
  }
  if (shipping === 0) return undefined
  const rates = [{ name: "Standard", zone: "All", currency: "USD", by: "flat", bands: [{ from: 0, amount: shipping }] }]
  const { json: { rates: [rate] }, status, text } = yield* send("/ecommerce/shipping/rates", { key, method: "PUT", ...json({ rates }) })
  assert.strictEqual(status, 200, text)
  return rate.id as number
})

const codeOver = Effect.fnUntraced(function*(amount: number, key: Key) {
  const code = `OFF${turn++}`
  const made = yield* post("/ecommerce/discounts", { title: "Off", code, currency: "USD", takes_off: { type: "amount", amount } }, key)
  assert.strictEqual(made.status, 201, made.text)
  return code
})

/** An order of the shop, paid unless told otherwise. */
export const shopOrder = Effect.fnUntraced(function*(sold: Sold, key: Key = "acmeTest") {
  const { discount = 0, goods, payments, tax_country } = sold
  const shipping_rate_id = yield* offer(sold, key)
  const address = tax_country === undefined && shipping_rate_id === undefined ? undefined : { line1: "1 Road", city: "Springfield", country: tax_country ?? "US" }
  const cart = yield* post("/ecommerce/carts", {
    contact_id: sold.contact_id ?? (yield* someone(key)).id, currency: "USD",
    items: goods.map(({ quantity, variant_id }) => ({ variant_id, quantity })),
    codes: discount === 0 ? [] : [yield* codeOver(discount, key)],
    ...address !== undefined && { shipping_address: address }, ...shipping_rate_id !== undefined && { shipping_rate_id }
  }, key)
  assert.strictEqual(cart.status, 201, cart.text)
  const begun = yield* post(`/ecommerce/carts/${cart.json.id}/checkout`, payments === undefined ? { payment_method: "pm_card_visa" } : {}, key)
  assert.strictEqual(begun.status, 202, begun.text)
  const { order_id } = begun.json
  for (const amount of payments ?? []) {
    const paid = yield* pay({ order_id, amount }, key)
    assert.strictEqual(paid.status, 201, paid.text)
  }
  return yield* payments?.length === 0 ? read(`/orders/${order_id}`, key) : eventually(read(`/orders/${order_id}`, key), ({ state }) => state !== "open")
})

/** A fulfilment of such an order that has not left. */
export const prepared = Effect.fnUntraced(function*(key: Key = "acmeTest") {
  const order = yield* shopOrder({ goods: [{ ...yield* product({ stock: 1 }, key), quantity: 1 }] }, key)
  const made = yield* post("/ecommerce/fulfillments", { order_id: order.id }, key)
  assert.strictEqual(made.status, 201, made.text)
  return made.json.fulfillments[0] as { readonly id: number }
})

/** Everything of it was sent. */
export const shipped = Effect.fnUntraced(function*(order_id: number, key: Key = "acmeTest") {
  const { json: { fulfillments } } = yield* post("/ecommerce/fulfillments", { order_id }, key)
  return yield* Effect.forEach(fulfillments as ReadonlyArray<{ id: number }>, ({ id }) =>
    Effect.map(post(`/ecommerce/fulfillments/${id}/ship`, {}, key), ({ json }) => json))
})

/** What lies of variants in the caller's mode: on hand and set aside, of all places; it must be what the journal sums up to. */
export const levelsOf = Effect.fnUntraced(function*(variant_id: number, key: Key = "acmeTest") {
  const sql = yield* OwnerSql
  const livemode = keys[key].mode === "live"
  const [kept] = yield* Effect.orDie(sql<{ on_hand: number; reserved: number }>`select coalesce(sum(on_hand), 0)::bigint as on_hand,
    coalesce(sum(reserved), 0)::bigint as reserved from stock_levels where variant_id = ${variant_id} and livemode = ${livemode}`)
  const [summed] = yield* Effect.orDie(sql<{ on_hand: number; reserved: number }>`select coalesce(sum(on_hand_change), 0)::bigint as on_hand,
    coalesce(sum(reserved_change), 0)::bigint as reserved from stock_movements where variant_id = ${variant_id} and livemode = ${livemode}`)
  assert.deepStrictEqual(kept, summed)
  return [kept!.on_hand, kept!.reserved] as const
})
