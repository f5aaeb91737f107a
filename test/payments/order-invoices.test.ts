import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { json, send, TestServer } from "../support/test-server.ts"
import { booksAreRight, held, invoice, movedBy, order, pay, post, read } from "./paying.ts"

const lines = [{ description: "Manual", unit_amount: 1_000, quantity: 3 }]

const taxedOrder = Effect.andThen(
  send("/gateway/tax-rates", { key: "acme", method: "PUT", ...json({ rates: [{ name: "VAT 20 %", country: "GB", percentage: 20 }] }) }),
  order({ lines, tax_country: "GB", discount: 500 })
)

const finalize = (id: number) => post(`/gateway/invoices/${id}/finalize`, {})

layer(TestServer, { excludeTestServices: true })("invoices of orders", (it) => {
  it.effect("cost what the order costs, and what pays one pays the other, with revenue once", () =>
    Effect.gen(function*() {
      const before = yield* held()
      const made = yield* taxedOrder
      const early = yield* pay({ order_id: made.id, amount: 1_000 })
      const billed = yield* movedBy(invoice({ order_id: made.id }))
      assert.deepInclude(billed.done, {
        order_id: made.id, contact_id: made.contact_id, amount: 3_000, tax: 500, discount: 500, state: "open", paid_amount: 1_000, lines: made.lines
      })
      assert.deepStrictEqual(billed.moved, { receivable: [2_000, 0], revenue: [-1_667, 0], tax_payable: [-333, 0] })
      assert.strictEqual((yield* read(`/gateway/payments/${early.json.id}`)).invoice_id, billed.done.id)

      const late = yield* movedBy(pay({ order_id: made.id, amount: 500 }))
      assert.deepStrictEqual(late.moved, { provider_clearing: [500, 0], receivable: [-500, 0] })
      const cash = yield* post(`/gateway/invoices/${billed.done.id}/payments`, { method: "cash", amount: 700 })
      assert.deepInclude(cash.json, { paid_amount: 2_200, state: "open" })
      assert.strictEqual((yield* pay({ order_id: made.id, amount: 801 })).status, 409)
      const last = yield* pay({ invoice_id: billed.done.id })
      assert.deepInclude(last.json, { amount: 800, order_id: made.id, invoice_id: billed.done.id, state: "succeeded" })
      assert.deepInclude(yield* read(`/orders/${made.id}`), { state: "paid", payment_state: "paid", paid_amount: 3_000 })
      assert.deepInclude(yield* read(`/gateway/invoices/${billed.done.id}`), { state: "paid", paid_amount: 3_000 })

      const back = yield* post(`/gateway/payments/${early.json.id}/refunds`, {})
      assert.strictEqual(back.status, 201, back.text)
      assert.strictEqual((yield* read(`/orders/${made.id}`)).refunded_amount, 1_000)
      assert.strictEqual((yield* read(`/gateway/invoices/${billed.done.id}`)).refunded_amount, 1_000)
      const after = yield* held()
      const moved = (account: string) => (after[`${account} USD`]?.[0] ?? 0) - (before[`${account} USD`]?.[0] ?? 0)
      assert.deepStrictEqual(
        ["revenue", "tax_payable", "receivable", "cash", "provider_clearing", "refunds"].map(moved), [-2_500, -333, 0, 700, 1_300, 833]
      )
      yield* booksAreRight
    }))

  it.effect("of an amount have one line; a draft follows its order until it is finalized, then the order stays", () =>
    Effect.gen(function*() {
      const made = yield* order({ amount: 5_000, reference: "PO-1" })
      const draft = yield* post("/gateway/invoices", { order_id: made.id })
      assert.deepInclude(draft.json.lines[0], { description: "PO-1", quantity: 1, unit_amount: 5_000 })
      const changed = yield* send(`/orders/${made.id}`, { key: "acmeTest", method: "PATCH", ...json({ amount: 6_000 }) })
      assert.strictEqual(changed.status, 200, changed.text)
      assert.strictEqual((yield* send(`/gateway/invoices/${draft.json.id}`, { key: "acmeTest", method: "PATCH", ...json({ discount: 1 }) })).status, 409)
      assert.deepInclude((yield* finalize(draft.json.id)).json, { amount: 6_000, state: "open" })
      for (const refused of [
        yield* send(`/orders/${made.id}`, { key: "acmeTest", method: "PATCH", ...json({ amount: 7_000 }) }),
        yield* post(`/orders/${made.id}/cancel`, {}), yield* post("/gateway/invoices", { order_id: made.id })
      ]) assert.deepStrictEqual([refused.status, refused.json.code], [409, "conflict"])
      yield* post(`/gateway/invoices/${draft.json.id}/void`, {})
      assert.strictEqual((yield* post("/gateway/invoices", { order_id: made.id })).status, 201, "another after it was voided")
      assert.strictEqual((yield* post(`/orders/${made.id}/cancel`, {})).status, 200)
      yield* booksAreRight
    }))

  it.effect("take what was authorized for one that was voided since, and is billed again", () =>
    Effect.gen(function*() {
      const made = yield* order({ amount: 5_000 })
      const first = yield* invoice({ order_id: made.id })
      const { json: held } = yield* pay({ invoice_id: first.id, capture: false })
      assert.strictEqual((yield* post(`/gateway/invoices/${first.id}/void`, {})).status, 200)
      const second = yield* invoice({ order_id: made.id })
      const { moved } = yield* movedBy(post(`/gateway/payments/${held.id}/capture`, {}))
      assert.deepStrictEqual(moved, { customer_payments: [0, 5_000], provider_clearing: [5_000, -5_000], receivable: [-5_000, 0] })
      assert.deepInclude(yield* read(`/gateway/invoices/${second.id}`), { state: "paid", paid_amount: 5_000 })
      assert.deepInclude(yield* read(`/gateway/payments/${held.id}`), { state: "succeeded", invoice_id: second.id })
      yield* booksAreRight
    }))

  it.effect("refuse what follows from the order, and orders that are cancelled or another's", () =>
    Effect.gen(function*() {
      const made = yield* order({ amount: 5_000 })
      for (const given of [{ lines }, { discount: 1 }, { currency: "EUR" }, { contact_id: made.contact_id + 1 }]) {
        assert.strictEqual((yield* post("/gateway/invoices", { order_id: made.id, ...given })).status, 422, JSON.stringify(given))
      }
      for (const key of ["acme", "bolt"] as const) assert.strictEqual((yield* post("/gateway/invoices", { order_id: made.id }, key)).status, 404)
      yield* post(`/orders/${made.id}/cancel`, {})
      assert.strictEqual((yield* post("/gateway/invoices", { order_id: made.id })).status, 409)
      assert.strictEqual((yield* post("/gateway/invoices", { lines })).status, 422)
    }))

  it.effect("and payments of one order at once take it once", () =>
    Effect.gen(function*() {
      const made = yield* order({ amount: 5_000 })
      const draft = yield* post("/gateway/invoices", { order_id: made.id })
      const answers = yield* Effect.all([
        finalize(draft.json.id), ...Array.from({ length: 10 }, (_, n) => pay(n % 2 ? { order_id: made.id, amount: 1_000 } : { invoice_id: draft.json.id, amount: 1_000 }))
      ], { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ status }) => status).filter((status) => status >= 500), [])
      yield* pay({ order_id: made.id })
      assert.deepInclude(yield* read(`/gateway/invoices/${draft.json.id}`), { state: "paid", paid_amount: 5_000 })
      yield* booksAreRight
    }))
})
