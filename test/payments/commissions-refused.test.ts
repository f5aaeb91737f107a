import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { member } from "../crm/records.ts"
import { OwnerSql } from "../support/database.ts"
import { json, send, TestServer } from "../support/test-server.ts"
import { booksAreRight, held, invoice, order, pay, post, read } from "./paying.ts"
import { commissionsOf, payOut, putRules, setRules, share, tenPercent } from "./selling.ts"

const seller = member("acmeTest")

layer(TestServer, { excludeTestServices: true })("commissions", (it) => {
  it.effect("refuse rules that leave a doubt, or name a user that there is not", () =>
    Effect.gen(function*() {
      yield* setRules([tenPercent])
      const strange = yield* member("bolt")
      const tiers = { name: "Tiers", earns: share([0, 100], [1_000, 200]) }
      const refused: ReadonlyArray<readonly [rules: ReadonlyArray<object>, field: string]> = [
        [[tenPercent, tenPercent], "rules[1]"],
        [[{ ...tenPercent, category: "Books" }, { ...tenPercent, category: "books" }], "rules[1]"],
        [[tiers], "rules[0].currency"],
        [[{ name: "Fixed", earns: { type: "fixed", amount: 5 } }], "rules[0].currency"],
        [[{ ...tenPercent, seller_id: strange }], "rules[0].seller_id"],
        [[{ ...tenPercent, seller_id: 999_999_999 }], "rules[0].seller_id"]
      ]
      for (const [rules, field] of refused) {
        const { json: { code, details }, status, text } = yield* putRules(rules)
        assert.deepStrictEqual([status, code, details[0].field], [422, "validation_error", field], text)
      }
      for (const earns of [{ type: "share", tiers: [] }, { type: "gift" }, share([0, 10_001]), share([5, 1]), { type: "fixed", amount: 1.5 }]) {
        assert.strictEqual((yield* putRules([{ name: "Bad", currency: "USD", earns }])).status, 422, JSON.stringify(earns))
      }
      assert.deepStrictEqual((yield* read("/gateway/commissions/rules")).items.map(({ name }: any) => name), ["Ten percent"])
      const again = yield* putRules([{ ...tenPercent, seller_id: null, category: null, currency: null }])
      assert.deepStrictEqual(again.json.rules, (yield* read("/gateway/commissions/rules")).items, "the same rules are the same")
    }))

  it.effect("keep modes and companies apart: rules, sellers, lists and payouts", () =>
    Effect.gen(function*() {
      const seller_id = yield* seller
      yield* setRules([tenPercent])
      yield* setRules([{ name: "Live", earns: share([0, 2_000]) }], "acme")
      yield* pay({ amount: 1_000, seller_id })
      assert.strictEqual((yield* payOut(seller_id, {}, "acme")).status, 409)
      yield* pay({ amount: 1_000, seller_id }, "acme")
      const [test, live] = [yield* commissionsOf(seller_id), yield* commissionsOf(seller_id, "", "acme")]
      assert.deepStrictEqual([test, live].map((rows) => rows.map(({ amount, livemode }) => [amount, livemode])), [[[100, false]], [[200, true]]])
      assert.deepStrictEqual(yield* commissionsOf(seller_id, "", "bolt"), [])
      const before = yield* held("acme")
      assert.deepInclude((yield* payOut(seller_id)).json, { amount: 100 })
      assert.deepStrictEqual(yield* held("acme"), before)
      assert.strictEqual((yield* payOut(seller_id)).status, 409)
      assert.deepInclude((yield* payOut(seller_id, {}, "acme")).json, { amount: 200, livemode: true })
      assert.strictEqual((yield* payOut(seller_id, {}, "bolt")).status, 404)
      yield* setRules([], "acme")
      assert.deepStrictEqual([(yield* read("/gateway/commissions/rules", "acme")).total, (yield* read("/gateway/commissions/rules")).total], [0, 1])
      yield* booksAreRight
    }))

  it.effect("refuse sellers of other companies, and others than the order's or invoice's", () =>
    Effect.gen(function*() {
      const [own, other, strange] = [yield* seller, yield* seller, yield* member("bolt")]
      const sold = yield* order({ amount: 1_000, seller_id: own })
      const { contact_id } = sold
      const line = [{ description: "Manual", unit_amount: 100 }]
      const refused = [
        yield* post("/orders/", { contact_id, amount: 1, seller_id: strange }),
        yield* send(`/orders/${sold.id}`, { key: "acmeTest", method: "PATCH", ...json({ seller_id: strange }) }),
        yield* post("/gateway/invoices", { contact_id, lines: line, seller_id: strange }),
        yield* post("/gateway/invoices", { order_id: sold.id, seller_id: other }),
        yield* pay({ amount: 1, seller_id: strange }),
        yield* pay({ order_id: sold.id, seller_id: other }),
        yield* pay({ invoice_id: (yield* invoice({ lines: line })).id, seller_id: other }),
        yield* payOut(own, { currency: "XXQ" }), yield* payOut(own, { until: "yesterday" })
      ]
      for (const { json: { code }, status, text } of refused) assert.deepStrictEqual([status, code], [422, "validation_error"], text)
      for (const whose of [strange, 999_999_999]) assert.strictEqual((yield* payOut(whose)).status, 404)
      const moved = yield* send(`/orders/${sold.id}`, { key: "acmeTest", method: "PATCH", ...json({ seller_id: other }) })
      assert.strictEqual(moved.json.seller_id, other)
      assert.deepInclude((yield* pay({ order_id: sold.id, seller_id: other })).json, { seller_id: other, state: "succeeded" })
      assert.strictEqual((yield* read(`/orders/?seller_id=${other}`)).total, 1)
    }))

  it.effect("are paid out after consent, by a person who proved again who they are, and also to somebody who has left", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const seller_id = yield* seller
      yield* setRules([tenPercent], "acme")
      yield* pay({ amount: 1_000, seller_id }, "acme")
      const asked = yield* payOut(seller_id, {}, "cautious")
      assert.deepStrictEqual([asked.status, asked.json.code], [428, "confirmation_required"], asked.text)
      const refused = yield* payOut(seller_id, {}, "owner")
      assert.deepStrictEqual([refused.status, refused.json.code], [403, "step_up_required"], refused.text)
      yield* sql`update users set removed_at = now() where id = ${seller_id}`
      assert.deepInclude((yield* payOut(seller_id, {}, "acme")).json, { amount: 100 })
      assert.strictEqual((yield* putRules([{ ...tenPercent, seller_id }], "acme")).status, 422)
      yield* booksAreRight
    }))

  it.effect("stay away from declined and canceled payments, and come with captures", () =>
    Effect.gen(function*() {
      const seller_id = yield* seller
      yield* setRules([tenPercent])
      yield* pay({ amount: 1_000, seller_id, payment_method: "pm_card_chargeDeclined" })
      const waiting = yield* pay({ amount: 1_000, seller_id, capture: false })
      assert.deepStrictEqual(yield* commissionsOf(seller_id), [])
      yield* post(`/gateway/payments/${waiting.json.id}/capture`, { amount: 400 })
      assert.deepStrictEqual((yield* commissionsOf(seller_id)).map(({ amount, base_amount }) => [base_amount, amount]), [[400, 40]])
      const key = { "idempotency-key": "payout" }
      const [first, again] = [
        yield* post("/gateway/commissions/payouts", { seller_id }, "acmeTest", key), yield* post("/gateway/commissions/payouts", { seller_id }, "acmeTest", key)
      ]
      assert.deepStrictEqual([first.status, again.status, again.text], [201, 201, first.text])
      yield* booksAreRight
    }))
})
