import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { ProviderTiming } from "#layers/providers/http"
import { catalog, perform } from "../contract/examples.ts"
import type { Asked } from "../providers/provider-server.ts"
import { stripeServer, stripeSignature } from "../providers/stripe-server.ts"
import { eventually } from "../support/eventually.ts"
import { at, SecondServer, send, STRIPE_KEY, STRIPE_SIGNING, TestServerPaying } from "../support/test-server.ts"
import { booksAreRight, movedBy, order, post, read } from "./paying.ts"
import { headingOf, link, links, payAt, sendForm, showingOf, visit } from "./paying-by-link.ts"

class Stripe extends Context.Service<Stripe, Effect.Success<ReturnType<typeof stripeServer>>>()("test/payments/checkout/Stripe") {}

const WithStripe = Layer.unwrap(Effect.map(stripeServer(STRIPE_KEY), (server) =>
  Layer.merge(
    Layer.succeed(Stripe, server),
    TestServerPaying(server.url).pipe(
      Layer.provide(Layer.succeed(ProviderTiming, { connect: 1_000, attempt: 300, longAttempt: 1_000, whole: 1_500, backoff: 10 }))
    )
  )))

const live = (given: object = {}) => link(given, "acme")

const toSessions = ({ path }: Asked) => path === "/v1/checkout/sessions"

/** A link whose page was sent, up to Stripe's page. */
const begun = Effect.fnUntraced(function*(given: object = {}, fields: Record<string, string> = {}) {
  const { sessions } = yield* Stripe
  const made = yield* live(given)
  const { receipt, shown } = yield* payAt(made.url, fields)
  assert.strictEqual(headingOf(shown), "Go on to pay", shown.text)
  const { items: [payment] } = yield* read(`/gateway/payments?payment_link_id=${made.id}`, "acme")
  const session = [...sessions.values()].findLast(({ metadata }) => metadata["payment_id"] === String(payment.id))!
  return { made, payment, receipt: new URL(receipt!, made.url).href, session, shown }
})

const paymentOf = ({ id }: { readonly id: number }) => read(`/gateway/payments/${id}`, "acme")

