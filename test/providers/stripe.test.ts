import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { stripe, stripeParty } from "#layers/providers/payment/stripe"
import { simulatedPayments } from "#layers/providers/payment/simulated"
import { simulatedFaults } from "#layers/providers/simulated-faults"
import { Http, partyAt } from "./parties.ts"
import { stripeServer, stripeSignature } from "./stripe-server.ts"

const KEY = "sk_test_4eC39HqLyjWDarjtT1zdp7dc"
const SIGNING = "whsec_test_1234567890abcdef"

const made = Effect.gen(function*() {
  const server = yield* stripeServer(KEY)
  const way = yield* partyAt(stripeParty, server.url)
  const payments = stripe(way, { secret_key: Redacted.make(KEY), webhook_secret: Redacted.make(SIGNING) })
  return { server, payments }
})

const order = { amount: 1_999, currency: "EUR", method: "pm_card_visa", capture: true, confirm: true } as const

/** What Stripe and the simulator must do alike. */
for (const [name, payments] of [["stripe", Effect.map(made, ({ payments }) => payments)], ["simulated", Effect.succeed(simulatedPayments)]] as const) {
  describe(`payments by ${name}`, () => {
    const test = (title: string, run: (how: typeof simulatedPayments) => Effect.Effect<void, unknown>) =>
      it.live(title, () => Effect.flatMap(payments, run).pipe(Effect.provide(Http), Effect.scoped))

    test("charge, refund in parts, and answer alike under the same key", Effect.fnUntraced(function*(payments) {
      const paid = yield* payments.create(order, "order-1")
      assert.deepInclude(paid, { status: "succeeded", amount: 1_999, amount_received: 1_999, currency: "EUR", action_url: null })
      assert.deepStrictEqual(yield* payments.create(order, "order-1"), paid)
      assert.notStrictEqual((yield* payments.create(order, "order-2")).id, paid.id)
      assert.deepStrictEqual(yield* payments.find(paid.id), paid)
      const back = yield* payments.refund({ intent: paid.id, amount: 500 }, "refund-1")
      assert.deepInclude(back, { status: "succeeded", amount: 500, currency: "EUR" })
      assert.deepStrictEqual(yield* payments.findRefund(back.id), back)
      assert.deepStrictEqual(yield* payments.refund({ intent: paid.id, amount: 500 }, "refund-1"), back)
      const more = yield* Effect.flip(payments.refund({ intent: paid.id, amount: 5_000 }, "refund-2"))
      assert.strictEqual(more._tag, "ProviderInvalidRequest")
    }))

    test("authorise, then capture a part or cancel", Effect.fnUntraced(function*(payments) {
      const held = yield* payments.create({ ...order, capture: false }, "hold-1")
      assert.deepInclude(held, { status: "requires_capture", amount_received: 0 })
      assert.strictEqual((yield* Effect.flip(payments.capture(held.id, { amount: 2_000 }, "capture-0"))).reason, "amount_too_large")
      const taken = yield* payments.capture(held.id, { amount: 1_000 }, "capture-1")
      assert.deepInclude(taken, { status: "succeeded", amount_received: 1_000 })
      const other = yield* payments.create({ ...order, capture: false }, "hold-2")
      const canceled = yield* payments.cancel(other.id, "cancel-1")
      assert.strictEqual(canceled.status, "canceled")
      assert.strictEqual((yield* Effect.flip(payments.capture(canceled.id, {}, "capture-2")))._tag, "ProviderInvalidRequest")
      assert.strictEqual((yield* Effect.flip(payments.cancel(taken.id, "cancel-2"))).reason, "payment_intent_unexpected_state")
    }))

    test("decline with the provider's code, and ask the customer who they are", Effect.fnUntraced(function*(payments) {
      const error = yield* Effect.flip(payments.create({ ...order, method: "pm_card_chargeDeclinedInsufficientFunds" }, "order-1"))
      assert.strictEqual(error._tag, "ProviderDeclined")
      assert.strictEqual(error.reason, "insufficient_funds")
      const asked = yield* payments.create({ ...order, method: "pm_card_authenticationRequired" }, "order-2")
      assert.strictEqual(asked.status, "requires_action")
      assert.match(asked.action_url!, /^https:\/\//)
    }))

    test("know nothing of what is not theirs", Effect.fnUntraced(function*(payments) {
      for (const call of [
        payments.find("pi_none"), payments.capture("pi_none", {}, "c"), payments.cancel("pi_none", "d"), payments.confirm("pi_none", {}, "e"),
        payments.refund({ intent: "pi_none" }, "f"), payments.findRefund("re_none"), payments.find("../refunds/re_1?x=#")
      ]) {
        const error = yield* Effect.flip(call as Effect.Effect<unknown, any>)
        assert.deepInclude(error, { _tag: "ProviderInvalidRequest", reason: "resource_missing" })
      }
    }))
  })
}

describe("Stripe", () => {
  it.live("hears its version, its key and our key, and is told nothing else", () =>
    Effect.gen(function*() {
      const { payments, server } = yield* made
      yield* payments.create({ ...order, description: "Two & more", metadata: { order: "7", note: "a=b&c" } }, "key-7")
      const [{ body, headers }] = server.asked as [typeof server.asked[number]]
      assert.strictEqual(headers["idempotency-key"], "key-7")
      assert.strictEqual(headers["stripe-version"], "2024-06-20")
      assert.notProperty(headers, "traceparent")
      assert.notProperty(headers, "b3")
      const form = new URLSearchParams(body.toString())
      assert.deepStrictEqual([form.get("metadata[note]"), form.get("description"), form.get("currency")], ["a=b&c", "Two & more", "eur"])
      const error = yield* Effect.flip(payments.create({ ...order, amount: 5 }, "key-7"))
      assert.deepInclude(error, { _tag: "ProviderInvalidRequest", reason: "idempotency_error" })
    }).pipe(Effect.provide(Http), Effect.scoped))

  it.effect("signs its events: an old, altered or foreign one is none", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(1_790_000_000_000)
      const { payments } = yield* made
      const now = 1_790_000_000
      const body = JSON.stringify({
        id: "evt_1", type: "payment_intent.succeeded", created: now, livemode: true, data: { object: { id: "pi_1" } }, more: 1
      })
      const event = (text: string, header: string | undefined) => payments.event(new TextEncoder().encode(text), header)
      const right = stripeSignature(SIGNING, body, now)
      assert.deepStrictEqual((yield* event(body, right)).data.object, { id: "pi_1" })
      assert.strictEqual((yield* event(body, `t=${now},v1=00,${right.split(",")[1]}`)).id, "evt_1")
      const wrong = [
        [body, undefined], [body, ""], [`${body} `, right], [body, stripeSignature("another secret", body, now)], [body, right.slice(0, -1)],
        [body, right.replace(`t=${now}`, `t=${now + 1}`)], [body, stripeSignature(SIGNING, body, now - 301)], [body, right.replace("v1", "v0")],
        [body, `t=,${right.split(",")[1]}`], ["[]", stripeSignature(SIGNING, "[]", now)], ["{", stripeSignature(SIGNING, "{", now)]
      ] as const
      for (const [text, header] of wrong) {
        const error = yield* Effect.flip(event(text, header))
        assert.strictEqual(error.reason, "signature", header)
        assert.notInclude(error.message, SIGNING)
      }
    }).pipe(Effect.provide(Http), Effect.scoped))
})

describe("the simulator", () => {
  it.effect("fails in each way that a party can, as it is told", () =>
    Effect.gen(function*() {
      for (const [fault, make] of Object.entries(simulatedFaults)) {
        const error = yield* Effect.flip(simulatedPayments.create({ ...order, method: `pm_simulated_${fault}` }, "k"))
        assert.strictEqual(error._tag, make({ provider: "", operation: "", reason: "", message: "", attempts: 0 })._tag)
        assert.deepInclude(error, { provider: "simulated", reason: fault })
      }
      const slow = yield* Effect.forkChild(simulatedPayments.create({ ...order, method: "pm_simulated_slow" }, "k"))
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(slow.pollUnsafe())
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(slow.pollUnsafe()?._tag, "Success")
    }))
})
