import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf } from "../crm/records.ts"
import { json, send, TestServer } from "../support/test-server.ts"
import { booksAreRight, invoice, movedBy, order, pay, post, read } from "./paying.ts"
import { headingOf, link, payAt, visit } from "./paying-by-link.ts"

const lines = [{ description: "Manual", unit_amount: 1_000, quantity: 3 }]

const credit = (id: number, body: object = {}) => post(`/gateway/invoices/${id}/credit-notes`, body)

const taxed = Effect.andThen(
  send("/gateway/tax-rates", { key: "acme", method: "PUT", ...json({ rates: [{ name: "VAT 20 %", country: "GB", percentage: 20 }] }) }),
  invoice({ lines, tax_country: "GB" })
)

layer(TestServer, { excludeTestServices: true })("credit notes", (it) => {
  it.effect("take back what is owed first; what was paid becomes credit, which refunds pay out", () =>
    Effect.gen(function*() {
      const made = yield* taxed
      const paid = yield* pay({ invoice_id: made.id, amount: 3_000 })
      const noted = yield* movedBy(credit(made.id, { amount: 1_200, reason: "One came back." }))
      assert.strictEqual(noted.done.status, 201, noted.done.text)
      assert.deepInclude(noted.done.json, { number: "TEST-CN-000001", invoice_id: made.id, amount: 1_200, tax: 200, waived_amount: 600, reason: "One came back." })
      assert.deepStrictEqual(noted.moved, { receivable: [-600, 0], customer_credit: [-600, 0], refunds: [1_000, 0], tax_payable: [200, 0] })
      assert.deepInclude(yield* read(`/gateway/invoices/${made.id}`), { state: "paid", paid_amount: 3_000, credited_amount: 1_200 })
      assert.strictEqual((yield* pay({ invoice_id: made.id })).status, 409, "nothing is owed")

      const back = yield* movedBy(post(`/gateway/payments/${paid.json.id}/refunds`, { amount: 1_200 }))
      assert.deepStrictEqual(back.moved, { provider_clearing: [-1_200, 0], customer_credit: [600, 0], refunds: [500, 0], tax_payable: [100, 0] })
      assert.strictEqual((yield* credit(made.id, { amount: 1_801 })).status, 409)
      const rest = yield* credit(made.id)
      assert.deepInclude(rest.json, { amount: 1_800, tax: 300, waived_amount: 0 })
      assert.strictEqual((yield* credit(made.id)).status, 409)
      const last = yield* movedBy(post(`/gateway/payments/${paid.json.id}/refunds`, {}))
      assert.deepStrictEqual(last.moved, { provider_clearing: [-1_800, 0], customer_credit: [1_800, 0] })
      const listed = yield* read(`/gateway/invoices/${made.id}/credit-notes`)
      assert.deepStrictEqual(listed.items.map(({ amount }: any) => amount).toSorted(), [1_200, 1_800])
      assert.deepStrictEqual((yield* eventsOf("acme", "invoice", made.id)).map(({ kind }) => kind), ["invoice.finalized", "invoice.credited", "invoice.credited"])
      yield* booksAreRight
    }))

  it.effect("of an invoice of an order let the order owe as much less", () =>
    Effect.gen(function*() {
      const made = yield* order({ amount: 5_000 })
      const billed = yield* invoice({ order_id: made.id })
      yield* pay({ order_id: made.id, amount: 2_000 })
      assert.deepInclude((yield* credit(billed.id, { amount: 1_000 })).json, { waived_amount: 1_000 })
      assert.strictEqual((yield* pay({ order_id: made.id, amount: 2_001 })).status, 409)
      assert.deepInclude((yield* pay({ order_id: made.id })).json, { amount: 2_000, state: "succeeded" })
      assert.deepInclude(yield* read(`/orders/${made.id}`), { state: "paid", payment_state: "paid", paid_amount: 4_000 })
      assert.deepInclude(yield* read(`/gateway/invoices/${billed.id}`), { state: "paid", paid_amount: 4_000, credited_amount: 1_000 })
      yield* booksAreRight
    }))

  it.effect("at once, with payments, never take back more than the invoice says, and have numbers without gaps", () =>
    Effect.gen(function*() {
      const made = yield* invoice({ lines })
      const answers = yield* Effect.all(
        Array.from({ length: 24 }, (_, n) => n % 2 ? credit(made.id, { amount: 700 }) : pay({ invoice_id: made.id, amount: 500 })), { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))].toSorted(), [201, 409])
      const { items } = yield* read(`/gateway/invoices/${made.id}/credit-notes`)
      assert.strictEqual(items.length, 4)
      const numbers = items.map(({ number }: any) => Number(number.slice(-6))).toSorted((a: number, b: number) => a - b)
      assert.deepStrictEqual(numbers, Array.from({ length: 4 }, (_, n) => numbers[0] + n))
      yield* booksAreRight
    }))

  it.effect("of an order's invoice let its payment link take as much less, and nothing where nothing is owed", () =>
    Effect.gen(function*() {
      const made = yield* order({ amount: 5_000, currency: "EUR" })
      const billed = yield* invoice({ order_id: made.id })
      const { url } = yield* link({ order_id: made.id })
      yield* credit(billed.id, { amount: 1_000 })
      assert.include((yield* visit(url, { headers: { "accept-language": "en" } })).text, "€40.00")
      yield* credit(billed.id)
      const page = yield* visit(url)
      assert.deepStrictEqual([page.status, headingOf(page)], [410, "This was paid"])
      assert.strictEqual((yield* post("/gateway/payment-links", { order_id: made.id })).status, 409)
      const other = yield* order({ amount: 5_000, currency: "EUR" })
      const half = yield* link({ order_id: other.id })
      yield* credit((yield* invoice({ order_id: other.id })).id, { amount: 1_000 })
      assert.strictEqual(headingOf((yield* payAt(half.url)).shown), "Paid")
      assert.deepInclude(yield* read(`/orders/${other.id}`), { state: "paid", paid_amount: 4_000 })
      yield* booksAreRight
    }))

  it.effect("or void it, whichever comes first", () =>
    Effect.gen(function*() {
      const { moved } = yield* movedBy(Effect.forEach(Array.from({ length: 24 }), () => Effect.gen(function*() {
        const made = yield* invoice({ lines })
        const answers = yield* Effect.all([credit(made.id), post(`/gateway/invoices/${made.id}/void`, {})], { concurrency: 2 })
        assert.deepStrictEqual(answers.map(({ status }) => status < 300).toSorted(), [false, true], answers.map(({ text }) => text).join())
      }), { concurrency: 8, discard: true }))
      assert.notProperty(moved, "receivable")
      assert.notProperty(moved, "customer_credit")
      yield* booksAreRight
    }))

  it.effect("refuse drafts, void invoices, amounts out of bounds, other companies' and other modes'", () =>
    Effect.gen(function*() {
      const made = yield* invoice({ lines })
      for (const amount of [0, -1, 1.5]) assert.strictEqual((yield* credit(made.id, { amount })).status, 422)
      for (const key of ["acme", "bolt"] as const) assert.strictEqual((yield* post(`/gateway/invoices/${made.id}/credit-notes`, {}, key)).status, 404)
      yield* credit(made.id, { amount: 1 })
      assert.strictEqual((yield* post(`/gateway/invoices/${made.id}/void`, {})).status, 409)
      const other = yield* invoice({ lines })
      yield* post(`/gateway/invoices/${other.id}/void`, {})
      assert.strictEqual((yield* credit(other.id)).status, 409)
    }))
})