layer(WithStripe, { excludeTestServices: true })("a payment link of a live key", (it) => {
  it.effect("leads to Stripe's page, and an event of Stripe's ends it, once", () =>
    Effect.gen(function*() {
      const { intents, payOn } = yield* Stripe
      const { made, payment, receipt, session, shown } = yield* begun({}, { email: "ada@navy.example", card: "pm_card_visa" })
      assert.include(shown.text, `content="0; url=${session.url}"`)
      assert.deepInclude(payment, { state: "requires_action", action_url: session.url, simulated: false, livemode: true, provider: "stripe" })
      assert.deepInclude(session, {
        amount_total: 1_250, currency: "eur", customer_email: "ada@navy.example", success_url: `${receipt}?returned=1`, cancel_url: made.url,
        metadata: { payment_id: String(payment.id) }
      })
      const page = yield* visit(made.url)
      assert.notInclude(page.text, "Test card")
      assert.notInclude(page.text, "no money moves")
      const intent = payOn(session.id)
      const tell = Effect.suspend(() => {
        const body = JSON.stringify({
          id: `evt_${session.id}`, type: "checkout.session.completed", created: 1, livemode: true,
          data: { object: { id: session.id, payment_intent: intent } }
        })
        const signature = stripeSignature(STRIPE_SIGNING, body, Math.floor(Date.now() / 1_000))
        return send("/gateway/inbound/stripe", { method: "POST", body, headers: { "content-type": "application/json", "stripe-signature": signature } })
      })
      const { moved } = yield* movedBy(Effect.gen(function*() {
        for (const { status } of [yield* tell, yield* tell]) assert.strictEqual(status, 202)
        yield* eventually(paymentOf(payment), ({ state }) => state === "succeeded")
      }), "acme")
      assert.deepStrictEqual(moved, { provider_clearing: [1_250, 0], revenue: [-1_250, 0] })
      assert.strictEqual(headingOf(yield* visit(receipt)), "Paid")
      assert.deepInclude(yield* read(`${links}/${made.id}`, "acme"), { paid_count: 1, state: "active" })
      assert.strictEqual((yield* post(`/gateway/payments/${payment.id}/refunds`, { amount: 250 }, "acme")).json.state, "succeeded")
      assert.strictEqual(intents.get(intent)!.refunded, 250)
      yield* booksAreRight
    }))

  it.effect("is paid when the payer comes back, also where no event does", () =>
    Effect.gen(function*() {
      const { payOn } = yield* Stripe
      const { id: order_id } = yield* order({ amount: 2_000, currency: "CHF" }, "acme")
      const { payment, session } = yield* begun({ order_id, single_use: true })
      const waiting = yield* visit(session.success_url)
      assert.deepStrictEqual([headingOf(waiting), waiting.headers.get("refresh")], ["The payment is being made", "5"])
      payOn(session.id)
      yield* eventually(visit(session.success_url), (page) => headingOf(page) === "Paid")
      assert.deepInclude(yield* paymentOf(payment), { state: "succeeded", captured_amount: 2_000, order_id })
      assert.deepInclude(yield* read(`/orders/${order_id}`, "acme"), { state: "paid", paid_amount: 2_000 })
      yield* booksAreRight
    }))

  it.effect("has one page at Stripe's, whatever is lost on the way to it", () =>
    Effect.gen(function*() {
      const { asked, fail, sessions } = yield* Stripe
      const [before, known] = [asked.length, sessions.size]
      fail("lost", 2, toSessions)
      const { session } = yield* begun()
      const calls = asked.slice(before).filter(toSessions)
      assert.strictEqual(calls.length, 3)
      assert.strictEqual(new Set(calls.map(({ headers }) => headers["idempotency-key"])).size, 1)
      assert.strictEqual(sessions.size - known, 1)
      fail("echo", 1, toSessions)
      const { shown } = yield* payAt((yield* live()).url)
      assert.strictEqual(headingOf(shown), "The payment was not made")
      assert.notInclude(shown.text, STRIPE_KEY)
      assert.strictEqual(session.status, "open")
    }))

  it.effect("for a single use is kept for whoever is paying, who can go on, until it is deactivated", () =>
    Effect.gen(function*() {
      const { made, payment, receipt, session } = yield* begun({ single_use: true })
      const busy = yield* visit(session.cancel_url)
      assert.deepStrictEqual([busy.status, headingOf(busy)], [409, "A payment is being made"])
      assert.include(busy.text, `href="${new URL(receipt).pathname}"`)
      yield* post(`${links}/${made.id}/deactivate`, {}, "acme")
      yield* eventually(paymentOf(payment), ({ state }) => state === "canceled")
      assert.strictEqual(session.status, "expired")
      assert.strictEqual(headingOf(yield* visit(receipt)), "The payment was called off")
      assert.strictEqual((yield* visit(made.url)).status, 410)
      yield* booksAreRight
    }))

  it.effect("ends with it: Stripe's page is closed when the link expires", () =>
    Effect.gen(function*() {
      const expires_at = new Date(Date.now() + 2_000).toISOString()
      const { made, payment, receipt, session } = yield* begun({ expires_at, single_use: true })
      const ended = yield* eventually(paymentOf(payment), ({ state }) => state !== "requires_action" && state !== "processing", 15_000)
      assert.deepInclude(ended, { state: "failed", failure_code: "link_expired", captured_amount: 0 })
      assert.strictEqual(session.status, "expired")
      assert.include((yield* visit(receipt)).text, "The link expired before it was paid.")
      assert.deepStrictEqual((yield* Effect.map(visit(made.url), (page) => [page.status, headingOf(page)])), [410, "This link has expired"])
      yield* booksAreRight
    }))

  it.effect("needs a provider: without one none is made, and the page says so and loses nothing", () =>
    Effect.gen(function*() {
      const { url } = yield* live()
      const without = yield* Layer.build(SecondServer())
      const refused = yield* at(without, post(links, { amount: 100, description: "Deposit" }, "acme"))
      assert.strictEqual(refused.status, 422)
      assert.include(refused.text, "STRIPE_SECRET_KEY")
      const there = yield* at(without, HttpServer.addressFormattedWith(Effect.succeed))
      const address = new URL(new URL(url).pathname, there).href
      const page = yield* visit(address)
      assert.strictEqual(page.status, 503)
      assert.include(page.text, "cannot take payments here yet")
      assert.strictEqual((yield* sendForm(address, { showing: showingOf((yield* visit(url)).text) })).status, 503)
      assert.strictEqual((yield* visit(url)).status, 200)
    }))

  it.effect("and of nothing else: no operation with a test key, and no page of its links, calls the provider", () =>
    Effect.gen(function*() {
      const { asked } = yield* Stripe
      const before = asked.length
      for (const entry of catalog.filter(({ category, name }) => category === "payments" && name !== "receive_payment_event")) {
        const { status, text } = yield* perform(entry, "acmeTest")
        assert.isBelow(status, 300, `${entry.name}: ${text}`)
      }
      const made = yield* link()
      for (const card of ["pm_card_visa", "pm_card_chargeDeclined", "pm_card_authenticationRequired"]) {
        const { receipt } = yield* payAt(made.url, { card })
        yield* sendForm(new URL(receipt!, made.url).href, { answer: "confirm" })
        yield* visit(`${new URL(receipt!, made.url).href}?returned=1`)
      }
      const done = yield* read(`/gateway/payments?payment_link_id=${made.id}&sort=id`)
      assert.deepStrictEqual(done.items.map(({ state }: any) => state), ["succeeded", "failed", "succeeded"])
      assert.deepStrictEqual(asked.slice(before).map(({ method, path }) => `${method} ${path}`), [])
    }))
})
