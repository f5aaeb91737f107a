import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { member } from "../crm/records.ts"
import { advance, DAY_MS, instant, nowOf, ready } from "../support/test-clock.ts"
import { json, type Key, send, TestServer } from "../support/test-server.ts"
import { invoice, order, pay, post, read } from "./paying.ts"
import { commissionsOf, payOut, setRules, share } from "./selling.ts"
import { plan, subscribe } from "./subscribing.ts"

const explain = (query: string, key: Key = "acmeTest") => send(`/gateway/explain?${query}`, { key })
const texts = ({ json: { steps } }: { readonly json: any }): ReadonlyArray<string> => steps.map(({ text }: any) => text)

layer(TestServer, { excludeTestServices: true })("explanations", (it) => {
  it.effect("of commissions tell the payment, the tiers, the rounding, what went back and what was paid out", () =>
    Effect.gen(function*() {
      const seller_id = yield* member("acmeTest")
      yield* setRules([{ name: "Tiers", currency: "USD", earns: share([0, 333], [1_000, 777]) }])
      const made = yield* order({ amount: 1_505, seller_id })
      const paid = yield* pay({ order_id: made.id, amount: 501 })
      yield* pay({ order_id: made.id })
      yield* post(`/gateway/payments/${paid.json.id}/refunds`, { amount: 250 })
      yield* payOut(seller_id)
      const [first, second] = yield* commissionsOf(seller_id)
      const one = yield* explain(`object=commission&object_id=${first.id}`)
      assert.deepInclude(one.json, { object: "commission", amount: 17, currency: "USD" }, one.text)
      const refund = (yield* read(`/gateway/refunds?payment_id=${paid.json.id}`)).items[0].id
      assert.deepStrictEqual(texts(one), [
        `Payment ${paid.json.id} came to 5.01 USD, with tax.`,
        "Without tax, 5.01 USD of it falls under the rule \"Tiers\".",
        "The seller had sold 0.00 USD before in that month.",
        "3.33 % of 5.01 USD is 0.166833 USD.",
        "Rounded, that is 0.17 USD.",
        `Refund ${refund} gave back 2.50 USD of the payment, and with it 0.08 USD of the commission: 0.09 USD is left.`,
        `0.09 USD of it was paid out, first by payout ${first.payout_id}.`
      ])
      assert.deepStrictEqual(texts(yield* explain(`object=commission&object_id=${second.id}`)).slice(2, -1), [
        "The seller had sold 5.01 USD before in that month.",
        "3.33 % of 4.99 USD is 0.166167 USD.",
        "7.77 % of 5.05 USD is 0.392385 USD.",
        "With 0.166833 USD of earlier parts of the sale it is 0.725385 USD, rounded 0.73 USD; 0.17 USD of that was told before, which leaves 0.56 USD."
      ])
      assert.strictEqual(second.amount, 56)

      yield* setRules([{ name: "A thousand yen", currency: "JPY", earns: { type: "fixed", amount: 1_000 } }])
      const sold = yield* order({ amount: 30_000, currency: "JPY", seller_id })
      for (const amount of [10_000, 20_000]) yield* pay({ order_id: sold.id, amount })
      const [, part] = yield* commissionsOf(seller_id, "&currency=JPY")
      assert.deepStrictEqual(texts(yield* explain(`object=commission&object_id=${part.id}`)).slice(2), [
        "The rule gives 1000 JPY for the whole sale, which comes to 30000 JPY without tax.",
        "Of that 30000 JPY is paid now, which makes 1000 JPY so far.",
        "Earlier parts made 333 JPY, which leaves 667 JPY."
      ])
    }))

  it.effect("of invoice lines tell price, discounts and the tax that falls on them", () =>
    Effect.gen(function*() {
      yield* send("/gateway/tax-rates", { key: "acme", method: "PUT", ...json({ rates: [{ name: "VAT 20 %", country: "GB", percentage: 20 }] }) })
      const made = yield* invoice({
        tax_country: "GB", discount: 300,
        lines: [{ description: "Manual", unit_amount: 1_000, quantity: 3, discount: 100 }, { description: "Stamp", unit_amount: 100, tax_category: "none" }]
      })
      const first = yield* explain(`object=invoice&object_id=${made.id}`)
      assert.deepInclude(first.json, { object: "invoice_line", amount: 2_900, currency: "USD" })
      assert.deepStrictEqual(texts(first), [
        "3 times 10.00 USD is 30.00 USD.",
        "Less a discount of 1.00 USD on the line it is 29.00 USD.",
        "Of the invoice's own discount of 3.00 USD, 2.90 USD falls on the line in proportion to what it costs.",
        "All lines of VAT 20 % together come to 26.10 USD without tax; 20 % of that is 5.22 USD, rounded once.",
        "Of that 5.22 USD falls on the line, which is added to the invoice."
      ])
      assert.strictEqual(texts(yield* explain(`object=invoice&object_id=${made.id}&line=2`)).at(-1), "No tax rate is set for it, so that it is not taxed.")
      assert.strictEqual((yield* explain(`object=invoice&object_id=${made.id}&line=3`)).status, 422)
    }))

  it.effect("of subscriptions tell for how long each price held, and what each change added", () =>
    Effect.gen(function*() {
      const [{ id }, { id: larger }] = [yield* plan(), yield* plan({ amount: 5_000 })]
      const made = yield* subscribe(id)
      yield* advance({ to: instant((yield* nowOf()) + 10 * DAY_MS) })
      yield* ready()
      const changed = yield* post(`/gateway/subscriptions/${made.id}/change`, { plan_id: larger })
      assert.strictEqual(changed.status, 200, changed.text)
      const { json: told } = yield* explain(`object=subscription&object_id=${made.id}`)
      const { pending_amount } = yield* read(`/gateway/subscriptions/${made.id}`)
      assert.deepInclude(told, { object: "subscription_period", amount: 2_000 + pending_amount })
      const [, whole, larger_part, sum, begun, added] = told.steps
      assert.closeTo(whole.amount + larger_part.amount, told.amount, 1)
      assert.deepStrictEqual([sum.amount, begun.amount, added.amount], [told.amount, 2_000, pending_amount])
      assert.include(larger_part.text, "at 50.00 USD a period")
      assert.deepStrictEqual((yield* explain(`object=subscription&object_id=${made.id}&period=1`)).json, told)
      assert.strictEqual((yield* explain(`object=subscription&object_id=${made.id}&period=2`)).status, 404)
    }))

  it.effect("are of one thing of the caller's company and mode", () =>
    Effect.gen(function*() {
      const { id } = yield* invoice({ lines: [{ description: "Manual", unit_amount: 100 }] })
      for (const key of ["acme", "bolt"] as const) assert.strictEqual((yield* explain(`object=invoice&object_id=${id}`, key)).status, 404)
      for (const what of ["commission", "subscription"]) assert.strictEqual((yield* explain(`object=${what}&object_id=999999`)).status, 404)
      for (const query of [
        `object=invoice&object_id=${id}&period=1`, "object=subscription&object_id=1&line=1", "object=commission&object_id=1&line=1", "object=order&object_id=1",
        "object=invoice&object_id=0", `object=invoice&object_id=${id}&line=0`
      ]) assert.strictEqual((yield* explain(query)).status, 422, query)
      for (const query of ["", "object=invoice", "object_id=1"]) assert.strictEqual((yield* explain(query)).status, 400, query)
    }))
})
