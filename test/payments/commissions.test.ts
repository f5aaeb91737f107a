import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { PaymentRecords } from "#layers/payments/payments"
import type { PaymentId } from "#schemas/payments/payment"
import { noteDispute } from "#workflows/payments/disputes"
import { member } from "../crm/records.ts"
import { OwnerSql } from "../support/database.ts"
import { advance, HOUR_MS, instant, nowOf, ready } from "../support/test-clock.ts"
import { companyIds, json, send, TestServer } from "../support/test-server.ts"
import { booked } from "./booking.ts"
import { booksAreRight, invoice, movedBy, order, pay, post, read } from "./paying.ts"
import { commissionsOf, payOut, setRules, share, tenPercent } from "./selling.ts"
import { cardholder, plan, subscribe } from "./subscribing.ts"

const lines = [{ description: "Manual", unit_amount: 1_000, quantity: 3 }]
const seller = member("acmeTest")
const refund = (id: number, body: object = {}) => post(`/gateway/payments/${id}/refunds`, body)
const amounts = (rows: ReadonlyArray<any>) => rows.map(({ amount }) => amount)

const disputed = (id: PaymentId, state: "open" | "lost" | "won", amount: number) =>
  booked(Effect.flatMap(PaymentRecords, (payments) =>
    Effect.flatMap(Effect.orDie(payments.get(id, { lock: true })), (payment) =>
      noteDispute(payment, { reference: `dp_${id}`, amount, reason: null, state }))), "acme", "test")

