import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { TestServer } from "../support/test-server.ts"
import { allow, portalLink, sendAndFollow, told, wordsOf } from "./own-pages.ts"
import { booksAreRight, post, read } from "./paying.ts"
import { sendForm, visit } from "./paying-by-link.ts"
import { cardholder, plan, subscribe } from "./subscribing.ts"

const usual = { enabled: true, payment_methods: true, cancel: true, pause: false, change_plan_ids: [] }

/** A customer with a subscription of 20.00 a month, and its page. */
const subscriber = Effect.gen(function*() {
  const { contact_id, payment_method_id } = yield* cardholder()
  const gold = yield* plan()
  const made = yield* subscribe(gold.id, { contact_id, payment_method_id })
  const { url } = yield* portalLink(contact_id)
  return { contact_id, payment_method_id, gold, id: made.id as number, url, page: `${url}/subscriptions/${made.id}` }
})

const ofSubscription = (id: number) => read(`/gateway/subscriptions/${id}`)

layer(TestServer, { excludeTestServices: true })("a customer's own subscriptions", (it) => {
  it.effect("are shown with the next bill, canceled at the end of the period by many at once, and kept after all", () =>
    Effect.gen(function*() {
      const { contact_id, id, page, url } = yield* subscriber
      const words = wordsOf(yield* visit(url))
      for (const part of ["Gold active", "$20.00 every month", "Next bill on", "$20.00, and tax where it is added", "Visa that ends in 4242"]) assert.include(words, part)
      const sent = yield* Effect.forEach(Array.from({ length: 10 }, (_, n) => n), () => sendForm(page, { do: "cancel" }), { concurrency: "unbounded" })
      assert.deepStrictEqual(sent.map(({ status }) => status), Array.from({ length: 10 }, () => 303))
      const canceled = yield* ofSubscription(id)
      assert.deepInclude(canceled, { state: "active", cancel_at_period_end: true })
      const sql = yield* OwnerSql
      const receipts = yield* sql`select verb, agent, key_id, livemode from receipts where verb = 'cancel_subscription' and changes->0->>'id' = ${String(id)}`
      assert.deepStrictEqual(receipts, [{ verb: "cancel_subscription", agent: { visitor: `customer_${contact_id}` }, key_id: 0, livemode: false }])
      assert.strictEqual((yield* sql`select 1 from events where kind = 'subscription.canceled' and data->'object'->>'id' = ${String(id)}`).length, 1)
      assert.include(wordsOf(yield* visit(page)), "It ends on")
      assert.include(wordsOf(yield* sendAndFollow(page, { do: "keep" })), "It goes on.")
      yield* sendForm(page, { do: "keep" })
      assert.deepInclude(yield* ofSubscription(id), { state: "active", cancel_at_period_end: false })
    }))

  it.effect("are changed only as far as the company allows", () =>
    Effect.gen(function*() {
      const { contact_id, gold, id, page, payment_method_id, url } = yield* subscriber
      const silver = yield* plan({ name: "Silver", amount: 1_000 })
      const shown = wordsOf(yield* visit(page))
      assert.include(shown, "Cancel at the end of the period")
      for (const absent of ["Pause it", "Change to another plan"]) assert.notInclude(shown, absent)
      const refused = [403, "That is not open to you"]
      for (const what of ["pause", "resume"]) assert.deepStrictEqual(told(yield* sendForm(page, { do: what })), refused, what)
      assert.deepStrictEqual(told(yield* sendForm(page, { do: "change", plan: String(silver.id), at: new Date().toISOString() })), refused)
      assert.deepStrictEqual(told(yield* visit(`${page}?plan=${silver.id}`)), refused)
      yield* allow({ cancel: false, payment_methods: false })
      for (const what of ["cancel", "keep"]) assert.deepStrictEqual(told(yield* sendForm(page, { do: what })), refused, what)
      assert.deepStrictEqual(told(yield* sendForm(page, { do: "charge", method: String(payment_method_id) })), refused)
      for (const path of ["methods/new", `methods/${payment_method_id}`]) {
        assert.strictEqual((yield* visit(`${url}/${path}`)).status, 403, path)
        assert.strictEqual((yield* sendForm(`${url}/${path}`, { showing: "x".repeat(43), card: "pm_card_visa" })).status, 403, path)
      }
      assert.notInclude(wordsOf(yield* visit(url)), "Payment methods")
      assert.deepStrictEqual(told(yield* sendForm(page, { do: "explode" })), [422, "That cannot be done"])
      assert.deepInclude(yield* ofSubscription(id), { state: "active", cancel_at_period_end: false, plan_id: gold.id, contact_id })
      yield* allow(usual)
    }))

  it.effect("are paused and gone on with, and change to another plan as it was told before", () =>
    Effect.gen(function*() {
      const { id, page, payment_method_id, contact_id } = yield* subscriber
      const platinum = yield* plan({ name: "Platinum", amount: 5_000 })
      const yearly = yield* plan({ name: "Yearly", interval: "year" })
      assert.strictEqual((yield* post("/gateway/portal-settings", {})).status, 405)
      yield* allow({ pause: true, change_plan_ids: [platinum.id, yearly.id] })
      const shown = wordsOf(yield* visit(page))
      assert.include(shown, "Platinum: $50.00 every month")
      assert.notInclude(shown, "Yearly")
      const preview = yield* visit(`${page}?plan=${platinum.id}`)
      const at = /name="at" value="([^"]+)"/.exec(preview.text)![1]!
      const { next_amount, pending_amount } = (yield* post(`/gateway/subscriptions/${id}/preview`, { plan_id: platinum.id, proration_at: at })).json
      assert.include(wordsOf(preview), `$${(next_amount / 100).toFixed(2)}, and tax`)
      const sent = yield* Effect.forEach([1, 2, 3], () => sendAndFollow(page, { do: "change", plan: String(platinum.id), at }), { concurrency: 3 })
      for (const one of sent) assert.include(wordsOf(one), "The plan was changed.")
      assert.deepInclude(yield* ofSubscription(id), { plan_id: platinum.id, amount: 5_000, pending_amount })
      assert.deepStrictEqual(told(yield* visit(`${page}?plan=${yearly.id}`)), [422, "That cannot be done"])
      const late = new Date(Date.now() - 3_600_000).toISOString()
      assert.strictEqual((yield* sendForm(page, { do: "change", plan: String(platinum.id), at: late })).status, 422)

      const second = (yield* post("/gateway/payment-methods", { contact_id, payment_method: "pm_card_mastercard" })).json
      assert.include(wordsOf(yield* visit(page)), "Mastercard that ends in 4444")
      assert.include(wordsOf(yield* sendAndFollow(page, { do: "charge", method: String(second.id) })), "It is charged to that from now on.")
      assert.deepInclude(yield* ofSubscription(id), { payment_method_id: second.id })
      const { payment_method_id: foreign } = yield* cardholder()
      assert.strictEqual((yield* sendForm(page, { do: "charge", method: String(foreign) })).status, 404)
      assert.include(wordsOf(yield* visit(`${page.split("/subscriptions")[0]}/methods/${second.id}`)), "Platinum")
      assert.notInclude(wordsOf(yield* visit(`${page.split("/subscriptions")[0]}/methods/${payment_method_id}`)), "Platinum")

      assert.include(wordsOf(yield* sendAndFollow(page, { do: "pause" })), "It is paused.")
      yield* sendForm(page, { do: "pause" })
      assert.deepInclude(yield* ofSubscription(id), { state: "paused" })
      assert.include(wordsOf(yield* visit(page)), "A new period begins now and is billed: $50.00")
      assert.include(wordsOf(yield* sendAndFollow(page, { do: "resume" })), "It goes on.")
      const resumed = yield* ofSubscription(id)
      assert.deepInclude(resumed, { state: "active" })
      yield* sendForm(page, { do: "resume" })
      assert.strictEqual((yield* ofSubscription(id)).period, resumed.period)
      yield* allow(usual)
      yield* booksAreRight
    }))

  it.effect("of others are not there, whatever the address or the form names", () =>
    Effect.gen(function*() {
      const [mine, others] = [yield* subscriber, yield* subscriber]
      yield* allow({ pause: true, change_plan_ids: [others.gold.id] })
      const foreign = `${mine.url}/subscriptions/${others.id}`
      assert.strictEqual((yield* visit(foreign)).status, 404)
      assert.strictEqual((yield* visit(`${foreign}?plan=${others.gold.id}`)).status, 404)
      const forms = [
        { do: "cancel" }, { do: "keep" }, { do: "pause" }, { do: "resume" }, { do: "charge", method: String(mine.payment_method_id) },
        { do: "change", plan: String(others.gold.id), at: new Date().toISOString() }
      ]
      for (const form of forms) assert.strictEqual((yield* sendForm(foreign, form)).status, 404, form.do)
      assert.strictEqual((yield* visit(`${mine.url}/methods/${others.payment_method_id}`)).status, 404)
      assert.strictEqual((yield* sendForm(`${mine.url}/methods/${others.payment_method_id}`, {})).status, 404)
      assert.deepInclude(yield* ofSubscription(others.id), { state: "active", cancel_at_period_end: false, payment_method_id: others.payment_method_id })
      yield* allow(usual)
    }))
})
