import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf, receiptsOf, someone } from "../crm/records.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { json, send, TestServerWith } from "../support/test-server.ts"
import { booksAreRight, movedBy, order, pay, post, read } from "./paying.ts"

const kinds = (id: number, group = "payment") => Effect.map(eventsOf("acmeTest", group, id), (all) => all.map(({ kind }) => kind))

layer(TestServerWith(), { excludeTestServices: true })("payments", (it) => {
  it.effect("are taken by a test card, booked and told; the answer has the end", () =>
    Effect.gen(function*() {
      const { done, moved } = yield* movedBy(pay({ amount: 1_250, description: "Manuals" }))
      assert.strictEqual(done.status, 201, done.text)
      assert.deepInclude(done.json, {
        state: "succeeded", amount: 1_250, captured_amount: 1_250, refunded_amount: 0, currency: "USD", provider: "simulated", simulated: true,
        livemode: false, failure_code: null, description: "Manuals", order_id: null, disputed: false
      })
      assert.strictEqual(done.headers.get("location"), `/api/v1/gateway/payments/${done.json.id}`)
      assert.strictEqual(done.headers.get("etag"), `"${done.json.version}"`)
      assert.deepStrictEqual(yield* read(`/gateway/payments/${done.json.id}`), done.json)
      assert.deepStrictEqual(moved, { provider_clearing: [1_250, 0], revenue: [-1_250, 0] })
      assert.deepStrictEqual(yield* kinds(done.json.id), ["payment.succeeded"])
      assert.notInclude(done.text, "pm_card")
      const timeline = yield* read(`/crm/contacts/${done.json.contact_id}/timeline`)
      assert.deepInclude(timeline.items[0], { kind: "payment", title: "Manuals", object: "payment", object_id: done.json.id })
      const all = [...yield* receiptsOf("acmeTest", "payment", done.json.id)].map(({ after }) => after.state)
      assert.deepStrictEqual(all, ["processing", "succeeded"])
      yield* booksAreRight
    }))

  it.effect("are declined with the provider's code, and nothing is booked", () =>
    Effect.gen(function*() {
      for (const [card, code] of [["chargeDeclined", "generic_decline"], ["chargeDeclinedInsufficientFunds", "insufficient_funds"]]) {
        const { done, moved } = yield* movedBy(pay({ amount: 500, payment_method: `pm_card_${card}` }))
        assert.deepInclude(done.json, { state: "failed", captured_amount: 0, failure_code: code })
        assert.deepStrictEqual(moved, {})
        assert.deepStrictEqual(yield* kinds(done.json.id), ["payment.failed"])
      }
      const asked = yield* pay({ amount: 500, payment_method: "pm_card_authenticationRequired" })
      assert.deepInclude(asked.json, { state: "requires_action", action_url: "https://simulated.invalid/authenticate" })
      assert.deepStrictEqual(yield* kinds(asked.json.id), ["payment.requires_action"])
      yield* booksAreRight
    }))

  it.effect("whose outcome nobody tells end as failed, once it is certain that nothing was charged", () =>
    Effect.gen(function*() {
      for (const fault of ["outcome_unknown", "unavailable", "rate_limited", "invalid"]) {
        const { json: { id } } = yield* pay({ amount: 300, payment_method: `pm_simulated_${fault}` })
        const ended = yield* eventually(read(`/gateway/payments/${id}`), ({ state }) => state !== "processing")
        assert.deepInclude(ended, { state: "failed", failure_code: fault, captured_amount: 0 })
      }
      yield* booksAreRight
    }))

  it.effect("that take long are answered as processing, and told when they end", () =>
    Effect.gen(function*() {
      const began = performance.now()
      const slow = yield* pay({ amount: 700, payment_method: "pm_simulated_slow" }, "acmeTest", { "idempotency-key": "slow-1" })
      assert.deepInclude(slow.json, { state: "processing", version: 1 })
      assert.isBelow(performance.now() - began, 8_000)
      yield* eventually(read(`/gateway/payments/${slow.json.id}`), ({ state }) => state === "succeeded", 25_000)
      yield* booksAreRight
    }))

  it.effect("are made once under a key, which answers with the end", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acmeTest")
      const once = pay({ contact_id, amount: 900 }, "acmeTest", { "idempotency-key": "payment-1" })
      const [first, ...others] = yield* Effect.all([once, once, once], { concurrency: 3 })
      for (const other of others) assert.deepStrictEqual(other!.json, first!.json)
      assert.strictEqual(first!.json.state, "succeeded")
      assert.strictEqual((yield* read(`/gateway/payments?contact_id=${contact_id}`)).total, 1)
      const again = yield* once
      assert.deepStrictEqual([again.json, again.headers.get("idempotent-replayed")], [first!.json, "true"])
    }))

  it.effect("are authorized and captured, in part or whole, once", () =>
    Effect.gen(function*() {
      const authorized = yield* movedBy(pay({ amount: 2_000, capture: false }))
      const { id } = authorized.done.json
      assert.deepInclude(authorized.done.json, { state: "authorized", captured_amount: 0 })
      assert.deepStrictEqual(authorized.moved, { provider_clearing: [0, 2_000], customer_payments: [0, -2_000] })
      assert.strictEqual((yield* post(`/gateway/payments/${id}/capture`, { amount: 2_001 })).status, 422)
      const all = yield* movedBy(Effect.all(
        Array.from({ length: 20 }, (_, n) => post(`/gateway/payments/${id}/capture`, { amount: n % 2 === 0 ? 1_500 : 1_400 })), { concurrency: 20 }
      ))
      const taken = all.done.filter(({ status }) => status === 200)
      const { captured_amount } = taken[0]!.json
      assert.include([1_400, 1_500], captured_amount)
      for (const { json } of taken) assert.deepInclude(json, { state: "succeeded", captured_amount })
      for (const { status } of all.done) assert.include([200, 409], status)
      assert.deepStrictEqual(all.moved, {
        provider_clearing: [captured_amount, -2_000], customer_payments: [0, 2_000], revenue: [-captured_amount, 0]
      })
      assert.strictEqual((yield* post(`/gateway/payments/${id}/capture`, {})).json.captured_amount, captured_amount)
      yield* booksAreRight
    }))

  it.effect("of an order follow it, with its tax, and never take more than it costs", () =>
    Effect.gen(function*() {
      const rates = [{ name: "VAT 20 %", country: "GB", percentage: 20 }]
      assert.strictEqual((yield* send("/gateway/tax-rates", { key: "acmeTest", method: "PUT", ...json({ rates }) })).status, 200)
      const made = yield* order({ lines: [{ description: "Manual", unit_amount: 333, quantity: 1 }], tax_country: "GB" })
      assert.deepInclude(made, { amount: 400, tax: 67 })
      const part = yield* movedBy(pay({ order_id: made.id, amount: 133 }))
      assert.deepInclude(part.done.json, { state: "succeeded", order_id: made.id, contact_id: made.contact_id })
      assert.deepStrictEqual(part.moved, { provider_clearing: [133, 0], revenue: [-111, 0], tax_payable: [-22, 0] })
      assert.deepInclude(yield* read(`/orders/${made.id}`), { state: "open", payment_state: "partially_paid", paid_amount: 133 })
      const over = yield* pay({ order_id: made.id, amount: 268 })
      assert.deepStrictEqual([over.status, over.json.message], [409, "Of the order, 267 is left to pay."])
      const rest = yield* movedBy(pay({ order_id: made.id }))
      assert.deepStrictEqual(rest.moved, { provider_clearing: [267, 0], revenue: [-222, 0], tax_payable: [-45, 0] })
      assert.deepInclude(yield* read(`/orders/${made.id}`), { state: "paid", payment_state: "paid", paid_amount: 400 })
      assert.deepStrictEqual(yield* kinds(made.id, "order"), ["order.created", "order.paid"])
      assert.strictEqual((yield* pay({ order_id: made.id })).json.message, "Nothing of the order is left to pay.")

      const wanted = yield* order({ amount: 1_000 })
      const all = yield* Effect.all(Array.from({ length: 20 }, () => pay({ order_id: wanted.id, amount: 300 })), { concurrency: 20 })
      assert.strictEqual(all.filter(({ status }) => status === 201).length, 3)
      assert.strictEqual(all.filter(({ status }) => status === 409).length, 17)
      assert.deepInclude(yield* read(`/orders/${wanted.id}`), { state: "open", paid_amount: 900 })
      yield* booksAreRight
    }))

  it.effect("of a cancelled order are given back or let go", () =>
    Effect.gen(function*() {
      const made = yield* order({ amount: 1_000 })
      yield* pay({ order_id: made.id, amount: 400 })
      const held = yield* pay({ order_id: made.id, amount: 350, capture: false })
      const asked = yield* pay({ order_id: made.id, amount: 250, payment_method: "pm_card_authenticationRequired" })
      const { done, moved } = yield* movedBy(send(`/orders/${made.id}/cancel`, { key: "acmeTest", method: "POST" }))
      assert.deepInclude(done.json, { state: "cancelled", payment_state: "refunded", paid_amount: 400, refunded_amount: 400 })
      assert.deepStrictEqual(moved, { provider_clearing: [-400, -350], refunds: [400, 0], customer_payments: [0, 350] })
      for (const { json } of [held, asked]) assert.strictEqual((yield* read(`/gateway/payments/${json.id}`)).state, "canceled")
      assert.strictEqual((yield* pay({ order_id: made.id, amount: 1 })).json.message, "The order is cancelled.")
      const busy = yield* order({ amount: 50 })
      const slow = yield* Effect.forkChild(pay({ order_id: busy.id, payment_method: "pm_simulated_slow" }))
      yield* eventually(read(`/gateway/payments?order_id=${busy.id}`), ({ total }) => total === 1)
      assert.strictEqual((yield* send(`/orders/${busy.id}/cancel`, { key: "acmeTest", method: "POST" })).status, 409)
      assert.strictEqual((yield* send(`/orders/${busy.id}`, { key: "acmeTest", method: "PATCH", ...json({ amount: 60 }) })).status, 409)
      slow.interruptUnsafe()
      yield* booksAreRight
    }))

  it.effect("refuse what means nothing, what is another's, and card numbers, which stand nowhere", () =>
    Effect.gen(function*() {
      const [mine, live, theirs] = [yield* someone("acmeTest"), yield* order({ amount: 10 }, "acme"), yield* someone("bolt")]
      const cases: ReadonlyArray<readonly [number, object]> = [
        [404, { contact_id: theirs.id, amount: 5 }], [404, { order_id: live.id }], [404, { contact_id: mine.id, amount: 5, payment_method: undefined, payment_method_id: 999 }],
        [422, { contact_id: mine.id }], [422, { contact_id: mine.id, amount: 5, payment_method: undefined }], [422, { order_id: undefined, contact_id: undefined, amount: 5 }],
        [422, { contact_id: mine.id, amount: 0 }], [422, { contact_id: mine.id, amount: 5, currency: "XYZ" }]
      ]
      for (const [status, given] of cases) assert.strictEqual((yield* pay(given)).status, status, JSON.stringify(given))
      const unset = yield* pay({ amount: 5 }, "acme")
      assert.deepStrictEqual([unset.status, /STRIPE_SECRET_KEY/.test(unset.json.message)], [422, true], unset.text)
      for (const number of ["4242424242424242", "4242 4242 4242 4242", "4242-4242-4242-4242", 4242424242424242]) {
        for (const given of [{ payment_method: number }, { description: `card ${number}` }]) {
          const refused = yield* pay({ contact_id: mine.id, amount: 5, ...given })
          assert.strictEqual(refused.status, 422, refused.text)
          assert.notMatch(refused.text.replaceAll(/[ -]/g, ""), /4242424242/)
        }
      }
      const sql = yield* OwnerSql
      assert.deepStrictEqual(yield* sql`select id from receipts where changes::text ~ '4242[ -]?4242'`, [])
    }))
})