layer(TestServer, { excludeTestServices: true })("commissions", (it) => {
  it.effect("are earned as an order is paid, in parts that are the whole, without tax, and booked with the payment", () =>
    Effect.gen(function*() {
      yield* send("/gateway/tax-rates", { key: "acme", method: "PUT", ...json({ rates: [{ name: "VAT 20 %", country: "GB", percentage: 20 }] }) })
      const [rule] = yield* setRules([tenPercent])
      const seller_id = yield* seller
      const made = yield* order({ lines, tax_country: "GB", seller_id })
      assert.strictEqual(made.seller_id, seller_id)
      const first = yield* movedBy(pay({ order_id: made.id, amount: 1_000 }))
      assert.strictEqual(first.done.json.seller_id, seller_id)
      assert.deepStrictEqual(first.moved, {
        provider_clearing: [1_000, 0], revenue: [-833, 0], tax_payable: [-167, 0], commissions: [83, 0], commissions_payable: [-83, 0]
      })
      const billed = yield* invoice({ order_id: made.id })
      assert.strictEqual(billed.seller_id, seller_id)
      yield* post(`/gateway/invoices/${billed.id}/payments`, { method: "cash", amount: 600 })
      const rest = yield* pay({ invoice_id: billed.id })
      const earned = yield* commissionsOf(seller_id)
      assert.deepStrictEqual(amounts(earned), [83, 50, 167])
      assert.deepStrictEqual(earned.map(({ base_amount, month_amount }) => [base_amount, month_amount]), [[833, 0], [500, 833], [1_667, 1_333]])
      assert.deepStrictEqual(earned.map(({ payment_id }) => payment_id), [first.done.json.id, null, rest.json.id])
      assert.deepStrictEqual(earned.map(({ invoice_id }) => invoice_id), [null, billed.id, billed.id])
      assert.deepInclude(earned[0], {
        state: "accrued", order_id: made.id, rule, clawed_back_amount: 0, paid_out_amount: 0, payout_id: null, currency: "USD", livemode: false
      })
      yield* booksAreRight
    }))

  it.effect("are by the seller's own rule, by category, by sale, and nothing without a seller or a rule", () =>
    Effect.gen(function*() {
      const [ada, bob] = [yield* seller, yield* seller]
      yield* setRules([
        { name: "Books", category: "books", earns: share([0, 500]) },
        { name: "Two a sale", currency: "USD", earns: { type: "fixed", amount: 200 } },
        { name: "Ada", seller_id: ada, earns: share([0, 2_000]) }
      ])
      const both = [{ description: "Book", unit_amount: 1_000, tax_category: "Books" }, { description: "Work", unit_amount: 3_000 }]
      const sold = Effect.fnUntraced(function*(given: object, ...parts: ReadonlyArray<number>) {
        const { id } = yield* order(given)
        for (const amount of parts) assert.strictEqual((yield* pay({ order_id: id, amount })).status, 201)
      })
      yield* sold({ lines: both, seller_id: ada }, 4_000)
      assert.deepStrictEqual(amounts(yield* commissionsOf(ada)), [800])
      yield* sold({ lines: both, seller_id: bob }, 1_333, 1_333, 1_334)
      const parts = yield* commissionsOf(bob)
      assert.deepStrictEqual(parts.map(({ amount, rule }) => [rule.name, amount]), [
        ["Books", 17], ["Two a sale", 67], ["Books", 16], ["Two a sale", 66], ["Books", 17], ["Two a sale", 67]
      ])
      yield* sold({ amount: 500, currency: "EUR", seller_id: bob }, 500)
      yield* sold({ lines: both }, 4_000)
      yield* pay({ amount: 700, seller_id: bob })
      assert.deepStrictEqual(amounts(yield* commissionsOf(bob)).slice(6), [200])
      const own = yield* invoice({ lines, seller_id: bob })
      yield* post(`/gateway/invoices/${own.id}/payments`, { method: "transfer" })
      assert.deepStrictEqual(amounts(yield* commissionsOf(bob, `&invoice_id=${own.id}`)), [200])
      yield* booksAreRight
    }))

  it.effect("go by the seller's month, which ends by the company's time zone and test clock", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`update companies set time_zone = 'Asia/Tokyo' where id = ${companyIds.acme}`
      const [seller_id, other] = [yield* seller, yield* seller]
      yield* setRules([{ name: "Tiers", currency: "USD", earns: share([0, 500], [100_000, 1_000]) }])
      const now = new Date((yield* nowOf()) + 40 * 24 * HOUR_MS)
      /* Midnight in Tokyo is 15:00 of the day before. */
      const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - 9 * HOUR_MS
      yield* advance({ to: instant(end - HOUR_MS) })
      yield* ready()
      const sell = (amount: number, whose = seller_id) => pay({ amount, seller_id: whose })
      yield* sell(80_000)
      const back = yield* sell(40_000)
      yield* sell(10_000, other)
      assert.deepStrictEqual(amounts(yield* commissionsOf(seller_id)), [4_000, 1_000 + 2_000])
      assert.deepStrictEqual(amounts(yield* commissionsOf(other)), [500])
      yield* refund(back.json.id, { amount: 30_000 })
      yield* sell(20_000)
      yield* advance({ to: instant(end + HOUR_MS) })
      yield* ready()
      yield* sell(100_001)
      const earned = yield* commissionsOf(seller_id)
      assert.deepStrictEqual(earned.map(({ amount, month_amount }) => [month_amount, amount]), [
        [0, 4_000], [80_000, 3_000], [90_000, 500 + 1_000], [0, 5_000]
      ])
      assert.isTrue(earned.every(({ accrued_at }, n) => (Date.parse(accrued_at) < end) === n < 3))
      assert.strictEqual((yield* commissionsOf(seller_id, `&since=${instant(end)}`)).length, 1)
      assert.strictEqual((yield* commissionsOf(seller_id, `&until=${instant(end)}`)).length, 3)
      const first = yield* payOut(seller_id, { until: instant(end) })
      assert.deepInclude(first.json, { amount: 4_000 + 750 + 1_500 }, first.text)
      yield* sql`update companies set time_zone = 'UTC' where id = ${companyIds.acme}`
      yield* booksAreRight
    }))

  it.effect("of a subscription are earned with each of its invoices", () =>
    Effect.gen(function*() {
      const seller_id = yield* seller
      yield* setRules([{ name: "Ten percent", currency: "USD", earns: share([0, 1_000]) }])
      const { id: plan_id } = yield* plan({ amount: 4_000 })
      const sold = yield* subscribe(plan_id, { ...yield* cardholder(), seller_id })
      assert.strictEqual(sold.seller_id, seller_id)
      yield* advance({ to: instant(Date.parse(sold.period_end) + HOUR_MS) })
      yield* ready()
      assert.deepStrictEqual((yield* commissionsOf(seller_id)).map(({ amount }) => amount), [400, 400])
      assert.strictEqual((yield* post("/gateway/subscriptions", { ...yield* cardholder(), plan_id, seller_id: 999_999 })).status, 422)
      yield* booksAreRight
    }))

  it.effect("of many payments at once each begin where another ended", () =>
    Effect.gen(function*() {
      const seller_id = yield* seller
      yield* setRules([{ name: "Tiers", currency: "USD", earns: share([0, 333], [2_000, 777], [5_000, 1_111]) }])
      yield* Effect.all(Array.from({ length: 16 }, (_, n) => pay({ amount: 500 + n, seller_id })), { concurrency: "unbounded" })
      const earned = (yield* commissionsOf(seller_id)).toSorted((a, b) => a.month_amount - b.month_amount)
      let month = 0
      for (const { base_amount, month_amount } of earned) {
        assert.strictEqual(month_amount, month)
        month += base_amount
      }
      assert.deepStrictEqual([earned.length, month], [16, 8_120])
      yield* booksAreRight
    }))

  it.effect("go back with refunds: before they are paid out, and after, when the next payout is less", () =>
    Effect.gen(function*() {
      const seller_id = yield* seller
      yield* setRules([tenPercent])
      const [one, two] = [yield* pay({ amount: 1_005, seller_id }), yield* pay({ amount: 2_000, seller_id })]
      const back = yield* movedBy(refund(one.json.id, { amount: 500 }))
      assert.deepStrictEqual(back.moved, { provider_clearing: [-500, 0], refunds: [500, 0], commissions: [-50, 0], commissions_payable: [50, 0] })
      const paid = yield* movedBy(payOut(seller_id))
      assert.strictEqual(paid.done.status, 201, paid.done.text)
      assert.deepInclude(paid.done.json, { seller_id, currency: "USD", earned_amount: 251, deducted_amount: 0, amount: 251, livemode: false })
      assert.deepStrictEqual(paid.moved, { commissions_payable: [251, 0], cash: [-251, 0] })
      assert.deepStrictEqual((yield* commissionsOf(seller_id, `&payout_id=${paid.done.json.id}`)).map(({ paid_out_amount, state }) => [state, paid_out_amount]), [
        ["paid_out", 51], ["paid_out", 200]
      ])
      yield* refund(one.json.id)
      yield* refund(two.json.id, { amount: 1_000 })
      assert.deepStrictEqual((yield* commissionsOf(seller_id)).map(({ amount, clawed_back_amount, paid_out_amount, state }) =>
        [state, amount, clawed_back_amount, paid_out_amount]), [["clawed_back", 101, 101, 51], ["paid_out", 200, 100, 200]])
      const none = yield* payOut(seller_id)
      assert.deepStrictEqual([none.status, none.json.code], [409, "conflict"])
      assert.include(none.json.message, "151 more was clawed back")
      yield* pay({ amount: 1_510, seller_id })
      assert.strictEqual((yield* payOut(seller_id)).status, 409, "what is owed is what was clawed back")
      yield* pay({ amount: 1_000, seller_id })
      assert.deepInclude((yield* payOut(seller_id)).json, { earned_amount: 251, deducted_amount: 151, amount: 100 })
      assert.strictEqual((yield* read(`/gateway/commissions/payouts?seller_id=${seller_id}`)).total, 2)
      assert.strictEqual((yield* commissionsOf(seller_id, "&state=paid_out")).length, 3)
      assert.strictEqual((yield* payOut(seller_id)).status, 409)
      yield* booksAreRight
    }))

  it.effect("go back with disputes that are lost, once, and stay with those that are won", () =>
    Effect.gen(function*() {
      const seller_id = yield* seller
      yield* setRules([tenPercent])
      const [lost, won] = [yield* pay({ amount: 1_000, seller_id }), yield* pay({ amount: 1_000, seller_id })]
      for (const state of ["open", "won"] as const) yield* disputed(won.json.id, state, 1_000)
      yield* refund(lost.json.id, { amount: 300 })
      for (const state of ["open", "lost", "lost"] as const) yield* disputed(lost.json.id, state, 1_000)
      assert.deepStrictEqual((yield* commissionsOf(seller_id)).map(({ clawed_back_amount, state }) => [state, clawed_back_amount]), [["clawed_back", 100], ["accrued", 0]])
      const late = yield* pay({ amount: 500, seller_id })
      yield* disputed(late.json.id, "lost", 250)
      assert.deepInclude((yield* commissionsOf(seller_id))[2], { state: "accrued", amount: 50, clawed_back_amount: 25 })
      yield* booksAreRight
    }))

  it.effect("are paid out once, however many ask at once", () =>
    Effect.gen(function*() {
      const seller_id = yield* seller
      yield* setRules([tenPercent])
      for (const amount of [1_000, 2_000, 3_000]) yield* pay({ amount, seller_id })
      const { done, moved } = yield* movedBy(Effect.all(Array.from({ length: 50 }, () => payOut(seller_id)), { concurrency: "unbounded" }))
      assert.deepStrictEqual(done.map(({ status }) => status).toSorted(), [201, ...Array.from({ length: 49 }, () => 409)])
      assert.deepStrictEqual(moved, { commissions_payable: [600, 0], cash: [-600, 0] })
      yield* booksAreRight
    }))
})
