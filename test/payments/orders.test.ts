import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { json, type Key, send, TestServer } from "../support/test-server.ts"
import { eventsOf, receiptsOf, someone } from "../crm/records.ts"

const place = Effect.fnUntraced(function*(key: Key, given: object, headers: Record<string, string> = {}) {
  const { id: contact_id } = yield* someone(key)
  return yield* send("/orders/", { key, method: "POST", headers, ...json({ contact_id, ...given }) })
})

const item = { description: "Manual", unit_amount: 1_000, quantity: 3 }

layer(TestServer, { excludeTestServices: true })("orders", (it) => {
  it.effect("are placed over an amount, in the company's currency, and told", () =>
    Effect.gen(function*() {
      const made = yield* place("acme", { amount: 125_000 })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json, {
        state: "open", payment_state: "unpaid", amount: 125_000, currency: "USD", lines: [], tax: 0, paid_amount: 0, livemode: true, version: 1
      })
      assert.strictEqual(made.headers.get("location"), `/api/v1/orders/${made.json.id}`)
      assert.deepStrictEqual((yield* send(`/orders/${made.json.id}`, { key: "acme" })).json, made.json)
      assert.deepStrictEqual((yield* eventsOf("acme", "order", made.json.id)).map(({ kind }) => kind), ["order.created"])
      const timeline = yield* send(`/crm/contacts/${made.json.contact_id}/timeline`, { key: "acme" })
      assert.deepInclude(timeline.json.items[0], { kind: "order_placed", object: "order", object_id: made.json.id })
    }))

  it.effect("come to what their lines and the tax rates say, and keep the rates of their day", () =>
    Effect.gen(function*() {
      const rates = [
        { name: "VAT 20 %", country: "GB", percentage: 20 },
        { name: "Books 5 %", country: "GB", category: "books", percentage: 5, inclusive: true },
        { name: "Sales tax", country: "US", region: "NY", percentage: 8.875 }
      ]
      assert.strictEqual((yield* send("/gateway/tax-rates", { key: "acme", method: "PUT", ...json({ rates }) })).status, 200)
      const lines = [item, { ...item, tax_category: "Books", discount: 900 }]
      const made = yield* place("acme", { lines, tax_country: "GB" })
      assert.deepInclude(made.json, { subtotal: 6_000, discount: 900, tax: 700, amount: 5_700 })
      assert.deepStrictEqual(made.json.taxes, [
        { name: "VAT 20 %", percentage: 20, inclusive: false, taxable: 3_000, amount: 600 },
        { name: "Books 5 %", percentage: 5, inclusive: true, taxable: 2_000, amount: 100 }
      ])
      const elsewhere = yield* place("acme", { lines: [item], tax_country: "US", tax_region: "ny" })
      assert.deepInclude(elsewhere.json, { tax: 266, amount: 3_266 })
      assert.deepInclude((yield* place("acme", { lines: [item], tax_country: "US" })).json, { tax: 0, amount: 3_000 })

      assert.strictEqual((yield* send("/gateway/tax-rates", { key: "acme", method: "PUT", ...json({ rates: [] }) })).status, 200)
      assert.deepStrictEqual((yield* send(`/orders/${made.json.id}`, { key: "acme" })).json, made.json)
      const changed = yield* send(`/orders/${made.json.id}`, { key: "acme", method: "PATCH", ...json({ discount: 1_000 }) })
      assert.deepInclude(changed.json, { tax: 0, discount: 1_900, amount: 4_100, version: 2 })
    }))

  it.effect("refuse amounts that mean nothing, each with one clear error", () =>
    Effect.gen(function*() {
      const cases: ReadonlyArray<readonly [object, string]> = [
        [{}, "amount"], [{ amount: 0 }, "amount"], [{ amount: -1 }, "amount"], [{ amount: 1.5 }, "amount"], [{ amount: 1e15 }, "amount"],
        [{ amount: 5, lines: [item] }, "amount"], [{ amount: 5, discount: 1 }, "discount"], [{ lines: [item], discount: 3_001 }, "discount"],
        [{ lines: [{ ...item, discount: 3_001 }] }, "lines[0].discount"], [{ lines: [{ ...item, unit_amount: 0 }] }, "lines"],
        [{ amount: 5, currency: "XYZ" }, "currency"], [{ amount: 5, contact_id: 999_999 }, "contact_id"]
      ]
      for (const [given, field] of cases) {
        const refused = yield* place("acme", given)
        assert.include([400, 422], refused.status, JSON.stringify(given))
        assert.strictEqual(refused.json.details[0].field, field, refused.text)
      }
    }))

  it.effect("of live and of test keys never meet", () =>
    Effect.gen(function*() {
      const live = yield* place("acme", { amount: 100 })
      const test = yield* place("acmeTest", { amount: 200 })
      assert.deepStrictEqual([live.json.livemode, test.json.livemode], [true, false])
      assert.strictEqual((yield* send(`/orders/${test.json.id}`, { key: "acme" })).status, 404)
      assert.strictEqual((yield* send(`/orders/${live.json.id}`, { key: "acmeTest" })).status, 404)
      const listed = yield* send("/orders/?limit=200", { key: "acmeTest" })
      assert.isTrue(listed.json.items.every(({ livemode }: { livemode: boolean }) => !livemode))
      assert.strictEqual((yield* send(`/orders/${live.json.id}`, { key: "bolt" })).status, 404)
    }))

  it.effect("are made once for each key", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acme")
      const once = (amount: number) =>
        send("/orders/", { key: "acme", method: "POST", headers: { "idempotency-key": "order-1" }, ...json({ contact_id, amount }) })
      const [first, again] = [yield* once(100), yield* once(100)]
      assert.deepStrictEqual([again.json, again.headers.get("idempotent-replayed")], [first.json, "true"])
      assert.strictEqual((yield* once(200)).status, 409)
    }))

  it.effect("end with being cancelled, once", () =>
    Effect.gen(function*() {
      const made = yield* place("acme", { amount: 100 })
      const cancel = send(`/orders/${made.json.id}/cancel`, { key: "acme", method: "POST" })
      const ended = yield* cancel
      assert.deepInclude(ended.json, { state: "cancelled", version: 2 })
      assert.deepStrictEqual((yield* cancel).json, ended.json)
      assert.deepStrictEqual((yield* eventsOf("acme", "order", made.json.id)).map(({ kind }) => kind), ["order.created", "order.cancelled"])
      const changed = yield* send(`/orders/${made.json.id}`, { key: "acme", method: "PATCH", ...json({ amount: 5 }) })
      assert.strictEqual(changed.status, 409)
      assert.strictEqual((yield* receiptsOf("acme", "order", made.json.id)).length, 2)
    }))
})
