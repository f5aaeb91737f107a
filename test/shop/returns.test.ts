import { assert, describe, layer, test } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { paidOf, takenOf } from "#schemas/shop/giving-back"
import { eventsOf } from "../crm/records.ts"
import { booksAreRight, invoice, movedBy, pay, post, read } from "../payments/paying.ts"
import { anotherLocation, levelsOf, product, shipped, shopOrder } from "../support/shop-order.ts"
import { json, type Key, send, TestServer } from "../support/test-server.ts"

const takeBack = (body: object, key?: Key) => post("/ecommerce/returns", body, key)

const sum = (values: ReadonlyArray<number>) => values.reduce((all, one) => all + one, 0)

const SEED = 14

/** An order, how it is paid in two parts, and in which order its pieces come back. */
const sale = fc.record({
  goods: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 5 }), unit_amount: fc.integer({ min: 1, max: 10_000 }) }), { minLength: 1, maxLength: 3 }),
  shipping: fc.integer({ min: 1, max: 999 }),
  discount: fc.integer({ min: 0, max: 70 }),
  split: fc.integer({ min: 1, max: 100 }),
  pieces: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 15 })
})

/** Sent and returned piece by piece: whatever the parts, they come to what was paid. */
const parts = fc.array(fc.record({
  amount: fc.integer({ min: 0, max: 999_999_999_999 }), pieces: fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 12 })
}), { minLength: 1, maxLength: 10 })

