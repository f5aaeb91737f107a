import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { ProviderTiming } from "#layers/providers/http"
import { someone } from "../crm/records.ts"
import type { Asked, Fault } from "../providers/provider-server.ts"
import { stripeServer, stripeSignature } from "../providers/stripe-server.ts"
import { eventually } from "../support/eventually.ts"
import { send, STRIPE_KEY, STRIPE_SIGNING, TestServerPaying } from "../support/test-server.ts"
import { booksAreRight, movedBy, order, pay, post, read } from "./paying.ts"

class Stripe extends Context.Service<Stripe, Effect.Success<ReturnType<typeof stripeServer>>>()("test/payments/Stripe") {}

/** Live keys pay at a server that speaks Stripe's protocol, and that is given up on soon. */
const WithStripe = Layer.unwrap(Effect.map(stripeServer(STRIPE_KEY), (server) =>
  Layer.merge(
    Layer.succeed(Stripe, server),
    TestServerPaying(server.url).pipe(
      Layer.provide(Layer.succeed(ProviderTiming, { connect: 1_000, attempt: 300, longAttempt: 1_000, whole: 1_500, backoff: 10 }))
    )
  )))

const to = (end: string) => ({ path }: Asked) => path.endsWith(end)

/** A payment, of whose requests some go wrong. */
const payDespite = Effect.fnUntraced(function*(how: Fault, times: number, end: string, given: object = {}) {
  const { asked, fail, intents } = yield* Stripe
  const before = asked.length
  fail(how, times, to(end))
  const { json } = yield* pay({ amount: 1_999, ...given }, "acme")
  const ended = yield* eventually(read(`/gateway/payments/${json.id}`, "acme"), ({ state }) => state !== "processing", 30_000)
  fail(undefined)
  const mine = [...intents.values()].filter(({ metadata }) => metadata["payment_id"] === String(json.id))
  return { ended, mine, asked: asked.slice(before).map(({ method, path }) => `${method} ${path.replace(/pi_\d+/, "pi")}`) }
})

