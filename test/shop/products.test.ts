import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hosted, publishable } from "../contract/bookings/visiting.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, json, type Key, send, TestServerWith } from "../support/test-server.ts"
import { keptCountsAreExact } from "../support/kept-counts.ts"
import { SqlClient } from "effect/sql"

const prices = [{ currency: "USD", amount: 4_900 }]
const call = (method: string, path: string, body?: object, key: Key = "acme", headers: Record<string, string> = {}) =>
  send(`/ecommerce${path}`, { key, method, headers, ...body === undefined ? {} : json(body) })

const made = Effect.fnUntraced(function*(body: object, key?: Key) {
  const { json, status, text } = yield* call("POST", "/products", { variants: [{ prices }], ...body }, key)
  assert.strictEqual(status, 201, text)
  return json
})

const shirt = {
  title: "Shirt", state: "active", tags: ["clothing", "cotton"],
  options: [{ name: "Colour", values: ["Red", "Blue"] }, { name: "Size", values: ["S", "M"] }],
  variants: [
    { sku: "SHIRT-RS", options: ["Red", "S"], prices }, { sku: "SHIRT-RM", options: ["Red", "M"], prices }, { sku: "SHIRT-BS", options: ["Blue", "S"], prices }
  ]
}

const eventsOf = (id: number) => Effect.flatMap(OwnerSql, (sql) => Effect.orDie(sql<{ kind: string; data: any }>`
  select kind, data from events where kind like 'product.%' and data->'object'->>'id' = ${String(id)} order by id`))

const adjust = (variant_id: number, change: number, key: Key = "acme") =>
  call("POST", "/inventory/adjustments", { items: [{ variant_id, change }], reason: "Counted" }, key)

