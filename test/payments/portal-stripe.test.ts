import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { ProviderTiming } from "#layers/providers/http"
import { someone } from "../crm/records.ts"
import { stripeServer } from "../providers/stripe-server.ts"
import { eventually } from "../support/eventually.ts"
import { STRIPE_KEY, TestServerPaying } from "../support/test-server.ts"
import { portalLink, sendAndFollow, told, wordsOf } from "./own-pages.ts"
import { read } from "./paying.ts"
import { sendForm, showingOf, visit } from "./paying-by-link.ts"

class Stripe extends Context.Service<Stripe, Effect.Success<ReturnType<typeof stripeServer>>>()("test/payments/portal/Stripe") {}

const WithStripe = Layer.unwrap(Effect.map(stripeServer(STRIPE_KEY), (server) =>
  Layer.merge(
    Layer.succeed(Stripe, server),
    TestServerPaying(server.url).pipe(
      Layer.provide(Layer.succeed(ProviderTiming, { connect: 1_000, attempt: 300, longAttempt: 1_000, whole: 1_500, backoff: 10 }))
    )
  )))

layer(WithStripe, { excludeTestServices: true })("a customer's own pages in live mode", (it) => {
  it.effect("save a card that is written down at Stripe, once, and forget it there", () =>
    Effect.gen(function*() {
      const { asked, methods, setups, writeDownOn } = yield* Stripe
      const { id } = yield* someone("acme")
      const { url } = yield* portalLink(id, {}, "acme")
      const form = yield* visit(`${url}/methods/new`)
      assert.notInclude(form.text, "Test card")
      const fields = { showing: showingOf(form.text) }
      const left = yield* Effect.forEach([1, 2], () => sendForm(`${url}/methods/new`, fields))
      assert.deepStrictEqual(left.map(told), [[200, "Go on to save a card"], [200, "Go on to save a card"]])
      const [session, ...others] = [...setups.values()]
      assert.deepStrictEqual(others, [])
      assert.include(left[0]!.text, `content="0; url=${session!.url}"`)
      assert.deepInclude(session, { client_reference_id: `company 1 contact ${id}`, cancel_url: `${url}/methods/new` })
      const back = session!.success_url
      assert.strictEqual(back, `${url}/methods/new?session=${session!.id}`)
      assert.include(wordsOf(yield* visit(back)), "Nothing was saved")
      writeDownOn(session!.id)
      const returned = yield* Effect.forEach([1, 2, 3], () => visit(back), { concurrency: 3 })
      assert.deepStrictEqual(returned.map(({ status }) => status), [303, 303, 303])
      assert.include(wordsOf(yield* visit(url)), "Visa that ends in 4242, until 08/2031")
      const { items: [saved, ...more] } = yield* read(`/gateway/payment-methods?contact_id=${id}`, "acme")
      assert.deepStrictEqual([saved.state, saved.livemode, saved.provider, more.length], ["active", true, "stripe", 0])
      assert.strictEqual(asked.filter(({ path }) => path.endsWith("/attach")).length, 1)

      const other = yield* someone("acme")
      const { url: foreign } = yield* portalLink(other.id, {}, "acme")
      assert.include(wordsOf(yield* visit(back.replace(url, foreign))), "Nothing was saved")
      assert.deepStrictEqual((yield* read(`/gateway/payment-methods?contact_id=${other.id}`, "acme")).items, [])
      assert.deepStrictEqual(told(yield* visit(`${url}/methods/new?session=cs_none`)), [503, "That cannot be done just now"])
      assert.include(wordsOf(yield* sendAndFollow(`${url}/methods/${saved.id}`)), "The payment method was removed.")
      assert.strictEqual((yield* visit(back)).status, 303)
      assert.deepStrictEqual((yield* read(`/gateway/payment-methods?contact_id=${id}`, "acme")).items, [])
      assert.isAtLeast(methods.size, 1)

      yield* eventually(Effect.sync(() => asked.some(({ path }) => path.endsWith("/detach"))), (isForgotten) => isForgotten)
      const { url: test } = yield* portalLink(id)
      const before = asked.length
      assert.include((yield* visit(`${test}/methods/new`)).text, "Test card")
      assert.include((yield* visit(`${test}/methods/new?session=${session!.id}`)).text, "cannot be done")
      assert.strictEqual(asked.length, before, "a test link asks nothing of Stripe")
    }))
})
