import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { post, read } from "../payments/paying.ts"
import { eventually } from "../support/eventually.ts"
import type { Key } from "../support/test-server.ts"

const shop = "/ecommerce"

interface Sold {
  readonly amount?: number
  readonly backorder_limit?: number
  readonly low_stock_at?: number | null
  readonly tax_category?: string
}

/** A product of one variant that needs no sending, of which so many are in stock. */
export const product = Effect.fnUntraced(function*(stock: number, { amount = 1_250, tax_category, ...more }: Sold = {}, key: Key = "acmeTest") {
  const mark = randomUUID().slice(0, 13)
  const made = yield* post(`${shop}/products`, {
    title: `Mug ${mark}`, state: "active", ...tax_category !== undefined && { tax_category },
    variants: [{ sku: mark, prices: [{ currency: "USD", amount }], requires_shipping: false, ...more }]
  }, key)
  assert.strictEqual(made.status, 201, made.text)
  const [variant] = made.json.variants
  if (stock > 0) {
    const put = yield* post(`${shop}/inventory/adjustments`, { items: [{ variant_id: variant.id, change: stock }], reason: "Delivered" }, key)
    assert.strictEqual(put.status, 201, put.text)
  }
  return variant.id as number
})

/** A cart of so many of each variant, of a customer of its own unless told. */
export const cart = Effect.fnUntraced(function*(items: ReadonlyArray<readonly [variant: number, quantity: number]>, given: object = {}, key: Key = "acmeTest") {
  const made = yield* post(`${shop}/carts`, {
    email: `${randomUUID()}@customers.example`, items: items.map(([variant_id, quantity]) => ({ variant_id, quantity })), ...given
  }, key)
  assert.strictEqual(made.status, 201, made.text)
  return made.json
})

export const checkout = (id: number, given: object = { payment_method: "pm_card_visa" }, key: Key = "acmeTest") =>
  post(`${shop}/carts/${id}/checkout`, given, key)

export const cartOf = (id: number, key: Key = "acmeTest") => read(`${shop}/carts/${id}`, key)

/** An order once it is no longer open. */
export const ended = (id: number, key: Key = "acmeTest") => eventually(read(`/orders/${id}`, key), ({ state }) => state !== "open", 30_000)

/** What is in stock of a variant. */
export const stockOf = Effect.fnUntraced(function*(variant: number, key: Key = "acmeTest") {
  const { items } = yield* read(`${shop}/inventory?limit=200&sort=-id`, key)
  const { available, on_hand, reserved } = items.find(({ id }: { readonly id: number }) => id === variant)
  return { available, on_hand, reserved }
})