layer(TestServer, { excludeTestServices: true })("returns", (it) => {
  it.effect("put goods into stock and give back what was paid of them, with the books, and no more than was sent", () =>
    Effect.gen(function*() {
      const [mug, book] = [yield* product({ stock: 10 }), yield* product({ stock: 10 })]
      const order = yield* shopOrder({ goods: [{ ...mug, quantity: 3, unit_amount: 333 }, { ...book, quantity: 1, unit_amount: 1_001 }], shipping: 500, discount: 100 })
      const early = yield* takeBack({ order_id: order.id, items: [{ line: 1, quantity: 1 }] })
      assert.deepStrictEqual([early.status, early.json.message], [
        409, "Only what was sent can come back: more than 0, which were sent of line 1 and are not back yet."
      ])
      yield* shipped(order.id)
      const { done, moved } = yield* movedBy(takeBack({
        order_id: order.id, reason: "Sent back", items: [{ line: 1, quantity: 2, reason: "Too small" }, { line: 2, quantity: 1, restock: false }]
      }))
      assert.strictEqual(done.status, 201, done.text)
      const { amount, id, items, refund_ids } = done.json
      assert.deepInclude(done.json, { order_id: order.id, contact_id: order.contact_id, reason: "Sent back", currency: "USD", shipping_amount: 0, livemode: false, version: 1 })
      assert.deepStrictEqual(items.map(({ amount: _, ...item }: any) => item), [
        { line: 1, variant_id: mug.variant_id, quantity: 2, restock: true, reason: "Too small" },
        { line: 2, variant_id: book.variant_id, quantity: 1, restock: false, reason: null }
      ])
      assert.strictEqual(amount, sum(items.map((item: any) => item.amount)))
      assert.deepStrictEqual(moved, { provider_clearing: [-amount, 0], refunds: [amount, 0] })
      assert.deepInclude(yield* read(`/gateway/refunds/${refund_ids[0]}`), { state: "succeeded", amount, reason: "Sent back" })
      assert.deepInclude(yield* read(`/orders/${order.id}`), { payment_state: "partially_refunded", refunded_amount: amount, state: "fulfilled" })
      assert.deepStrictEqual([yield* levelsOf(mug.variant_id), yield* levelsOf(book.variant_id)], [[9, 0], [9, 0]])
      const [movement] = (yield* read(`/ecommerce/inventory/movements?variant_id=${mug.variant_id}&kind=return`)).items
      assert.deepInclude(movement, { on_hand_change: 2, reserved_change: 0, order_id: order.id, reason: "Too small" })
      assert.strictEqual((yield* takeBack({ order_id: order.id, items: [{ line: 1, quantity: 2 }] })).status, 409)
      assert.strictEqual((yield* takeBack({ order_id: order.id, items: [{ line: 2, quantity: 1 }] })).status, 409)
      const rest = yield* takeBack({ order_id: order.id, items: [{ line: 1, quantity: 1 }], refund_shipping: true })
      assert.strictEqual(rest.json.amount, order.amount - amount)
      assert.isAbove(rest.json.shipping_amount, 0)
      assert.deepInclude(yield* read(`/orders/${order.id}`), { payment_state: "refunded", refunded_amount: order.amount })
      assert.deepStrictEqual((yield* eventsOf("acmeTest", "return", id)).map(({ kind, object }) => [kind, object.amount]), [["return.created", amount]])
      yield* booksAreRight
    }))

  it.effect("give shipping back once, go to the place that is named, and are for nobody else's orders", () =>
    Effect.gen(function*() {
      const mug = yield* product({ stock: 5 })
      const order = yield* shopOrder({ goods: [{ ...mug, quantity: 2 }], shipping: 500 })
      yield* shipped(order.id)
      const one = { order_id: order.id, items: [{ line: 1, quantity: 1 }] }
      for (const key of ["acme", "bolt"] as const) assert.strictEqual((yield* takeBack(one, key)).status, 404)
      assert.strictEqual((yield* takeBack({ ...one, location_id: 9_999_999 })).status, 404)
      assert.strictEqual((yield* takeBack({ ...one, refund: false, refund_shipping: true })).status, 422)
      const location_id = yield* anotherLocation()
      assert.deepInclude((yield* takeBack({ ...one, location_id, refund_shipping: true })).json, { amount: 1_400, shipping_amount: 500, location_id })
      const [movement] = (yield* read(`/ecommerce/inventory/movements?variant_id=${mug.variant_id}&kind=return`)).items
      assert.strictEqual(movement.location_id, location_id)
      assert.strictEqual((yield* takeBack({ ...one, refund_shipping: true })).json.message, "What was paid for shipping was given back before.")
      const bare = yield* shopOrder({ goods: [{ ...yield* product(), quantity: 1 }] })
      yield* shipped(bare.id)
      assert.strictEqual((yield* takeBack({ ...one, order_id: bare.id, refund_shipping: true })).json.message, "Nothing was paid for shipping.")
      for (const items of [[], [{ line: 1, quantity: 0 }], [{ line: 1, quantity: -1 }], [{ line: 1, quantity: 1 }, { line: 1, quantity: 1 }]]) {
        assert.strictEqual((yield* takeBack({ order_id: bare.id, items })).status, 422)
      }
    }))

  it.effect("take from several payments, and refuse more than they hold", () =>
    Effect.gen(function*() {
      const mug = yield* product()
      const order = yield* shopOrder({ goods: [{ ...mug, quantity: 3, unit_amount: 1_000 }], payments: [500, 1_200, 1_300] })
      yield* shipped(order.id)
      const first = yield* takeBack({ order_id: order.id, items: [{ line: 1, quantity: 1 }] })
      const refunds = yield* Effect.forEach(first.json.refund_ids as ReadonlyArray<number>, (id) => read(`/gateway/refunds/${id}`))
      assert.deepStrictEqual(refunds.map(({ amount, state }) => [amount, state]), [[500, "succeeded"], [500, "succeeded"]])
      yield* post(`/gateway/payments/${refunds[1].payment_id}/refunds`, { amount: 100 })
      const refused = yield* takeBack({ order_id: order.id, items: [{ line: 1, quantity: 2 }] })
      assert.deepStrictEqual([refused.status, refused.json.message], [409, "It comes to 2000, of which 1900 can go back through the payments of the order; the rest " +
        "was given back before. Take it back with `refund: false`, and refund what is left with `refund_payment`."])
      const free = yield* takeBack({ order_id: order.id, items: [{ line: 1, quantity: 2 }], refund: false })
      assert.deepInclude(free.json, { amount: 0, refund_ids: [] })
      assert.deepStrictEqual(free.json.items.map(({ amount }: { amount: number }) => amount), [2_000])
    }))

  it.effect("of what was paid in cash say what can be done", () =>
    Effect.gen(function*() {
      const mug = yield* product()
      const order = yield* shopOrder({ goods: [{ ...mug, quantity: 1 }], payments: [] })
      const owed = yield* invoice({ order_id: order.id })
      assert.strictEqual((yield* post(`/gateway/invoices/${owed.id}/payments`, { method: "cash" })).status, 200)
      yield* shipped(order.id)
      const back = { order_id: order.id, items: [{ line: 1, quantity: 1 }] }
      const refused = yield* takeBack(back)
      assert.deepStrictEqual([refused.status, refused.json.message], [409, "It comes to 900, of which 0 can go back through the payments of the order; the rest was not " +
        `paid by card. Take it back with \`refund: false\`, and make a credit note of invoice ${owed.number}.`])
      assert.deepInclude((yield* takeBack({ ...back, refund: false })).json, { amount: 0 })
      assert.strictEqual((yield* post(`/gateway/invoices/${owed.id}/credit-notes`, {})).status, 201)
      yield* booksAreRight
    }))

  it.effect("happen once of 30 at once", () =>
    Effect.gen(function*() {
      const mug = yield* product({ stock: 5 })
      const order = yield* shopOrder({ goods: [{ ...mug, quantity: 2, unit_amount: 501 }], discount: 1 })
      yield* shipped(order.id)
      const all = yield* Effect.all(Array.from({ length: 30 }, () => takeBack({ order_id: order.id, items: [{ line: 1, quantity: 1 }] })), { concurrency: 30 })
      assert.deepStrictEqual(all.filter(({ status }) => status === 201).map(({ json }) => json.amount).toSorted(), [500, 501])
      assert.deepStrictEqual([...new Set(all.map(({ status }) => status))].toSorted(), [201, 409])
      assert.deepStrictEqual(yield* levelsOf(mug.variant_id), [5, 0])
      assert.deepInclude(yield* read(`/orders/${order.id}`), { refunded_amount: 1_001, payment_state: "refunded" })
      yield* booksAreRight
    }))

  it.effect("of every line of any order, in any order and quantities, give back exactly what was paid", () =>
    Effect.gen(function*() {
      const rates = [{ name: "Sales tax", country: "US", percentage: 8.875 }]
      yield* send("/gateway/tax-rates", { key: "acmeTest", method: "PUT", ...json({ rates }) })
      const variants = [yield* product({ stock: 1_000 }), yield* product({ stock: 1_000 }), yield* product()]
      for (const { discount, goods, pieces, shipping, split } of fc.sample(sale, { seed: SEED, numRuns: 6 })) {
        const cost = sum(goods.map(({ quantity, unit_amount }) => quantity * unit_amount))
        const sold = goods.map((one, place) => ({ ...variants[place]!, ...one }))
        const unpaid = yield* shopOrder({ goods: sold, shipping, discount: Math.floor(cost * discount / 100), tax_country: "US", payments: [] })
        const first = Math.ceil(unpaid.amount * split / 100)
        for (const amount of [first, unpaid.amount - first]) if (amount > 0) yield* pay({ order_id: unpaid.id, amount })
        yield* shipped(unpaid.id)
        const all = goods.flatMap(({ quantity }, place) => Array.from({ length: quantity }, () => place + 1))
        const order = all.map((line, place) => [pieces[place % pieces.length]! + place * 7_919 % 101, line] as const).toSorted(([a], [b]) => a - b)
        let given = 0
        for (let from = 0; from < order.length;) {
          const some = order.slice(from, from + 1 + order[from]![0] % 4).map(([, line]) => line)
          const items = [...new Set(some)].map((line) => ({ line, quantity: some.filter((one) => one === line).length }))
          const back = yield* takeBack({ order_id: unpaid.id, items, refund_shipping: from === 0 })
          assert.strictEqual(back.status, 201, back.text)
          given += back.json.amount
          from += some.length
        }
        assert.strictEqual(given, unpaid.amount)
        assert.deepInclude(yield* read(`/orders/${unpaid.id}`), { paid_amount: given, refunded_amount: given, payment_state: "refunded" })
      }
      for (const { variant_id } of variants.slice(0, 2)) assert.deepStrictEqual(yield* levelsOf(variant_id), [1_000, 0])
      yield* booksAreRight
    }))
})

describe("what goes back", () => {
  test("of a line comes to what was paid of it, whatever the parts, each within one of its exact share", () => {
    fc.assert(fc.property(parts, (lines) => {
      for (const { amount, pieces } of lines) {
        const quantity = sum(pieces)
        let returned = 0
        const back = pieces.map((more) => {
          const part = paidOf({ amount, quantity, returned }, more)
          assert.isTrue(part >= 0 && Math.abs(part - amount * more / quantity) <= 1.001)
          returned += more
          return part
        })
        assert.strictEqual(sum(back), amount)
      }
    }), { numRuns: 2_000 })
  })

  test("is taken of payments until it is together, of none more than it has", () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 8 }), fc.integer({ min: 0, max: 60_000 }), (left, amount) => {
      const taken = takenOf(amount, left)
      assert.strictEqual(sum(taken), Math.min(amount, sum(left)))
      for (const [place, part] of taken.entries()) assert.isTrue(part >= 0 && part <= left[place]!)
    }))
  })
})
