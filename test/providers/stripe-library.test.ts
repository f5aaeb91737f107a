import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { stripe, stripeParty } from "#layers/providers/payment/stripe"
import { fetchedModule, unfetched } from "../support/fetched.ts"
import { Http, partyAt } from "./parties.ts"
import type { Asked } from "./provider-server.ts"
import { stripeServer, stripeSignature } from "./stripe-server.ts"

const KEY = "sk_test_4eC39HqLyjWDarjtT1zdp7dc"
const SIGNING = "whsec_test_1234567890abcdef"
const NOW = 1_790_000_000

/** The version that we ask for. */
const VERSION = "2024-06-20"

const library: Effect.Effect<any> = Effect.map(Effect.promise(() => fetchedModule("stripe")), ({ default: Stripe }) => Stripe)

/** Ours and Stripe's own library, at one server. */
const both = Effect.gen(function*() {
  const Stripe = yield* library
  const server = yield* stripeServer(KEY)
  const ours = stripe(yield* partyAt(stripeParty, server.url), { secret_key: Redacted.make(KEY), webhook_secret: Redacted.make(SIGNING) })
  const client = (key: string) => new Stripe(key, {
    protocol: "http", host: "127.0.0.1", port: new URL(server.url).port, apiVersion: VERSION, maxNetworkRetries: 0, telemetry: false
  })
  return { server, ours, theirs: client(KEY), client, webhooks: new Stripe(KEY).webhooks }
})

/** A request, without what has to differ: the ids of what was made for it, its key, the order of fields, and how lists are numbered. */
const said = ({ body, headers, method, path, query }: Asked) => {
  const unnamed = (text: string) => text.replace(/\b(pi|re|cs_test|cus|pm_card_visa)_\d+/g, "$1_n")
  return {
    method, path: unnamed(path),
    fields: [...query, ...new URLSearchParams(body.toString())].map(([name, value]) => unnamed(`${name.replace(/^expand\[\d+\]/, "expand[]")}=${value}`)).sort(),
    version: headers["stripe-version"], isKeyed: "idempotency-key" in headers, authorization: headers.authorization
  }
}

const refusal = (ask: () => Promise<unknown>): Effect.Effect<any> =>
  Effect.promise(() => ask().then(() => assert.fail("it was not refused"), (error: any) => error))

