import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { someone } from "../crm/records.ts"
import { post, read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { product, shipped, shopOrder } from "../support/shop-order.ts"
import { json, send, TestServer } from "../support/test-server.ts"

const all = (...of: ReadonlyArray<object>) => ({ match: "all", of })

/** What a contact bought, of which one of two came back. */
const bought = Effect.fnUntraced(function*(contact_id: number, reason = "Sent back") {
  const goods = { ...yield* product({ tags: ["books"], stock: 5 }, "acme"), quantity: 2 }
  const order = yield* shopOrder({ goods: [goods], contact_id }, "acme")
  const [sent] = yield* shipped(order.id, "acme")
  const back = yield* post("/ecommerce/returns", { order_id: order.id, reason, items: [{ line: 1, quantity: 1, reason }] }, "acme")
  assert.strictEqual(back.status, 201, back.text)
  return { goods, order, sent, back: back.json }
})

layer(TestServer, { excludeTestServices: true })("what a contact bought in the shop", (it) => {
  it.effect("is in their timeline and their data, and goes with them when contacts are merged, and back", () =>
    Effect.gen(function*() {
      const { id: contact_id } = yield* someone("acme")
      const { back, order, sent } = yield* bought(contact_id)
      const { items } = yield* read(`/crm/contacts/${contact_id}/timeline`, "acme")
      const told = items.filter(({ kind }: { kind: string }) => kind === "order_shipped" || kind === "goods_returned")
      assert.deepStrictEqual(told.map(({ data, kind, object, object_id, title }: any) => [kind, title, object, object_id, data]), [
        ["goods_returned", "Sent back", "return", back.id, { order_id: order.id, amount: 900, currency: "USD", livemode: true }],
        ["order_shipped", "Shipment", "fulfillment", sent.id, { order_id: order.id, state: "shipped", tracking_number: null, tracking_url: null, livemode: true }]
      ])
      const { records } = yield* read(`/crm/contacts/${contact_id}/personal-data`, "acme")
      assert.deepStrictEqual([records.fulfillment[0].id, records.return[0].id], [sent.id, back.id])

      const { id: kept } = yield* someone("acme")
      const merge = post(`/crm/contacts/${kept}/merge`, { contact_ids: [contact_id] }, "acme")
      const { json: { id: merged, moved } } = yield* merge
      assert.deepInclude(moved, { orders: 1, fulfillments: 1, returns: 1, carts: 1 })
      assert.deepInclude((yield* read(`/ecommerce/fulfillments?order_id=${order.id}`, "acme")).items[0], { contact_id: kept, version: 3 })
      assert.strictEqual((yield* post(`/crm/merges/${merged}/undo`, {}, "acme")).status, 200)
      assert.deepInclude((yield* read(`/ecommerce/fulfillments?contact_id=${contact_id}`, "acme")).items[0], { id: sent.id, version: 4 })
    }))

  it.effect("no longer names a person who was erased", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { json: { id: contact_id } } = yield* post("/crm/contacts", { first_name: "Zyxolde", last_name: "Quarnwick", email: "zyxolde@shop.example" }, "acme")
      const { back, order, sent } = yield* bought(contact_id, "Zyxolde Quarnwick wanted another")
      yield* post(`/ecommerce/fulfillments/${sent.id}/ship`, { carrier: "UPS", tracking_number: "1Z9" }, "acme")
      const shipping_address = { line1: "1 Road of Zyxolde Quarnwick", city: "Leeds", country: "GB" }
      const changed = yield* send(`/orders/${order.id}`, { key: "acme", method: "PATCH", ...json({ shipping_address }) })
      assert.strictEqual(changed.status, 200, changed.text)
      const { json: cart } = yield* post("/ecommerce/carts", { contact_id, email: "zyxolde@shop.example", currency: "USD", shipping_address }, "acme")
      assert.strictEqual((yield* send(`/crm/contacts/${contact_id}/personal-data`, { key: "acme", method: "DELETE" })).status, 200)
      const left = yield* sql`select to_jsonb(o)::text as text from orders o where id = ${order.id} union all select to_jsonb(f)::text from fulfillments f where id = ${sent.id}
        union all select to_jsonb(r)::text from returns r where id = ${back.id}
        union all select to_jsonb(c)::text from carts c where id = ${cart.id}`
      assert.strictEqual(left.length, 4)
      assert.notMatch(JSON.stringify(left), /zyxolde|quarnwick|1Z9/i)
      assert.deepInclude((yield* read(`/ecommerce/fulfillments?order_id=${order.id}`, "acme")).items[0], {
        contact_id: null, state: "shipped", carrier: "UPS", tracking_number: null, tracking_url: null
      })
    }))

  it.effect("makes segments and scores, by product, variant, tag and time, without what came back", () =>
    Effect.gen(function*() {
      const buyer = yield* someone("acme")
      const rules = [{ label: "Reads", points: 9, when: all({ type: "purchases", tag: "books", op: "gte", value: 1 }) }]
      assert.strictEqual((yield* send("/crm/scoring/rules", { key: "acme", method: "PUT", ...json({ rules }) })).status, 200)
      const { goods: { product_id, variant_id }, order } = yield* bought(buyer.id)
      const found = Effect.fnUntraced(function*(condition: object) {
        const { json: { id } } = yield* post("/crm/segments", { name: JSON.stringify(condition).slice(0, 90), filter: all({ type: "purchases", op: "gte", ...condition }) }, "acme")
        return ((yield* read(`/crm/segments/${id}/contacts`, "acme")).items as ReadonlyArray<{ id: number }>).map(({ id }) => id)
      })
      assert.deepStrictEqual(yield* found({ product_id, value: 1 }), [buyer.id])
      assert.deepStrictEqual(yield* found({ variant_id, tag: "books", within_days: 1, value: 1 }), [buyer.id])
      for (const condition of [{ product_id, value: 2 }, { product_id: product_id + 1, value: 1 }, { variant_id, tag: "none", value: 1 }]) {
        assert.deepStrictEqual(yield* found(condition), [])
      }
      const scored = (score: number) => eventually(read(`/crm/contacts/${buyer.id}`, "acme"), (contact) => contact.score === score)
      yield* scored(9)
      yield* post("/ecommerce/returns", { order_id: order.id, items: [{ line: 1, quantity: 1 }], refund: false }, "acme")
      yield* scored(0)
    }))
})
