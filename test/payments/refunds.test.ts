import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf, someone } from "../crm/records.ts"
import { send, TestServer } from "../support/test-server.ts"
import { booksAreRight, movedBy, order, pay, post, read } from "./paying.ts"

layer(TestServer, { excludeTestServices: true })("refunds", (it) => {
  it.effect("give back a part, then the rest, with the tax of the order, and never more", () =>
    Effect.gen(function*() {
      const rates = [{ name: "VAT 20 %", country: "GB", percentage: 20 }]
      yield* send("/gateway/tax-rates", { key: "acmeTest", method: "PUT", body: JSON.stringify({ rates }) })
      const made = yield* order({ lines: [{ description: "Manual", unit_amount: 333, quantity: 1 }], tax_country: "GB" })
      const { json: paid } = yield* pay({ order_id: made.id })
      const refund = (body: object) => post(`/gateway/payments/${paid.id}/refunds`, body)
      const part = yield* movedBy(refund({ amount: 133, reason: "Sent back" }))
      assert.strictEqual(part.done.status, 201, part.done.text)
      assert.deepInclude(part.done.json, { state: "succeeded", amount: 133, payment_id: paid.id, currency: "USD", reason: "Sent back", livemode: false })
      assert.deepStrictEqual(part.moved, { provider_clearing: [-133, 0], refunds: [111, 0], tax_payable: [22, 0] })
      assert.deepInclude(yield* read(`/orders/${made.id}`), { state: "paid", payment_state: "partially_refunded", refunded_amount: 133 })
      assert.deepStrictEqual([(yield* refund({ amount: 268 })).status, (yield* refund({ amount: 0 })).status], [409, 422])
      const rest = yield* movedBy(refund({}))
      assert.deepStrictEqual(rest.moved, { provider_clearing: [-267, 0], refunds: [222, 0], tax_payable: [45, 0] })
      assert.strictEqual((yield* refund({})).json.message, "Nothing of the payment is left to refund.")
      assert.deepInclude(yield* read(`/orders/${made.id}`), { payment_state: "refunded", refunded_amount: 400 })
      assert.deepInclude(yield* read(`/gateway/payments/${paid.id}`), { state: "succeeded", captured_amount: 400, refunded_amount: 400 })
      assert.deepStrictEqual(yield* read(`/gateway/refunds/${part.done.json.id}`), part.done.json)
      assert.strictEqual((yield* read(`/gateway/refunds?payment_id=${paid.id}`)).total, 2)
      const told = yield* eventsOf("acmeTest", "payment", paid.id)
      assert.deepStrictEqual(told.map(({ kind, object }) => [kind, object.refunded_amount]), [
        ["payment.succeeded", 0], ["payment.refunded", 133], ["payment.refunded", 400]
      ])
      yield* booksAreRight
    }))

  it.effect("are for money that was taken, of the same company and mode", () =>
    Effect.gen(function*() {
      const held = yield* pay({ amount: 500, capture: false })
      assert.strictEqual((yield* post(`/gateway/payments/${held.json.id}/refunds`, {})).status, 409)
      const failed = yield* pay({ amount: 500, payment_method: "pm_card_chargeDeclined" })
      assert.strictEqual((yield* post(`/gateway/payments/${failed.json.id}/refunds`, {})).status, 409)
      const paid = yield* pay({ amount: 500 })
      for (const key of ["acme", "bolt"] as const) assert.strictEqual((yield* post(`/gateway/payments/${paid.json.id}/refunds`, {}, key)).status, 404)
      const card = yield* post(`/gateway/payments/${paid.json.id}/refunds`, { reason: "of 4242 4242 4242 4242" })
      assert.deepStrictEqual([card.status, card.text.includes("4242 4242")], [422, false])
    }))

  it.effect("of all of a payment happen once of 200 at once", () =>
    Effect.gen(function*() {
      const { json: paid } = yield* pay({ amount: 9_000 })
      const { done, moved } = yield* movedBy(
        Effect.all(Array.from({ length: 200 }, () => post(`/gateway/payments/${paid.id}/refunds`, {})), { concurrency: 200 }))
      const made = done.filter(({ status }) => status === 201)
      assert.strictEqual(made.length, 1)
      assert.deepInclude(made[0]!.json, { amount: 9_000 })
      const others = done.filter(({ status }) => status !== 201)
      assert.deepStrictEqual([...new Set(others.map(({ json, status }) => `${status} ${json.message}`))], ["409 Nothing of the payment is left to refund."])
      assert.deepStrictEqual(moved, { provider_clearing: [-9_000, 0], refunds: [9_000, 0] })
      assert.strictEqual((yield* read(`/gateway/refunds?payment_id=${paid.id}`)).total, 1)
      yield* booksAreRight
    }))
})

layer(TestServer, { excludeTestServices: true })("payment methods", (it) => {
  it.effect("are kept by the provider's token, which no answer has, charged, and forgotten", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acmeTest")
      const saved = yield* post("/gateway/payment-methods", { contact_id, payment_method: "pm_card_mastercard" })
      assert.strictEqual(saved.status, 201, saved.text)
      assert.deepInclude(saved.json, { state: "active", contact_id, brand: "mastercard", last4: "4444", exp_month: 12, exp_year: 2034, livemode: false })
      assert.notInclude(saved.text, "pm_card")
      const { id } = saved.json
      const { json: paid } = yield* pay({ contact_id, amount: 800, payment_method: undefined, payment_method_id: id })
      assert.deepInclude(paid, { state: "succeeded", payment_method_id: id })
      assert.strictEqual((yield* pay({ amount: 800, payment_method: undefined, payment_method_id: id })).status, 404)
      assert.strictEqual((yield* pay({ contact_id, amount: 800, payment_method_id: id })).status, 422)
      for (const key of ["acme", "bolt"] as const) assert.strictEqual((yield* read(`/gateway/payment-methods?contact_id=${contact_id}`, key)).total, 0)
      const removed = yield* send(`/gateway/payment-methods/${id}`, { key: "acmeTest", method: "DELETE" })
      assert.strictEqual(removed.status, 200, removed.text)
      assert.strictEqual((yield* read(`/gateway/payment-methods?contact_id=${contact_id}`)).total, 0)
      assert.strictEqual((yield* pay({ contact_id, amount: 800, payment_method: undefined, payment_method_id: id })).status, 404)
      assert.strictEqual((yield* read(`/gateway/payments/${paid.id}`)).payment_method_id, id)

      const declined = yield* post("/gateway/payment-methods", { contact_id, payment_method: "pm_card_chargeDeclinedExpiredCard" })
      assert.deepInclude(declined.json, { state: "failed", failure_code: "expired_card" })
      assert.strictEqual((yield* pay({ contact_id, amount: 8, payment_method: undefined, payment_method_id: declined.json.id })).status, 409)
      const number = yield* post("/gateway/payment-methods", { contact_id, payment_method: "4242424242424242" })
      assert.deepStrictEqual([number.status, number.text.includes("42424242")], [422, false])
      assert.strictEqual((yield* post("/gateway/payment-methods", { contact_id, payment_method: "pm_card_visa" }, "bolt")).status, 404)
    }))
})