layer(TestServerWith({ trustedProxies: 1 }), { excludeTestServices: true })("products", (it) => {
  it.effect("has one variant without options, a slug of its title, and belongs to its company alone", () =>
    Effect.gen(function*() {
      const mug = yield* made({ title: " Große Tasse, 350 ml " })
      assert.deepInclude(mug, { title: "Große Tasse, 350 ml", slug: "grosse-tasse-350-ml", state: "draft", version: 1, tags: [], options: [], media: [] })
      assert.lengthOf(mug.variants, 1)
      assert.deepInclude(mug.variants[0], {
        sku: null, title: "", options: [], active: true, track_inventory: true, requires_shipping: true, backorder_limit: 0,
        on_hand: 0, reserved: 0, available: 0, prices: [{ currency: "USD", amount: 4_900, compare_at_amount: null, from_quantity: 1 }]
      })
      assert.strictEqual((yield* made({ title: "Große Tasse 350 ml" })).slug, "grosse-tasse-350-ml-2")
      assert.strictEqual((yield* made({ title: "日本" })).slug, "product")
      assert.deepStrictEqual((yield* call("GET", `/products/${mug.id}`)).json, mug)
      assert.strictEqual((yield* call("GET", `/products/${mug.id}`, undefined, "bolt")).status, 404)
      const taken = yield* call("POST", "/products", { title: "x", slug: "product", variants: [{ prices }] })
      assert.strictEqual(taken.status, 409, taken.text)
    }))

  it.effect("tells what is wrong with options and variants", () =>
    Effect.gen(function*() {
      const wrong: ReadonlyArray<readonly [object, string, string]> = [
        [{ variants: [{ options: ["Red"], prices }] }, "variants[0].options", "Colour, Size"],
        [{ variants: [{ options: ["Red", "L"], prices }] }, "variants[0].options[1]", "Size is one of S, M"],
        [{ variants: [{ options: ["Red", "S"], prices }, { options: ["Red", "S"], prices }] }, "variants[1].options", "same options"],
        [{ variants: [{ sku: "a", options: ["Red", "S"], prices }, { sku: "A", options: ["Red", "M"], prices }] }, "variants[1].sku", "SKU"],
        [{ options: [], variants: [{ prices }, { prices }] }, "variants[1].options", "same options"],
        [{ options: [{ name: "Size", values: ["S", "s"] }] }, "options[0].values[1]", "already"],
        [{ options: [{ name: "a", values: ["S"] }, { name: "A", values: ["S"] }] }, "options[1].name", "name"],
        [{ media: [{ url: "http://x.example/a.jpg" }] }, "media[0].url", "https"],
        [{ variants: [{ options: ["Red", "S"], prices: [] }] }, "variants[0].prices", ""],
        [{ variants: [{ options: ["Red", "S"], prices: [{ currency: "USD", amount: 4, compare_at_amount: 4 }] }] }, "variants[0].prices[0].compare_at_amount", "more"],
        [{ variants: [] }, "variants", ""],
        [{ options: [{ name: "N", values: Array.from({ length: 101 }, (_, n) => `v${n}`) }] }, "options[0].values", ""]
      ]
      for (const [body, field, words] of wrong) {
        const { json, status, text } = yield* call("POST", "/products", { ...shirt, ...body })
        assert.strictEqual(status, 422, text)
        assert.include(json.details.map(({ field }: any) => field), field, text)
        assert.include(text, words)
      }
    }))

  it.effect("a SKU is one variant's, whatever the case, and the refusal names which", () =>
    Effect.gen(function*() {
      const first = yield* made(shirt, "bolt")
      const { json, status } = yield* call("POST", "/products", { title: "x", variants: [{ sku: "shirt-rm", prices }] }, "bolt")
      assert.strictEqual(status, 409)
      assert.include(json.message, `Variant ${first.variants[1].id} of product ${first.id} has the SKU SHIRT-RM`)
      const ours = yield* made(shirt)
      const other = yield* call("PATCH", `/variants/${ours.variants[0].id}`, { sku: "SHIRT-rm" })
      assert.strictEqual(other.status, 409)
      assert.strictEqual((yield* call("PATCH", `/variants/${ours.variants[0].id}`, { sku: "shirt-rs" })).json.sku, "shirt-rs")
      assert.strictEqual((yield* call("PATCH", `/variants/${ours.variants[0].id}`, { sku: null }, "bolt")).status, 404)
      const races = yield* Effect.all(Array.from({ length: 6 }, () => call("POST", "/products", { title: "Race", variants: [{ sku: "RACE", prices }] })), { concurrency: 6 })
      assert.deepStrictEqual(races.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409], JSON.stringify(races.map(({ text }) => text)))
    }))

  it.effect("changes of variants are changes of the product, and a lost update is refused", () =>
    Effect.gen(function*() {
      const lamp = yield* made({ title: "Lamp", options: [{ name: "Colour", values: ["Red", "Blue"] }], variants: [{ sku: "LAMP-R", options: ["Red"], prices }] })
      const blue = yield* call("POST", `/products/${lamp.id}/variants`, { sku: "LAMP-B", options: ["Blue"], prices })
      assert.strictEqual(blue.status, 201, blue.text)
      assert.deepInclude(blue.json, { product_id: lamp.id, title: "Blue", position: 1, version: 1 })
      assert.strictEqual((yield* call("POST", `/products/${lamp.id}/variants`, { options: ["Blue"], prices })).status, 409)
      assert.strictEqual((yield* call("POST", `/products/${lamp.id}/variants`, { options: ["Green"], prices })).status, 422)
      const changed = yield* call("PATCH", `/variants/${blue.json.id}`, { weight_grams: 500 }, "acme", { "if-match": "\"1\"" })
      assert.deepInclude(changed.json, { weight_grams: 500, version: 2 })
      assert.strictEqual((yield* call("PATCH", `/variants/${blue.json.id}`, { weight_grams: 1 }, "acme", { "if-match": "\"1\"" })).status, 412)
      assert.strictEqual((yield* call("PATCH", `/products/${lamp.id}`, { title: "x" }, "acme", { "if-match": "\"1\"" })).status, 412)

      const renamed = yield* call("PATCH", `/products/${lamp.id}`, { options: [{ name: "Shade", values: ["Blue", "Red"] }, { name: "Size", values: ["S", "L"] }] })
      assert.strictEqual(renamed.status, 409, "both would be the first of the shade")
      const more = yield* call("PATCH", `/products/${lamp.id}`, { options: [{ name: "Size", values: ["S", "L"] }, { name: "colour", values: ["Blue", "Red"] }] })
      assert.deepStrictEqual(more.json.variants.map(({ options, title }: any) => [options, title]), [[["S", "Red"], "S / Red"], [["S", "Blue"], "S / Blue"]], more.text)
      assert.strictEqual((yield* call("PATCH", `/products/${lamp.id}`, { options: [{ name: "Size", values: ["S"] }] })).status, 409)
      const stray = yield* call("PATCH", `/products/${lamp.id}`, { options: [{ name: "Colour", values: ["Blue"] }] })
      assert.deepInclude(stray.json.details[0], { field: "options[0].values" })
      assert.deepStrictEqual((yield* eventsOf(lamp.id)).map(({ data, kind }) => [kind, data.object.version, data.object.variants.length]), [
        ["product.created", 1, 1], ["product.updated", 2, 2], ["product.updated", 3, 2], ["product.updated", 4, 2]
      ])
    }))

  it.effect("is found by any part of title, tag or SKU and by a similar spelling, and sorted", () =>
    Effect.gen(function*() {
      const kettle = yield* made({ title: "Whistling kettle", tags: ["kitchenware"], variants: [{ sku: "KET-0815", prices }] }, "bolt")
      yield* made({ title: "apple peeler", tags: ["kitchenware"] }, "bolt")
      const ids = (query: string) => Effect.map(call("GET", `/products?${query}`, undefined, "bolt"), ({ json, text }) =>
        json.items === undefined ? text : [json.total, ...json.items.map(({ id }: any) => id)])
      for (const search of ["kettle", "WHISTL", "ket-08", "0815 ket", "ettl", "kitchenware whistling", "whisteling ketle", "kitchen ware ketle", "ke"]) {
        assert.include(yield* ids(`search=${encodeURIComponent(search)}`), kettle.id, search)
      }
      assert.deepStrictEqual(yield* ids("search=zzzzzz"), [0])
      const variant = kettle.variants[0].id
      yield* call("PATCH", `/variants/${variant}`, { sku: "NEWSKU" }, "bolt")
      yield* call("PATCH", `/products/${kettle.id}`, { title: "Samovar" }, "bolt")
      assert.deepStrictEqual(yield* ids("search=newsku"), [1, kettle.id])
      assert.deepStrictEqual(yield* ids("search=samovar"), [1, kettle.id])
      assert.deepStrictEqual(yield* ids("search=0815"), [0])
      assert.lengthOf(yield* ids("tag=kitchenware"), 3)
      const { json } = yield* call("GET", "/products?sort=title", undefined, "bolt")
      const titles = json.items.map(({ title }: any) => title.toLowerCase())
      assert.deepStrictEqual(titles, titles.toSorted())
      const page = yield* call("GET", "/products?sort=-title&limit=1", undefined, "bolt")
      const next = yield* call("GET", `/products?sort=-title&limit=1&cursor=${page.json.next_cursor}`, undefined, "bolt")
      assert.deepStrictEqual([page.json, next.json].map(({ items }) => items[0].title.toLowerCase()), titles.toReversed().slice(0, 2))
    }))

  it.effect("is archived and taken back, and kept counts are exact", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const gone = yield* made({ title: "Gone", state: "active" })
      const archived = yield* call("DELETE", `/products/${gone.id}`)
      assert.deepInclude(archived.json, { state: "archived", version: 2 }, archived.text)
      assert.deepInclude((yield* call("DELETE", `/products/${gone.id}`)).json, { state: "archived", version: 2 })
      assert.strictEqual((yield* call("PATCH", `/products/${gone.id}`, { state: "archived" })).status, 422)
      assert.deepInclude((yield* call("PATCH", `/products/${gone.id}`, { state: "active" })).json, { state: "active", version: 3 })
      assert.deepStrictEqual((yield* eventsOf(gone.id)).map(({ kind }) => kind), ["product.created", "product.archived", "product.updated"])
      yield* Effect.provideService(keptCountsAreExact, SqlClient.SqlClient, sql)
      for (const state of ["draft", "active", "archived"]) {
        const [row] = yield* sql`select count(*)::int as n from products where company_id = ${companyIds.acme} and state = ${state}`
        const { json: { items, total } } = yield* call("GET", `/products?state=${state}&limit=200`)
        assert.deepStrictEqual([total, items.length], [row!["n"], row!["n"]], state)
      }
    }))

  it.effect("shows stock of its mode, and lets the limit of backorders follow", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { id, variants: [{ id: variant }] } = yield* made({ title: "Stocked", state: "active" })
      yield* adjust(variant, 5)
      const [level] = yield* sql`update stock_levels set reserved = 3 where variant_id = ${variant} returning livemode, backorder_limit`
      assert.strictEqual(level!["backorder_limit"], 0)
      const stock = (json: any) => [json.variants[0].on_hand, json.variants[0].reserved, json.variants[0].available]
      assert.deepStrictEqual(stock((yield* call("GET", `/products/${id}`)).json), [5, 3, 2])
      assert.strictEqual((yield* call("PATCH", `/variants/${variant}`, { backorder_limit: 4 })).json.backorder_limit, 4)
      yield* sql`update stock_levels set reserved = 8 where variant_id = ${variant}`
      const refused = yield* call("PATCH", `/variants/${variant}`, { backorder_limit: 2 })
      assert.strictEqual(refused.status, 409)
      assert.include(refused.json.message, "3 more are sold than there are")
      assert.deepStrictEqual(yield* sql`select backorder_limit from stock_levels where variant_id = ${variant}`, [{ backorder_limit: 4 }])
      yield* call("PATCH", `/variants/${variant}`, { backorder_limit: 3 })
      assert.deepStrictEqual(yield* sql`select backorder_limit from stock_levels where variant_id = ${variant}`, [{ backorder_limit: 3 }])
      yield* call("PATCH", `/variants/${variant}`, { track_inventory: false })
      assert.deepStrictEqual(stock((yield* call("GET", `/products/${id}`)).json), [null, null, null])
    }))

  it.effect("visitors see what is for sale and what is available of it", () =>
    Effect.gen(function*() {
      const seen = yield* made({ ...shirt, title: "Seen", variants: shirt.variants.map((one, n) => ({ ...one, sku: null, active: n !== 1 })) })
      const draft = yield* made({ title: "Draft" })
      yield* adjust(seen.variants[0].id, 7)
      yield* hosted("acme", "shop.seen.test")
      const { headers } = yield* publishable("acme", "live")
      for (const how of [headers, { "x-forwarded-host": "shop.seen.test" }]) {
        const { json } = yield* send(`/ecommerce/products/${seen.id}`, { headers: how })
        assert.deepStrictEqual(json.variants.map(({ available, id, on_hand, reserved }: any) => [id, on_hand, reserved, available]), [
          [seen.variants[0].id, null, null, 7], [seen.variants[2].id, null, null, 0]
        ])
        assert.strictEqual((yield* send(`/ecommerce/products/${draft.id}`, { headers: how })).status, 404)
        const { json: { items, total } } = yield* send("/ecommerce/products?limit=200", { headers: how })
        assert.strictEqual(items.length, total)
        assert.isTrue(items.every(({ state }: any) => state === "active"))
        assert.strictEqual((yield* send("/ecommerce/products?state=draft", { headers: how })).json.total, 0)
        assert.strictEqual((yield* send("/ecommerce/products?search=draft", { headers: how })).json.total, 0)
      }
      const other = yield* publishable("bolt", "live")
      assert.strictEqual((yield* send(`/ecommerce/products/${seen.id}`, { headers: other.headers })).status, 404)
    }))
})
