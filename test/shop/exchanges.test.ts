import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf } from "../crm/records.ts"
import { booksAreRight, movedBy, post, read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { levelsOf, product, shipped, shopOrder } from "../support/shop-order.ts"
import { TestServer } from "../support/test-server.ts"

const takeBack = (body: object) => post("/ecommerce/returns", body)

layer(TestServer, { excludeTestServices: true })("exchanges", (it) => {
  it.effect("send another variant in place of what came back, which keeps what was paid", () =>
    Effect.gen(function*() {
      const [small, large] = [yield* product({ stock: 5, title: "Small shirt" }), yield* product({ stock: 5, title: "Large shirt" })]
      const order = yield* shopOrder({ goods: [{ ...small, quantity: 3 }], shipping: 400, discount: 100 })
      yield* shipped(order.id)
      const { done, moved } = yield* movedBy(takeBack({
        order_id: order.id, items: [{ line: 1, quantity: 2, reason: "Too small" }], exchange: [{ line: 1, quantity: 2, variant_id: large.variant_id }]
      }))
      assert.strictEqual(done.status, 201, done.text)
      assert.deepStrictEqual(moved, {})
      assert.deepInclude(done.json, { amount: 0, refund_ids: [], exchange: [{ line: 1, variant_id: large.variant_id, quantity: 2, sent_as: 3 }] })
      assert.deepStrictEqual([yield* levelsOf(small.variant_id), yield* levelsOf(large.variant_id)], [[4, 0], [5, 2]])
      assert.deepInclude(yield* read(`/orders/${order.id}`), { state: "partially_fulfilled", payment_state: "paid" })
      const [sent] = yield* shipped(order.id)
      assert.deepStrictEqual(sent.items, [{ line: 3, variant_id: large.variant_id, quantity: 2 }])
      assert.deepStrictEqual(yield* levelsOf(large.variant_id), [3, 0])
      assert.deepInclude(yield* read(`/orders/${order.id}`), { state: "fulfilled" })
      assert.deepStrictEqual((yield* eventsOf("acmeTest", "order", order.id)).map(({ kind }) => kind), [
        "order.created", "order.paid", "order.fulfilled", "order.fulfilled"
      ])
      /* One is sent back after all, one is exchanged again, and everything comes back in the end. */
      const one = yield* takeBack({ order_id: order.id, items: [{ line: 3, quantity: 2 }], exchange: [{ line: 3, quantity: 1, variant_id: small.variant_id }] })
      assert.strictEqual(one.status, 201, one.text)
      assert.strictEqual(one.json.exchange[0].sent_as, 4)
      yield* shipped(order.id)
      const rest = yield* takeBack({ order_id: order.id, items: [{ line: 4, quantity: 1 }, { line: 1, quantity: 1 }], refund_shipping: true })
      assert.strictEqual(one.json.amount + rest.json.amount, order.amount)
      assert.deepInclude(yield* read(`/orders/${order.id}`), { refunded_amount: order.amount, payment_state: "refunded" })
      assert.deepStrictEqual([yield* levelsOf(small.variant_id), yield* levelsOf(large.variant_id)], [[5, 0], [5, 0]])
      yield* booksAreRight
    }))

  it.effect("give the rest of a return back, and leave nothing behind where something is not in stock, not sold or has another price", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const [bought, scarce, dear, old] = [
        yield* product({ stock: 5 }), yield* product({ stock: 1 }), yield* product({ stock: 5 }), yield* product({ stock: 5 })
      ]
      yield* sql`update variants set prices = '[{"currency": "USD", "amount": 950, "compare_at_amount": null, "from_quantity": 1}]' where id = ${dear.variant_id}`
      yield* sql`update products set state = 'archived' where id = ${old.product_id}`
      const order = yield* shopOrder({ goods: [{ ...bought, quantity: 3 }] })
      yield* shipped(order.id)
      const items = [{ line: 1, quantity: 3 }]
      const asked = (variant_id: number, quantity = 2, line = 1) => takeBack({ order_id: order.id, items, exchange: [{ line, quantity, variant_id }] })
      const refused = [
        yield* asked(scarce.variant_id), yield* asked(dear.variant_id), yield* asked(old.variant_id), yield* asked(9_999_999),
        yield* asked(scarce.variant_id, 4), yield* asked(scarce.variant_id, 1, 2)
      ]
      assert.deepStrictEqual(refused.map(({ json, status }) => [status, json.message]), [
        [409, `Not all that would be sent instead is in stock: there are 1 of variant ${scarce.variant_id}.`],
        [409, `Variant ${dear.variant_id} has another price than what came back: take it back, and sell the other by an order of its own.`],
        [404, `There is no variant ${old.variant_id} that is sold.`], [404, "There is no variant 9999999 that is sold."],
        [409, "Only what comes back is exchanged: fewer than the 4 that are exchanged of line 1."],
        [409, "Only what comes back is exchanged: nothing of it comes back."]
      ])
      assert.deepStrictEqual(yield* levelsOf(bought.variant_id), [2, 0])
      assert.deepInclude(yield* read(`/orders/${order.id}`), { refunded_amount: 0, state: "fulfilled" })
      const done = yield* asked(scarce.variant_id, 1)
      assert.deepInclude(done.json, { amount: 1_800 })
      assert.deepStrictEqual([yield* levelsOf(bought.variant_id), yield* levelsOf(scarce.variant_id)], [[5, 0], [1, 1]])
      assert.deepInclude(yield* read(`/orders/${order.id}`), { refunded_amount: 1_800, state: "partially_fulfilled" })
    }))
})
