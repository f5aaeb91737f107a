import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { tellOfAbandonedCarts } from "#layers/shop/abandoned-carts"
import { Discounts } from "#layers/shop/discounts"
import type { DiscountId } from "#schemas/shop/ids"
import { publishable } from "../contract/bookings/visiting.ts"
import { someone } from "../crm/records.ts"
import { booked } from "../payments/booking.ts"
import { post, read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { json, type Key, send, TestServer } from "../support/test-server.ts"
import { cart, carts, discount, goods, put, ratesOf, readCart } from "./carting.ts"

const toldOf = (id: number, key: Key) =>
  Effect.flatMap(OwnerSql, (sql) => Effect.map(sql<{ data: any }>`select data from events where kind = 'cart.abandoned' and company_id = 1
    and livemode = ${key === "acme"} and data -> 'object' ->> 'id' = ${String(id)}`, (rows) => rows.map(({ data }) => data.object)))

layer(TestServer, { excludeTestServices: true })("carts of people", (it) => {
  it.effect("are a visitor's own: seen and changed by nobody else but the company, and taken over by it for a contact", () =>
    Effect.gen(function*() {
      const { variant_id } = yield* goods()
      const { variant_id: draft } = yield* goods({ product: { state: "draft" } })
      const key = yield* publishable("acme", "test")
      const made = yield* send(carts, { method: "POST", headers: key.headers, ...json({ currency: "USD", items: [{ variant_id, quantity: 2 }] }) })
      assert.strictEqual(made.status, 201, made.text)
      const { id } = made.json
      const own = { ...key.headers, "x-service-visitor": made.headers.get("x-service-visitor")! }
      const items = (body: object, headers: Record<string, string>) => send(`${carts}/${id}/items`, { method: "PUT", headers, ...json(body) })
      assert.deepStrictEqual((yield* send(`${carts}/${id}`, { headers: own })).json, made.json)
      for (const path of ["", "/explain"]) assert.strictEqual((yield* send(`${carts}/${id}${path}`, { headers: key.headers })).status, 404)
      assert.strictEqual((yield* items({ items: [] }, key.headers)).status, 404)
      assert.strictEqual((yield* send(`${carts}/${id}/discount`, { method: "PUT", headers: key.headers, ...json({ codes: [] }) })).status, 404)
      const hidden = yield* items({ items: [{ variant_id: draft, quantity: 1 }] }, own)
      assert.deepStrictEqual([hidden.status, hidden.json.details[0].error], [422, "there is no such variant"])
      const { id: contact_id } = yield* someone("acmeTest")
      assert.strictEqual((yield* items({ items: [], contact_id }, own)).json.details[0].field, "contact_id")
      assert.strictEqual((yield* items({ items: [{ variant_id, quantity: 3 }], email: "v@x.example" }, own)).json.amount, 3_000)
      const quoted = yield* send("/ecommerce/shipping/quote", { method: "POST", headers: key.headers, ...json({ cart_id: id }) })
      assert.deepStrictEqual([quoted.status, quoted.json.details?.[0].error], [422, "there is no such cart. It is for the visitor who made it alone: send back the X-Service-Visitor that the answer which made it brought."])
      assert.include((yield* send(`${carts}/${id}`, { headers: key.headers })).json.message, "send back the X-Service-Visitor")
      assert.strictEqual((yield* send(`${carts}/999999`, { headers: own })).json.message, "There is no such cart.")
      const theirs = yield* cart({ contact_id, merge_cart_ids: [id] })
      assert.deepInclude(theirs, { contact_id, email: "v@x.example", amount: 3_000 })
      assert.deepStrictEqual([(yield* send(`${carts}/${id}`, { headers: own })).json.state, (yield* send(`${carts}/${theirs.id}`, { headers: own })).status], ["merged", 404])
      assert.strictEqual((yield* send(carts, { key: "cautiousTest", method: "POST", ...json({}) })).status, 201)
    }))

  it.effect("are told of once where they were left for hours and somebody can be reached", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      for (const key of ["acme", "acmeTest"] as const) {
        const { variant_id } = yield* goods({}, key)
        const items = [{ variant_id, quantity: 1 }]
        const { id: contact_id } = yield* someone(key)
        const made = [
          yield* cart({ items, email: "left@x.example" }, key), yield* cart({ items, contact_id }, key), yield* cart({ items, email: "now@x.example" }, key),
          yield* cart({ items }, key), yield* cart({ email: "empty@x.example" }, key)
        ].map(({ id }) => id)
        const ages = [3, 3, 2.9, 3, 3]
        for (const [place, id] of made.entries()) {
          yield* sql`update carts set expires_at = company_now(livemode) + interval '30 days' - make_interval(hours => 0, mins => ${ages[place]! * 60}) where id = ${id}`
        }
        const tell = yield* tellOfAbandonedCarts
        assert.strictEqual(yield* tell, 2, key)
        assert.strictEqual(yield* tell, 0)
        for (const [place, id] of made.entries()) {
          const told = yield* toldOf(id, key)
          assert.deepStrictEqual(told.map(({ id, state, version }: any) => [id, state, version]), place < 2 ? [[id, "open", 1]] : [])
        }
        assert.strictEqual((yield* readCart(made[0]!, key)).version, 1)
      }
    }))

  it.effect("have discounts that are made once, count their uses by mode, and are refused where they make no sense", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { product_id } = yield* goods()
      const made = yield* discount({ code: "Summer", applies_to: { product_ids: [product_id] }, usage_limit: 5, ends_at: "2099-01-01T00:00:00+01:00" })
      assert.deepInclude(made, {
        code: "Summer", used: 0, active: true, version: 1, currency: "USD", ends_at: "2098-12-31T23:00:00.000Z", combines_with: [],
        applies_to: { product_ids: [product_id], collection_ids: [] }, takes_off: { type: "percent", percentage: 10 }
      })
      yield* sql`insert into discount_uses (company_id, discount_id, livemode, contact_id, used, most) values (1, ${made.id}, true, 0, 3, 5)`
      const listed = (key: Key) => Effect.map(send("/ecommerce/discounts?code=SUMMER", { key }), ({ json }) => json.items)
      assert.deepStrictEqual(yield* listed("acmeTest"), [made])
      assert.deepStrictEqual(yield* listed("acme"), [{ ...made, used: 3 }])
      assert.deepStrictEqual(yield* listed("bolt"), [])
      const { product_id: foreign } = yield* goods({}, "bolt")
      const wrong: ReadonlyArray<readonly [number, string, object]> = [
        [409, "code", { code: "SUMMER" }],
        [422, "code", { code: "two words" }],
        [422, "applies_to.product_ids", { applies_to: { product_ids: [foreign] } }],
        [422, "applies_to.product_ids", { applies_to: { product_ids: [], collection_ids: [] } }],
        [422, "takes_off.get.collection_ids", { takes_off: { type: "buy_x_get_y", buy_quantity: 1, get_quantity: 1, get: { collection_ids: [999_999_999] } } }],
        [422, "ends_at", { starts_at: "2030-01-02T00:00:00Z", ends_at: "2030-01-01T00:00:00Z" }],
        [422, "applies_to", { takes_off: { type: "free_shipping" }, applies_to: { product_ids: [product_id] } }],
        [422, "takes_off.percentage", { takes_off: { type: "percent", percentage: 0 } }],
        [422, "takes_off.percentage", { takes_off: { type: "percent", percentage: 100.5 } }],
        [422, "usage_limit", { usage_limit: 0 }]
      ]
      for (const [status, field, given] of wrong) {
        const refused = yield* post("/ecommerce/discounts", { title: "Wrong", currency: "USD", takes_off: { type: "percent", percentage: 10 }, ...given })
        assert.deepStrictEqual([refused.status, refused.json.details?.[0].field], [status, field], refused.text)
      }
      assert.strictEqual((yield* post("/ecommerce/discounts", { title: "Cheap", takes_off: { type: "free_shipping" } }, "starter")).status, 403)
    }))

  it.effect("use a discount no more often than it can be used, however many do at once, and give uses back", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const [one, two] = [yield* discount({ code: "FIVE", usage_limit: 5 }), yield* discount({ code: "MINE", usage_limit_per_contact: 1 })]
      const [grace, ada] = [(yield* someone("acme")).id, (yield* someone("acme")).id]
      const use = (ids: ReadonlyArray<DiscountId>, contact: typeof grace | null) => Effect.exit(booked(Discounts.use((discounts) => discounts.use(ids, contact))))
      const ends = yield* Effect.forEach(Array.from({ length: 20 }), (_, n) => use(n % 2 === 0 ? [one.id, two.id] : [two.id, one.id], null), { concurrency: "unbounded" })
      assert.strictEqual(ends.filter(({ _tag }) => _tag === "Success").length, 5)
      const counts = () => sql`select discount_id, contact_id, used from discount_uses where discount_id = any(${[one.id, two.id]}::bigint[]) order by 1, 2`
      assert.deepStrictEqual(yield* counts(), [{ discount_id: one.id, contact_id: 0, used: 5 }, { discount_id: two.id, contact_id: 0, used: 5 }])
      const own = yield* Effect.forEach([grace, grace, ada, grace], (contact) => use([two.id], contact), { concurrency: "unbounded" })
      assert.deepStrictEqual(own.filter(({ _tag }) => _tag === "Success").length, 2, "once for each contact")
      yield* booked(Discounts.use((discounts) => discounts.giveBack([one.id, two.id], grace)))
      assert.deepStrictEqual((yield* counts()).map(({ used }) => used), [4, 6, 0, 1])
      assert.strictEqual((yield* use([two.id, one.id], grace))._tag, "Success")
    }))

  it.effect("have shipping rates that are set whole, keep their ids, and are quoted cheapest first", () =>
    Effect.gen(function*() {
      const { variant_id } = yield* goods()
      const { items: [main] } = yield* read("/ecommerce/locations")
      const { json: { locations } } = yield* put("/ecommerce/locations", { locations: [{ id: main.id, name: "Shop", pickup: true }, { name: "Cellar" }] })
      const [shop, cellar] = locations
      const set = yield* ratesOf([
        { countries: ["GB"], zone: "Britain", name: "Fast", bands: [{ from: 0, amount: 900 }], delivery_days: 1 },
        { countries: ["GB"], zone: "Britain" },
        { by: "pickup", name: "Fetch", bands: [{ from: 0, amount: 0 }], location_id: shop.id },
        { countries: ["GB"], currency: "EUR" }
      ])
      const again = yield* ratesOf([{ ...set[1], bands: [{ from: 0, amount: 590 }] }, { ...set[2] }, { ...set[0] }])
      assert.deepStrictEqual(again.map(({ id }: any) => id), [set[0].id, set[1].id, set[2].id])
      const quote = (body: object) => post("/ecommerce/shipping/quote", body)
      const answer = yield* quote({ items: [{ variant_id, quantity: 1 }], currency: "USD", address: { country: "GB" } })
      assert.deepStrictEqual([answer.status, answer.json], [200, {
        currency: "USD", requires_shipping: true, rates: [
          { shipping_rate_id: set[2].id, name: "Fetch", zone: "All", amount: 0, location_id: shop.id, delivery_days: null },
          { shipping_rate_id: set[1].id, name: "Standard", zone: "Britain", amount: 590, location_id: null, delivery_days: null },
          { shipping_rate_id: set[0].id, name: "Fast", zone: "Britain", amount: 900, location_id: null, delivery_days: 1 }
        ]
      }])
      const { id } = yield* cart({ items: [{ variant_id, quantity: 1 }], shipping_address: { line1: "1", city: "Leeds", country: "GB" } })
      assert.deepStrictEqual((yield* quote({ cart_id: id })).json, answer.json)
      assert.strictEqual((yield* quote({ cart_id: id, address: { country: "NO" } })).json.rates.length, 1)
      assert.strictEqual((yield* quote({})).status, 422)
      const wrong: ReadonlyArray<readonly [string, object]> = [
        ["rates[0].id", { id: 999_999_999 }], ["rates[0].location_id", { by: "pickup", location_id: cellar.id }], ["rates[0].location_id", { by: "pickup" }],
        ["rates[0].location_id", { location_id: shop.id }], ["rates[0].location_id", { by: "pickup", location_id: 999_999_999 }],
        ["rates[0].regions", { regions: ["Wales"] }], ["rates[0].bands", { bands: [{ from: 5, amount: 1 }] }], ["rates[0].bands", { bands: [] }],
        ["rates[0].bands", { by: "weight", bands: [{ from: 5, amount: 1 }, { from: 5, amount: 2 }] }], ["rates[0].countries[0]", { countries: ["XX"] }]
      ]
      for (const [field, given] of wrong) {
        const refused = yield* put("/ecommerce/shipping/rates", { rates: [{ name: "x", zone: "x", currency: "USD", bands: [{ from: 0, amount: 1 }], ...given }] })
        assert.deepStrictEqual([refused.status, refused.json.details?.[0].field], [422, field], refused.text)
      }
    }))
})