describe("Stripe's own library", () => {
  it.effect.skipIf(unfetched)("verifies what our server signs, and signs what we verify; both refuse the same", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(NOW * 1_000)
      const { ours, webhooks } = yield* both
      const body = JSON.stringify({
        id: "evt_1", object: "event", type: "payment_intent.succeeded", created: NOW, livemode: true, data: { object: { id: "pi_1", text: "Ünïcode €" } }
      })
      const sign = (timestamp: number, payload = body, secret = SIGNING) => webhooks.generateTestHeaderString({ payload, secret, timestamp })
      for (const header of [stripeSignature(SIGNING, body, NOW), sign(NOW), sign(NOW - 300), `t=${NOW},v1=00,${sign(NOW).split(",")[1]}`]) {
        assert.strictEqual(webhooks.constructEvent(body, header, SIGNING, undefined, undefined, NOW * 1_000).id, "evt_1", header)
        assert.strictEqual((yield* ours.event(new TextEncoder().encode(body), header)).id, "evt_1", header)
      }
      assert.strictEqual(stripeSignature(SIGNING, body, NOW), sign(NOW))
      const right = sign(NOW)
      const wrong: ReadonlyArray<readonly [string, string]> = [
        /* Of somebody else; altered in its body, its time, its signature; kept and sent again five minutes later. */
        [body, sign(NOW, body, "whsec_of_somebody_else")], [body.replace("evt_1", "evt_2"), right], [`${body} `, right],
        [body, right.replace(`t=${NOW}`, `t=${NOW + 1}`)], [body, right.slice(0, -1)], [body, right.replace("v1=", "v0=")],
        [body, right.replace(/^t=\d+,/, "")], [body, ""], [body, sign(NOW - 301)], [body, stripeSignature(SIGNING, body, NOW - 301)]
      ]
      for (const [text, header] of wrong) {
        assert.throws(() => webhooks.constructEvent(text, header, SIGNING, undefined, undefined, NOW * 1_000), undefined, undefined, header)
        assert.strictEqual((yield* Effect.flip(ours.event(new TextEncoder().encode(text), header))).reason, "signature", header)
      }
    }).pipe(Effect.provide(Http), Effect.scoped))

  it.live.skipIf(unfetched)("says to our server what we say, call by call, and reads what it answers as we do", () =>
    Effect.gen(function*() {
      const { ours, server, theirs: { checkout, customers, paymentIntents, paymentMethods, refunds } } = yield* both
      let count = 0
      const keys = () => `call-${++count}`
      /** The same call by both, each under a key of its own. Answers with what each got. */
      const alike = Effect.fnUntraced(function*<A>(mine: Effect.Effect<A, unknown>, library: () => Promise<any>) {
        const before = server.asked.length
        const first = yield* mine
        const between = server.asked.length
        const second = yield* Effect.promise(library)
        assert.deepStrictEqual(server.asked.slice(between).map(said), server.asked.slice(before, between).map(said))
        return [first, second] as const
      })
      const options = () => ({ idempotencyKey: keys() })

      const order = { amount: 1_999, currency: "EUR", method: "pm_card_visa", capture: false, confirm: false, description: "Two & more", metadata: { order: "7" } } as const
      const params = {
        amount: 1_999, currency: "eur", payment_method: "pm_card_visa", capture_method: "manual", confirm: false, description: "Two & more",
        metadata: { order: "7" }, automatic_payment_methods: { enabled: true, allow_redirects: "never" }
      }
      const create = alike(ours.create(order, keys()), () => paymentIntents.create(params, options()))
      const [{ id: mine }, made] = yield* create
      assert.deepInclude(made, { status: "requires_confirmation", amount: 1_999, amount_received: 0, currency: "eur" })
      const confirmed = yield* alike(ours.confirm(mine, {}, keys()), () => paymentIntents.confirm(made.id, {}, options()))
      assert.deepStrictEqual(confirmed.map(({ status }) => status), ["requires_capture", "requires_capture"])
      const captured = yield* alike(
        ours.capture(mine, { amount: 1_500 }, keys()), () => paymentIntents.capture(made.id, { amount_to_capture: 1_500 }, options())
      )
      assert.deepStrictEqual(captured.map(({ amount_received }) => amount_received), [1_500, 1_500])
      const found = yield* alike(ours.find(mine), () => paymentIntents.retrieve(mine))
      assert.deepStrictEqual(found.map(({ amount_received, id, status }) => [id, status, amount_received]), [[mine, "succeeded", 1_500], [mine, "succeeded", 1_500]])

      const [refund, given] = yield* alike(
        ours.refund({ intent: mine, amount: 500 }, keys()), () => refunds.create({ payment_intent: made.id, amount: 500 }, options())
      )
      assert.deepInclude(given, { status: "succeeded", amount: 500, currency: "eur" })
      const foundRefund = yield* alike(ours.findRefund(refund.id), () => refunds.retrieve(refund.id))
      assert.deepStrictEqual(foundRefund.map(({ id }) => id), [refund.id, refund.id])

      const other = yield* alike(ours.create(order, keys()), () => paymentIntents.create(params, options()))
      const canceled = yield* alike(ours.cancel(other[0].id, keys()), () => paymentIntents.cancel(other[1].id, {}, options()))
      assert.deepStrictEqual(canceled.map(({ status }) => status), ["canceled", "canceled"])

      const [method, saved] = yield* alike(ours.save({ token: "pm_card_visa" }, keys()), async () => {
        const { id } = await customers.create({}, options())
        return paymentMethods.attach("pm_card_visa", { customer: id }, options())
      })
      assert.deepInclude(saved.card, { brand: "visa", last4: "4242", exp_month: 8, exp_year: 2031 })
      const [, forgotten] = yield* alike(ours.forget(method.token, keys()), () => paymentMethods.detach(saved.id, {}, options()))
      assert.isNull(forgotten.customer)

      const sale = { amount: 900, currency: "USD", description: "Deposit", doneAt: "https://shop.example/done", leftAt: "https://shop.example/left",
        email: "grace@navy.example", metadata: { payment_id: "7" } }
      const page = {
        mode: "payment", customer_email: "grace@navy.example", success_url: "https://shop.example/done", cancel_url: "https://shop.example/left",
        metadata: { payment_id: "7" }, payment_intent_data: { metadata: { payment_id: "7" }, description: "Deposit" }, expand: ["payment_intent"],
        line_items: [{ quantity: 1, price_data: { currency: "usd", unit_amount: 900, product_data: { name: "Deposit" } } }]
      }
      const [opened, session] = yield* alike(ours.checkout(sale, keys()), () => checkout.sessions.create(page, options()))
      assert.deepInclude(session, { status: "open", amount_total: 900, payment_intent: null })
      server.payOn(opened.id)
      const expand = { expand: ["payment_intent"] }
      const [paid, complete] = yield* alike(ours.find(opened.id), () => checkout.sessions.retrieve(opened.id, expand))
      assert.deepInclude(complete.payment_intent, { id: paid.id, status: "succeeded", amount_received: 900 })
      const { id: another } = yield* ours.checkout(sale, keys())
      const ended = yield* alike(ours.cancel(another, keys()), () => checkout.sessions.expire(session.id, { expand: ["payment_intent"] }, options()))
      assert.deepStrictEqual(ended.map(({ status }) => status), ["canceled", "expired"])

      const keeping = { reference: "customer 7", currency: "EUR", doneAt: "https://shop.example/kept", leftAt: "https://shop.example/left" }
      const blank = {
        mode: "setup", currency: "eur", client_reference_id: "customer 7", success_url: "https://shop.example/kept?session={CHECKOUT_SESSION_ID}",
        cancel_url: "https://shop.example/left", expand: ["setup_intent"]
      }
      const [sheet, same] = yield* alike(ours.setup(keeping, keys()), () => checkout.sessions.create(blank, options()))
      assert.deepInclude(sheet, { reference: "customer 7", token: null })
      assert.deepInclude(same, { status: "open", client_reference_id: "customer 7" })
      assert.strictEqual(server.writeDownOn(sheet.id), `https://shop.example/kept?session=${sheet.id}`)
      const [written, filled] = yield* alike(ours.findSetup(sheet.id), () => checkout.sessions.retrieve(sheet.id, { expand: ["setup_intent"] }))
      assert.deepStrictEqual([written, filled.setup_intent.payment_method], [
        { id: sheet.id, reference: "customer 7", url: null, token: "pm_card_visa" }, "pm_card_visa"
      ])
    }).pipe(Effect.provide(Http), Effect.scoped))

  it.live.skipIf(unfetched)("knows our server's refusals as those of Stripe", () =>
    Effect.gen(function*() {
      const { client, theirs: { paymentIntents, refunds } } = yield* both
      const params = { amount: 800, currency: "eur", payment_method: "pm_card_visa", confirm: true }
      const paid = yield* Effect.promise((): Promise<any> => paymentIntents.create(params, { idempotencyKey: "one" }))
      assert.strictEqual((yield* Effect.promise((): Promise<any> => paymentIntents.create(params, { idempotencyKey: "one" }))).id, paid.id)
      const cases: ReadonlyArray<readonly [string, string | undefined, () => Promise<unknown>]> = [
        ["StripeIdempotencyError", undefined, () => paymentIntents.create({ ...params, amount: 801 }, { idempotencyKey: "one" })],
        ["StripeCardError", "card_declined", () => paymentIntents.create({ ...params, payment_method: "pm_card_chargeDeclined" })],
        ["StripeInvalidRequestError", "resource_missing", () => paymentIntents.retrieve("pi_none")],
        ["StripeInvalidRequestError", "payment_intent_unexpected_state", () => paymentIntents.cancel(paid.id)],
        ["StripeInvalidRequestError", "charge_already_refunded", () => refunds.create({ payment_intent: paid.id, amount: 900 })],
        ["StripeAuthenticationError", undefined, () => client("sk_test_of_somebody_else").paymentIntents.create(params)]
      ]
      for (const [type, code, ask] of cases) {
        const error = yield* refusal(ask)
        assert.strictEqual(error.type, type)
        if (code !== undefined) assert.strictEqual(error.code, code)
      }
      const declined = yield* refusal(cases[1]![2])
      assert.deepInclude(declined, { decline_code: "generic_decline", statusCode: 402 })
    }).pipe(Effect.provide(Http), Effect.scoped))
})
