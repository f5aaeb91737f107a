import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Stock } from "#layers/shop/stock"
import { allocate } from "#schemas/payments/rounding"
import type { OrderId } from "#schemas/payments/order"
import { someone } from "../crm/records.ts"
import { booked } from "../payments/booking.ts"
import { pay, post, read } from "../payments/paying.ts"
import { OwnerSql } from "./database.ts"
import { companyIds, type Key, keys } from "./test-server.ts"

let turn = 0

const companyOf = (key: Key) => keys[key].company

interface Given {
  readonly title?: string
  readonly tags?: ReadonlyArray<string>
  /** How many lie at the first location; not counted if left out. */
  readonly stock?: number
  readonly backorder_limit?: number
}

/** A product with one variant. */
export const product = Effect.fnUntraced(function*({ backorder_limit = 0, stock, tags = [], title }: Given = {}, key: Key = "acmeTest") {
  const sql = yield* OwnerSql
  const company_id = companyIds[companyOf(key)]
  const name = title ?? `Product ${turn}`
  const [made] = yield* Effect.orDie(sql<{ id: number }>`insert into products (company_id, state, title, slug, tags, tax_category, options, media)
    values (${company_id}, 'active', ${name}, ${`product-${turn++}`}, ${[...tags]}::text[], 'standard', '[]', '[]') returning id`)
  const [variant] = yield* Effect.orDie(sql<{ id: number }>`insert into variants
    (company_id, product_id, title, options, position, prices, requires_shipping, track_inventory, backorder_limit)
    values (${company_id}, ${made!.id}, '', '{}', 0, '[{"currency": "USD", "amount": 900, "compare_at_amount": null, "from_quantity": 1}]', true,
      ${stock !== undefined}, ${backorder_limit}) returning id`)
  if (stock !== undefined && stock > 0) yield* stocked(variant!.id, stock, undefined, key)
  return { product_id: made!.id, variant_id: variant!.id, title: name }
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
  readonly goods: ReadonlyArray<{ readonly variant_id: number; readonly product_id: number; readonly quantity: number; readonly unit_amount?: number }>
  readonly shipping?: number
  readonly discount?: number
  readonly contact_id?: number
  readonly tax_country?: string
  /** How much each payment takes; all at once if left out, nothing if empty. */
  readonly payments?: ReadonlyArray<number>
}

/** An order of the shop whose goods are set aside, paid unless told otherwise. */
export const shopOrder = Effect.fnUntraced(function*({ contact_id, goods, payments, shipping = 0, ...given }: Sold, key: Key = "acmeTest") {
  const sql = yield* OwnerSql
  const buyer = contact_id ?? (yield* someone(key)).id
  const lines = [
    ...goods.map(({ quantity, unit_amount = 900, variant_id }) => ({ description: `Variant ${variant_id}`, quantity, unit_amount })),
    ...shipping === 0 ? [] : [{ description: "Shipping", unit_amount: shipping }]
  ]
  const made = yield* post("/orders/", { contact_id: buyer, lines, ...given }, key)
  assert.strictEqual(made.status, 201, made.text)
  const { amount, id, lines: priced } = made.json
  const amounts = allocate(amount, priced.map((line: { amount: number }) => line.amount))
  for (const [place, { product_id, quantity, variant_id }] of goods.entries()) {
    yield* Effect.orDie(sql`insert into order_items ${sql.insert({
      company_id: companyIds[companyOf(key)], order_id: id, line: place, product_id, variant_id, quantity, amount: amounts[place]!,
      livemode: keys[key].mode === "live"
    })}`)
  }
  yield* booked(Stock.use((stock) => stock.reserve(id as OrderId)), companyOf(key), keys[key].mode)
  for (const part of payments ?? [amount]) {
    const paid = yield* pay({ order_id: id, amount: part }, key)
    assert.strictEqual(paid.status, 201, paid.text)
  }
  return yield* read(`/orders/${id}`, key)
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
