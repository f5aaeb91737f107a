import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { post, read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, json, type Key, keys, send } from "../support/test-server.ts"

export const carts = "/ecommerce/carts"

let turn = 0

interface Given {
  readonly product?: object
  readonly stock?: number
  readonly [column: string]: unknown
}

const made = Effect.fnUntraced(function*({ product = {}, stock = 50, ...variant }: Given, key: Key) {
  const sql = yield* OwnerSql
  const company_id = companyIds[keys[key].company]
  const name = `Mug ${turn++}`
  const [item] = yield* sql<{ id: number }>`insert into products ${sql.insert({
    company_id, state: "active", title: name, slug: name.toLowerCase().replace(" ", "-"), tags: [], tax_category: "standard", options: "[]", media: "[]", search_text: "",
    ...product
  })} returning id`
  const prices = JSON.stringify([["USD", 1_000], ["EUR", 900]].map(([currency, amount]) => ({ currency, amount, compare_at_amount: null, from_quantity: 1 })))
  const [row] = yield* sql<{ id: number }>`insert into variants ${sql.insert({
    company_id, product_id: item!.id, title: "", options: [], position: 0, prices, weight_grams: 500, requires_shipping: true, track_inventory: true,
    backorder_limit: 0, ...variant
  })} returning id`
  yield* sql`insert into stock_levels (company_id, variant_id, location_id, livemode, on_hand)
    select ${company_id}, ${row!.id}, min(id), ${keys[key].mode === "live"}, ${stock} from locations where company_id = ${company_id} and active`
  return { variant_id: row!.id, product_id: item!.id, name }
})

/** A variant of a product of its own, for 10 USD and 9 EUR of which 50 lie in the first location, unless told. */
export const goods = (given: Given = {}, key: Key = "acmeTest") => Effect.orDie(made(given, key))

export const cart = Effect.fnUntraced(function*(given: object = {}, key: Key = "acmeTest") {
  const made = yield* post(carts, { currency: "USD", ...given }, key)
  assert.strictEqual(made.status, 201, made.text)
  return made.json
})

export const discount = Effect.fnUntraced(function*(given: object = {}, key: Key = "acmeTest") {
  const made = yield* post("/ecommerce/discounts", { title: "Welcome", currency: "USD", takes_off: { type: "percent", percentage: 10 }, ...given }, key)
  assert.strictEqual(made.status, 201, made.text)
  return made.json
})

export const put = (path: string, body: object, key: Key = "acmeTest", headers: Record<string, string> = {}) =>
  send(path, { key, method: "PUT", headers, ...json(body) })

export const ratesOf = Effect.fnUntraced(function*(rates: ReadonlyArray<object>, key: Key = "acmeTest") {
  const all = rates.map((rate) => ({ name: "Standard", zone: "All", currency: "USD", bands: [{ from: 0, amount: 490 }], ...rate }))
  const set = yield* put("/ecommerce/shipping/rates", { rates: all }, key)
  assert.strictEqual(set.status, 200, set.text)
  return set.json.rates
})

export const readCart = (id: number, key: Key = "acmeTest") => read(`${carts}/${id}`, key)
