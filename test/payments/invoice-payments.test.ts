import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf } from "../crm/records.ts"
import { send, TestServer } from "../support/test-server.ts"
import { booksAreRight, invoice, movedBy, pay, post, read } from "./paying.ts"

const lines = [{ description: "Manual", unit_amount: 1_000, quantity: 3 }]

const taxed = Effect.andThen(
  send("/gateway/tax-rates", { key: "acme", method: "PUT", body: JSON.stringify({ rates: [{ name: "VAT 20 %", country: "GB", percentage: 20 }] }),
    headers: { "content-type": "application/json" } }),
  invoice({ lines, tax_country: "GB" })
)

layer(TestServer, { excludeTestServices: true })("payments of invoices", (it) => {
  it.effect("are charged once, write no revenue again, and pay the invoice", () =>
    Effect.gen(function*() {
      const made = yield* taxed
      assert.deepInclude(made, { amount: 3_600, tax: 600, refunded_amount: 0 })
      const first = yield* movedBy(pay({ invoice_id: made.id, amount: 1_000 }))
      assert.strictEqual(first.done.status, 201, first.done.text)
      assert.deepInclude(first.done.json, {
        state: "succeeded", amount: 1_000, invoice_id: made.id, order_id: null, contact_id: made.contact_id, currency: "USD"
      })
      assert.deepStrictEqual(first.moved, { provider_clearing: [1_000, 0], receivable: [-1_000, 0] })
      const rest = yield* pay({ invoice_id: made.id })
      assert.deepInclude(rest.json, { state: "succeeded", amount: 2_600 })
      const after = yield* read(`/gateway/invoices/${made.id}`)
      assert.deepInclude(after, { state: "paid", paid_amount: 3_600 })
      assert.deepStrictEqual(after.payments.map(({ amount, method, payment_id }: any) => [amount, method, payment_id]), [
        [1_000, "card", first.done.json.id], [2_600, "card", rest.json.id]
      ])
      assert.deepStrictEqual((yield* eventsOf("acme", "invoice", made.id)).map(({ kind }) => kind), ["invoice.finalized", "invoice.paid"])
      assert.strictEqual((yield* read(`/gateway/payments?invoice_id=${made.id}`)).total, 2)

      const back = yield* movedBy(post(`/gateway/payments/${rest.json.id}/refunds`, {}))
      assert.strictEqual(back.done.status, 201, back.done.text)
      assert.deepStrictEqual(back.moved, { provider_clearing: [-2_600, 0], refunds: [2_167, 0], tax_payable: [433, 0] })
      assert.deepInclude(yield* read(`/gateway/invoices/${made.id}`), { state: "paid", paid_amount: 3_600, refunded_amount: 2_600 })
      yield* booksAreRight
    }))

  it.effect("never take more than is owed, however many come at once, by card or by hand", () =>
    Effect.gen(function*() {
      const made = yield* invoice({ lines })
      const cash = post(`/gateway/invoices/${made.id}/payments`, { method: "cash", amount: 1_000 })
      const card = pay({ invoice_id: made.id, amount: 1_000 })
      const answers = yield* Effect.all(Array.from({ length: 20 }, (_, n) => n % 2 ? cash : card), { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ status }) => status).filter((status) => status < 300).length, 3)
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status).filter((status) => status >= 300))], [409])
      assert.deepInclude(yield* read(`/gateway/invoices/${made.id}`), { state: "paid", paid_amount: 3_000 })
      assert.strictEqual((yield* pay({ invoice_id: made.id })).status, 409)
      yield* booksAreRight
    }))

  it.effect("that are declined leave it owed; one that waits for the customer keeps others away", () =>
    Effect.gen(function*() {
      const made = yield* invoice({ lines })
      assert.deepInclude((yield* pay({ invoice_id: made.id, payment_method: "pm_card_chargeDeclined" })).json, { state: "failed" })
      assert.deepInclude(yield* read(`/gateway/invoices/${made.id}`), { state: "open", paid_amount: 0 })
      assert.deepInclude((yield* pay({ invoice_id: made.id, payment_method: "pm_card_authenticationRequired" })).json, { state: "requires_action" })
      for (const refused of [
        yield* pay({ invoice_id: made.id }), yield* post(`/gateway/invoices/${made.id}/payments`, { method: "cash" }),
        yield* post(`/gateway/invoices/${made.id}/void`, {})
      ]) assert.deepStrictEqual([refused.status, refused.json.code], [409, "conflict"])
      yield* booksAreRight
    }))

  it.effect("refuse drafts, void invoices, other people's, other companies' and other modes'", () =>
    Effect.gen(function*() {
      const made = yield* invoice({ lines })
      yield* post(`/gateway/invoices/${made.id}/void`, {})
      assert.strictEqual((yield* pay({ invoice_id: made.id })).status, 409)
      const open = yield* invoice({ lines })
      const other = yield* invoice({ lines })
      const cases = [{ contact_id: other.contact_id }, { currency: "EUR" }, { amount: 3_001 }, { amount: 0 }, { order_id: 1 }]
      const statuses = yield* Effect.forEach(cases, (given) => Effect.map(pay({ invoice_id: open.id, ...given }), ({ status }) => status))
      assert.deepStrictEqual(statuses, [422, 422, 409, 422, 422])
      for (const key of ["acme", "bolt"] as const) assert.include([404, 422], (yield* pay({ invoice_id: open.id }, key)).status)
    }))
})
