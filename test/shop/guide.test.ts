import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { publishable } from "../contract/bookings/visiting.ts"
import { booksAreRight } from "../payments/paying.ts"
import { languages } from "#src/surfaces/docs/samples/values"
import { ranGuide } from "../support/guide.ts"
import { json, send, TestServer } from "../support/test-server.ts"

for (const language of languages) {
  layer(TestServer, { excludeTestServices: true })(`the guide to selling a product, in ${language}`, (it) => {
    it.effect("runs as it is printed, from a product to its return and the journal of the stock, where a person agrees", () =>
      Effect.gen(function*() {
        const there = { name: "By bicycle", zone: "Salem", countries: ["US"], currency: "USD", bands: [{ from: 0, amount: 100 }] }
        const kept = yield* send("/ecommerce/shipping/rates", { key: "acme", method: "PUT", ...json({ rates: [there] }) })
        const { key } = yield* publishable("acme", "test")
        const { answers, lines } = yield* ranGuide("sell-a-product", "cautiousTest", "owner", language, { PUBLISHABLE_KEY: key })
        assert.strictEqual(lines, 29)
        const [adjusted, discount, quote, sent, cart, order, shipped, delivered, returned, own, inventory, journal, rates, archived] = answers
        assert.deepStrictEqual(quote.rates.map(({ name }: { name: string }) => name), ["By bicycle", "Standard"])
        assert.deepStrictEqual([own.items[0].quantity, own.faults], [3, []])
        assert.deepStrictEqual(rates, kept.json)
        assert.strictEqual(archived.state, "archived")
        assert.deepInclude(adjusted.movements[0], { kind: "adjustment", on_hand_change: 10, reason: "Delivered" })
        assert.deepInclude(discount, { used: 0, title: "Hello" })
        assert.strictEqual(sent.amount, 5_490)
        assert.deepInclude(cart, { amount: 5_010, faults: [], refused_codes: [], discount: 480 })
        assert.deepInclude(order, { state: "paid", payment_state: "paid", amount: 5_010, shipping_method: "Standard" })
        assert.deepInclude(shipped, { order_id: order.id, state: "shipped", tracking_url: "https://www.ups.com/track?tracknum=1Z999AA10123456784" })
        assert.deepInclude(delivered, { id: shipped.id, state: "delivered" })
        assert.deepInclude(returned, { order_id: order.id, amount: 2_160, shipping_amount: 0 })
        const sold = inventory.items.find(({ id }: { id: number }) => id === adjusted.movements[0].variant_id)
        assert.deepInclude(sold, { on_hand: 9, reserved: 0, available: 9 })
        assert.deepStrictEqual(journal.items.map(({ kind }: { kind: string }) => kind), ["return", "fulfillment", "reservation", "adjustment"])
        assert.strictEqual(answers.length, 14)
        yield* booksAreRight
      }))
  })
}
