import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf, someone } from "../crm/records.ts"
import { eventually } from "../support/eventually.ts"
import { advance, ready } from "../support/test-clock.ts"
import { TestServer } from "../support/test-server.ts"
import { booksAreRight, post, read } from "./paying.ts"
import { cardholder, plan, subscribe } from "./subscribing.ts"

const path = (id: number, what = "") => `/gateway/subscriptions/${id}${what}`
const advanced = (to: string) => Effect.andThen(advance({ to }), ready())
const statesOf = (records: ReadonlyArray<{ state: string }>) => records.map(({ state }) => state)
const paymentsOf = (contact_id: number) => Effect.map(read(`/gateway/payments?contact_id=${contact_id}&sort=id`), ({ items }) => items)
const invoicesOf = (contact_id: number) => Effect.map(read(`/gateway/invoices?contact_id=${contact_id}&sort=id`), ({ items }) => items)
const kindsOf = (id: number) => Effect.map(eventsOf("acme", "subscription", id), (events) => events.map(({ kind }) => kind))

layer(TestServer, { excludeTestServices: true })("charges of subscriptions", (it) => {
  it.effect("are made once a period to the saved method, and pay the invoice", () =>
    Effect.gen(function*() {
      const { id: plan_id } = yield* plan()
      const made = yield* subscribe(plan_id, yield* cardholder())
      yield* eventually(invoicesOf(made.contact_id), ([first]) => first.state === "paid")
      yield* advanced("P65D")
      assert.deepInclude(yield* read(path(made.id)), { state: "active", period: 3 })
      assert.deepStrictEqual(statesOf(yield* invoicesOf(made.contact_id)), ["paid", "paid", "paid"])
      assert.deepStrictEqual((yield* paymentsOf(made.contact_id)).map(({ amount, state }: any) => [amount, state]), [1, 2, 3].map(() => [2_000, "succeeded"]))
      yield* booksAreRight
    }))

  it.effect("that fail are tried again on the days of the plan, and then the subscription is past due and what the company chose", () =>
    Effect.gen(function*() {
      const ends = ["cancel", "pause", "leave_unpaid", "leave_unpaid", "leave_unpaid"] as const
      const made = yield* Effect.forEach(ends, (after_retries) => Effect.flatMap(plan({ after_retries, retry_days: [1, 3] }), ({ id }) =>
        Effect.flatMap(cardholder("pm_card_chargeCustomerFail"), (holder) => subscribe(id, holder))))
      yield* advanced("P2D")
      for (const { contact_id, id } of made) {
        assert.strictEqual((yield* read(path(id))).state, "active")
        assert.deepStrictEqual(statesOf(yield* paymentsOf(contact_id)), ["failed", "failed"])
      }
      yield* advanced("P3D")
      assert.deepStrictEqual(statesOf(yield* Effect.forEach(made, ({ id }) => read(path(id)))), ["canceled", "paused", "past_due", "past_due", "past_due"])
      for (const { contact_id } of made) assert.deepStrictEqual(statesOf(yield* paymentsOf(contact_id)), ["failed", "failed", "failed"])
      assert.deepStrictEqual(yield* Effect.forEach(made, ({ id }) => kindsOf(id)), [
        ["subscription.created", "subscription.past_due", "subscription.canceled"], ["subscription.created", "subscription.past_due", "subscription.paused"],
        ...Array.from({ length: 3 }, () => ["subscription.created", "subscription.past_due"])
      ])
      yield* post(`/gateway/invoices/${made[3]!.latest_invoice_id}/credit-notes`, {})
      yield* post(`/gateway/invoices/${made[4]!.latest_invoice_id}/void`, {})
      for (const { id } of made.slice(3)) assert.strictEqual((yield* read(path(id))).state, "active", "nothing is owed any more")
      const { contact_id, id, latest_invoice_id } = made[2]!
      const { json: other } = yield* post("/gateway/payment-methods", { contact_id, payment_method: "pm_card_visa" })
      const changed = yield* post(path(id, "/change"), { payment_method_id: other.id })
      assert.deepInclude(changed.json, { payment_method_id: other.id, pending_amount: 0 }, changed.text)
      yield* post(`/gateway/invoices/${latest_invoice_id}/payments`, { method: "transfer" })
      assert.strictEqual((yield* read(path(id))).state, "active")
      yield* advanced("P30D")
      assert.deepStrictEqual(statesOf(yield* invoicesOf(contact_id)), ["paid", "paid"])
      yield* booksAreRight
    }))

  it.effect("stop being tried once the invoice was paid otherwise", () =>
    Effect.gen(function*() {
      const { id: plan_id } = yield* plan()
      const made = yield* subscribe(plan_id, yield* cardholder("pm_card_chargeCustomerFail"))
      yield* eventually(paymentsOf(made.contact_id), ([first]) => first?.state === "failed")
      const paid = yield* post(`/gateway/invoices/${made.latest_invoice_id}/payments`, { method: "cash" })
      assert.deepInclude(paid.json, { state: "paid" }, paid.text)
      yield* advanced("P10D")
      assert.lengthOf(yield* paymentsOf(made.contact_id), 1)
      assert.strictEqual((yield* read(path(made.id))).state, "active")
    }))

  it.effect("by live keys need a provider, and methods of the contact itself", () =>
    Effect.gen(function*() {
      const { id: plan_id } = yield* plan()
      const { payment_method_id } = yield* cardholder()
      const { id: contact_id } = yield* someone("acmeTest")
      assert.strictEqual((yield* post("/gateway/subscriptions", { contact_id, plan_id, payment_method_id })).status, 404)
      assert.strictEqual((yield* post("/gateway/subscriptions", { contact_id, plan_id, payment_method_id }, "acme")).status, 404)
    }))
})