layer(WithStripe, { excludeTestServices: true })("payments by Stripe", (it) => {
  it.effect("are charged once for each key, and name what they are for", () =>
    Effect.gen(function*() {
      const { intents } = yield* Stripe
      const { id: contact_id } = yield* someone("acme")
      const once = pay({ contact_id, amount: 1_999, currency: "EUR", description: "Manuals" }, "acme", { "idempotency-key": "live-1" })
      const [first, again] = [yield* once, yield* once]
      assert.deepInclude(first!.json, { state: "succeeded", captured_amount: 1_999, currency: "EUR", provider: "stripe", simulated: false, livemode: true })
      assert.deepStrictEqual(again!.json, first!.json)
      assert.strictEqual(intents.size, 1)
      assert.deepInclude([...intents.values()][0], { status: "succeeded", amount_received: 1_999, metadata: { payment_id: String(first!.json.id) } })
      yield* booksAreRight
    }))

  it.effect("are found again where they were charged and the answer was lost, and not charged twice", () =>
    Effect.gen(function*() {
      for (const fault of ["lost", "hung"] as const) {
        const { asked, ended, mine } = yield* payDespite(fault, 3, "/confirm")
        assert.deepInclude(ended, { state: "succeeded", captured_amount: 1_999 }, fault)
        assert.deepStrictEqual(mine.map(({ charges }) => charges), [1], fault)
        assert.strictEqual(asked.at(-1), "GET /v1/payment_intents/pi", fault)
      }
      yield* booksAreRight
    }))

  it.effect("are confirmed again only where nothing was charged", () =>
    Effect.gen(function*() {
      for (const fault of ["slow", "cut", "broken"] as const) {
        const { asked, ended, mine } = yield* payDespite(fault, 3, "/confirm")
        assert.deepInclude(ended, { state: "succeeded", captured_amount: 1_999 }, fault)
        assert.deepStrictEqual(mine.map(({ charges }) => charges), [1], fault)
        assert.deepStrictEqual(asked.slice(-2), ["GET /v1/payment_intents/pi", "POST /v1/payment_intents/pi/confirm"], fault)
      }
      const made = yield* payDespite("lost", 4, "/payment_intents")
      assert.deepStrictEqual([made.ended.state, made.mine.map(({ charges }) => charges)], ["succeeded", [1]])
      yield* booksAreRight
    }))

  it.effect("are declined with Stripe's code, also where the answer was lost", () =>
    Effect.gen(function*() {
      const payment_method = "pm_card_chargeDeclinedInsufficientFunds"
      const declined = yield* pay({ amount: 500, payment_method }, "acme")
      assert.deepInclude(declined.json, { state: "failed", failure_code: "insufficient_funds", captured_amount: 0 })
      assert.notInclude(declined.text, STRIPE_KEY)
      const invalid = yield* payDespite("echo", 1, "/confirm")
      assert.deepInclude(invalid.ended, { state: "failed", failure_code: "echo" })
      assert.deepStrictEqual(invalid.mine.map(({ charges, status }) => [charges, status]), [[0, "canceled"]])
      const { ended } = yield* payDespite("lost", 3, "/confirm", { payment_method })
      assert.deepInclude(ended, { state: "failed", failure_code: "insufficient_funds", captured_amount: 0 })
      const asked = yield* pay({ amount: 500, payment_method: "pm_card_authenticationRequired" }, "acme")
      assert.deepInclude(asked.json, { state: "requires_action", action_url: "https://hooks.stripe.example/3ds" })
      yield* booksAreRight
    }))

  it.effect("are authorized, captured in part, refunded, each once whatever is lost, and Stripe's books are ours", () =>
    Effect.gen(function*() {
      const { fail, intents } = yield* Stripe
      const { moved } = yield* movedBy(Effect.gen(function*() {
        const made = yield* order({ amount: 3_000, currency: "CHF" }, "acme")
        const { json: { id } } = yield* pay({ order_id: made.id, capture: false }, "acme")
        assert.strictEqual((yield* read(`/orders/${made.id}`, "acme")).payment_state, "authorized")
        fail("lost", 3, to("/capture"))
        yield* post(`/gateway/payments/${id}/capture`, { amount: 2_500 }, "acme")
        yield* eventually(read(`/gateway/payments/${id}`, "acme"), ({ state }) => state === "succeeded")
        fail("lost", 3, to("/refunds"))
        const { json: refund } = yield* post(`/gateway/payments/${id}/refunds`, { amount: 700 }, "acme")
        yield* eventually(read(`/gateway/refunds/${refund.id}`, "acme"), ({ state }) => state === "succeeded")
        assert.deepInclude(yield* read(`/orders/${made.id}`, "acme"), { state: "open", paid_amount: 2_500, refunded_amount: 700 })
        const theirs = [...intents.values()].find(({ metadata }) => metadata["payment_id"] === String(id))!
        assert.deepInclude(theirs, { amount_received: 2_500, refunded: 700 })
      }), "acme")
      assert.deepStrictEqual(moved, { provider_clearing: [1_800, 0], revenue: [-2_500, 0], refunds: [700, 0] })
      const received = [...intents.values()].reduce((sum, { amount_received, refunded }) => sum + amount_received - refunded, 0)
      const { accounts } = yield* read("/gateway/balance", "acme")
      const clearing = accounts.filter(({ account }: any) => account === "provider_clearing").reduce((sum: number, { posted }: any) => sum + posted, 0)
      assert.strictEqual(clearing, received)
      yield* booksAreRight
    }))

  it.effect("that Stripe refuses to give back can be given back later", () =>
    Effect.gen(function*() {
      const { fail } = yield* Stripe
      const { json: { id } } = yield* pay({ amount: 800 }, "acme")
      fail("echo", 1, to("/refunds"))
      const refused = yield* post(`/gateway/payments/${id}/refunds`, {}, "acme")
      assert.deepInclude(refused.json, { state: "failed", amount: 800, failure_code: "echo" })
      assert.notInclude(refused.text, STRIPE_KEY)
      assert.strictEqual((yield* post(`/gateway/payments/${id}/refunds`, {}, "acme")).json.state, "succeeded")
      yield* booksAreRight
    }))

  it.effect("are charged to methods that Stripe keeps, and forgets", () =>
    Effect.gen(function*() {
      const { methods } = yield* Stripe
      const { id: contact_id } = yield* someone("acme")
      const save = post("/gateway/payment-methods", { contact_id, payment_method: "pm_card_visa" }, "acme")
      const [{ json: first }, { json: second }] = [yield* save, yield* save]
      assert.deepInclude(first, { state: "active", brand: "visa", last4: "4242", exp_month: 8, exp_year: 2031, provider: "stripe" })
      assert.strictEqual(new Set(methods.values()).size, 1)
      const { json: paid } = yield* pay({ contact_id, amount: 800, payment_method: undefined, payment_method_id: second.id }, "acme")
      assert.deepInclude(paid, { state: "succeeded", payment_method_id: second.id })
      for (const { id } of [first, second]) {
        assert.strictEqual((yield* send(`/gateway/payment-methods/${id}`, { key: "acme", method: "DELETE" })).status, 200)
      }
      yield* eventually(Effect.sync(() => [...methods.values()]), (owners) => owners.every((owner) => owner === null))
      yield* booksAreRight
    }))

  it.effect("go forward by what Stripe tells, once, in any order, if it signed that", () =>
    Effect.gen(function*() {
      const { intents } = yield* Stripe
      let count = 0
      const tell = Effect.fnUntraced(function*(type: string, object: object, { id = `evt_${++count}`, late = 0, secret = STRIPE_SIGNING } = {}) {
        const body = JSON.stringify({ id, type, created: 1, livemode: true, data: { object } })
        const signature = stripeSignature(secret, body, Math.floor(Date.now() / 1_000) - late)
        return yield* send("/gateway/inbound/stripe", {
          method: "POST", body, headers: { "content-type": "application/json", "stripe-signature": signature }
        })
      })
      const intentOf = (payment: number) => [...intents.values()].find(({ metadata }) => metadata["payment_id"] === String(payment))!

      const { json: asked } = yield* pay({ amount: 600, payment_method: "pm_card_authenticationRequired" }, "acme")
      const waiting = intentOf(asked.id)
      assert.strictEqual((yield* tell("payment_intent.succeeded", { id: waiting.id })).status, 202)
      Object.assign(waiting, { status: "succeeded", amount_received: 600, charges: 1 })
      for (const how of [{ secret: "whsec_of_somebody_else" }, { late: 301 }]) {
        assert.strictEqual((yield* tell("payment_intent.succeeded", { id: waiting.id }, how)).status, 401)
        assert.strictEqual((yield* tell("payment_intent.succeeded", { id: "pi_of_nobody" }, how)).status, 401)
      }
      assert.strictEqual((yield* tell("payment_intent.succeeded", { id: "pi_of_nobody" })).status, 202)
      yield* tell("payment_intent.succeeded", { id: waiting.id })
      yield* eventually(read(`/gateway/payments/${asked.id}`, "acme"), ({ state }) => state === "succeeded")
      const { json: held } = yield* pay({ amount: 600, payment_method: "pm_card_authenticationRequired", capture: false }, "acme")
      Object.assign(intentOf(held.id), { status: "requires_capture", charges: 1 })
      yield* tell("payment_intent.amount_capturable_updated", { id: intentOf(held.id).id })
      yield* eventually(read(`/gateway/payments/${held.id}`, "acme"), ({ state }) => state === "authorized")
      assert.strictEqual((yield* tell("payment_intent.payment_failed", { id: waiting.id })).status, 202)

      const { json: paid } = yield* pay({ amount: 900 }, "acme")
      const intent = intentOf(paid.id).id
      const refunded = { id: "ch_1", payment_intent: intent, amount_refunded: 300 }
      const elsewhere = yield* movedBy(Effect.all([tell("charge.refunded", refunded, { id: "evt_refund" }), tell("charge.refunded", refunded, { id: "evt_refund" }),
        tell("charge.refunded", refunded), tell("charge.refunded", { ...refunded, amount_refunded: 100 })]), "acme")
      assert.deepStrictEqual(elsewhere.moved, { provider_clearing: [-300, 0], refunds: [300, 0] })
      assert.deepInclude(yield* read(`/gateway/payments/${paid.id}`, "acme"), { state: "succeeded", refunded_amount: 300 })
      assert.strictEqual((yield* post(`/gateway/payments/${paid.id}/refunds`, { amount: 601 }, "acme")).status, 409)

      const dispute = { id: "dp_1", payment_intent: intent, amount: 600, reason: "fraudulent", status: "needs_response" }
      const inquiry = yield* movedBy(tell("charge.dispute.created", { ...dispute, id: "dp_0", status: "warning_needs_response" }), "acme")
      assert.deepStrictEqual(inquiry.moved, {})
      const opened = yield* movedBy(tell("charge.dispute.created", dispute), "acme")
      assert.deepStrictEqual(opened.moved, { provider_clearing: [-600, 0], disputes: [600, 0] })
      assert.isTrue((yield* read(`/gateway/payments/${paid.id}`, "acme")).disputed)
      const won = yield* movedBy(tell("charge.dispute.closed", { ...dispute, status: "won" }), "acme")
      assert.deepStrictEqual(won.moved, { provider_clearing: [600, 0], disputes: [-600, 0] })
      const lost = { ...dispute, id: "dp_2", status: "lost" }
      const early = yield* movedBy(Effect.all([tell("charge.dispute.closed", lost), tell("charge.dispute.created", lost)]), "acme")
      assert.deepStrictEqual(early.moved, { provider_clearing: [-600, 0], disputes: [600, 0] })
      const { items } = yield* read(`/gateway/disputes?payment_id=${paid.id}&sort=id`, "acme")
      assert.deepStrictEqual(items.map(({ amount, reason, state }: any) => [amount, reason, state]), [[600, "fraudulent", "won"], [600, "fraudulent", "lost"]])
      assert.deepStrictEqual(yield* read(`/gateway/disputes/${items[0].id}`, "acme"), items[0])
      assert.isFalse((yield* read(`/gateway/payments/${paid.id}`, "acme")).disputed)
      assert.strictEqual((yield* read(`/gateway/disputes`, "bolt")).total, 0)
      yield* booksAreRight
    }))
})
