import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { publishable } from "../contract/bookings/visiting.ts"
import { json, type Key, send, TestServer } from "../support/test-server.ts"

const call = (method: string, path: string, body?: object, key: Key = "acme") =>
  send(`/ecommerce${path}`, { key, method, ...body === undefined ? {} : json(body) })

const product = Effect.fnUntraced(function*(title: string, amount: number, more: object = {}) {
  const { json, text } = yield* call("POST", "/products", { title, state: "active", variants: [{ prices: [{ currency: "USD", amount }] }], ...more })
  assert.isNumber(json.id, text)
  return json
})

const titlesIn = (id: number) =>
  Effect.map(call("GET", `/products?collection_id=${id}`), ({ json, text }) => json.items?.map(({ title }: any) => title) ?? text)

layer(TestServer, { excludeTestServices: true })("collections", (it) => {
  it.effect("has products by hand, in their order", () =>
    Effect.gen(function*() {
      const [one, two] = [yield* product("One", 100), yield* product("Two", 200, { state: "draft" })]
      const made = yield* call("POST", "/collections", { title: "By hand", product_ids: [two.id, one.id] })
      assert.deepInclude(made.json, { slug: "by-hand", product_ids: [two.id, one.id], rule: null, version: 1 }, made.text)
      const { id } = made.json
      assert.deepStrictEqual(yield* titlesIn(id), ["One", "Two"])
      const less = yield* call("PATCH", `/collections/${id}`, { product_ids: [one.id, two.id] })
      assert.deepInclude(less.json, { product_ids: [one.id, two.id], version: 2 })
      const { headers } = yield* publishable("acme", "live")
      const seen = (yield* send("/ecommerce/collections", { headers })).json.items.find((other: any) => other.id === id)
      assert.deepStrictEqual(seen.product_ids, [one.id])
      assert.strictEqual((yield* call("POST", "/collections", { title: "x", product_ids: [one.id] }, "bolt")).status, 422)
      assert.strictEqual((yield* call("PATCH", `/collections/${id}`, { title: "x" }, "bolt")).status, 404)
      assert.strictEqual((yield* call("POST", "/collections", { title: "x", slug: "by-hand" })).status, 409)
      const rule = { match: "any", conditions: [{ field: "title", contains: "TW" }] }
      assert.strictEqual((yield* call("POST", "/collections", { title: "x", product_ids: [one.id], rule })).status, 422)
      assert.deepInclude((yield* call("PATCH", `/collections/${id}`, { rule })).json, { product_ids: [], rule })
      assert.deepStrictEqual(yield* titlesIn(id), ["Two"])
      assert.strictEqual((yield* call("PATCH", `/collections/${id}`, { product_ids: [one.id] })).status, 422)
      assert.deepInclude((yield* call("PATCH", `/collections/${id}`, { rule: null, product_ids: [one.id] })).json, { product_ids: [one.id], rule: null })
    }))

  it.effect("has products by rule", () =>
    Effect.gen(function*() {
      const cheap = yield* product("Rule cheap", 100, { tags: ["rule"] })
      yield* product("Rule dear", 9_000, { tags: ["rule"], variants: [{ prices: [{ currency: "USD", amount: 9_000 }], track_inventory: false }] })
      yield* product("Rule euro", 1, { tags: ["other"], variants: [{ prices: [{ currency: "EUR", amount: 50 }] }] })
      yield* call("POST", "/inventory/adjustments", { items: [{ variant_id: cheap.variants[0].id, change: 1 }], reason: "Counted" })
      const tag = { field: "tag", value: "rule" }
      const title = { field: "title", contains: "rule" }
      const below = { field: "price_below", currency: "USD", amount: 5_000 }
      const expected: ReadonlyArray<readonly ["all" | "any", ReadonlyArray<object>, ReadonlyArray<string>]> = [
        ["all", [tag], ["Rule cheap", "Rule dear"]],
        ["all", [title], ["Rule cheap", "Rule dear", "Rule euro"]],
        ["all", [title, below], ["Rule cheap"]],
        ["all", [title, { field: "price_above", currency: "USD", amount: 100 }], ["Rule dear"]],
        ["all", [title, { field: "in_stock" }], ["Rule cheap", "Rule dear"]],
        ["any", [tag, { field: "title", contains: "RULE EURO" }], ["Rule cheap", "Rule dear", "Rule euro"]]
      ]
      for (const [match, conditions, titles] of expected) {
        const { json, text } = yield* call("POST", "/collections", { title: "By rule", rule: { match, conditions } })
        assert.deepStrictEqual(yield* titlesIn(json.id), titles, text)
      }
    }))
})
