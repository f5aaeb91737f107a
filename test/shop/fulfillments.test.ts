import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { trackingPage } from "#schemas/shop/carriers"
import { eventsOf } from "../crm/records.ts"
import { post, read } from "../payments/paying.ts"
import { anotherLocation, levelsOf, product, shipped, shopOrder, stocked } from "../support/shop-order.ts"
import { type Key, send, TestServer } from "../support/test-server.ts"

const fulfillments = "/ecommerce/fulfillments"
const create = (body: object, key?: Key) => post(fulfillments, body, key)
const ship = (id: number, body: object = {}, headers: Record<string, string> = {}) => post(`${fulfillments}/${id}/ship`, body, "acmeTest", headers)
const kinds = (object: string, id: number) => Effect.map(eventsOf("acmeTest", object, id), (events) => events.map(({ kind }) => kind))

layer(TestServer, { excludeTestServices: true })("fulfilments", (it) => {
  it.effect("are prepared in parts, shipped from stock and delivered, and the order follows", () =>
    Effect.gen(function*() {
      const [mug, book] = [yield* product({ stock: 10 }), yield* product({ stock: 5 })]
      const order = yield* shopOrder({ goods: [{ ...mug, quantity: 3 }, { ...book, quantity: 1 }], shipping: 500 })
      assert.deepStrictEqual([yield* levelsOf(mug.variant_id), order.state], [[10, 3], "paid"])
      const { json: { fulfillments: [first] } } = yield* create({ order_id: order.id, items: [{ line: 1, quantity: 2 }] })
      assert.deepInclude(first, {
        order_id: order.id, contact_id: order.contact_id, state: "prepared", carrier: null, shipped_at: null, livemode: false, version: 1,
        items: [{ line: 1, variant_id: mug.variant_id, quantity: 2 }]
      })
      assert.strictEqual((yield* read(`/orders/${order.id}`)).state, "paid")
      const more = yield* create({ order_id: order.id, items: [{ line: 1, quantity: 2 }, { line: 3, quantity: 1 }] })
      assert.strictEqual(more.json.message, "More than is left of the order to send, which is 1 of line 1, 1 of line 2.")
      assert.deepStrictEqual([more.status, more.json.details], [409, [
        { field: "items[0].quantity", error: "more than 1, which is left of line 1", received: 2 },
        { field: "items[1].quantity", error: "more than 0, which is left of line 3", received: 1 }
      ]])
      assert.strictEqual((yield* post(`${fulfillments}/${first.id}/deliver`, {})).status, 409)
      const sent = yield* ship(first.id, { carrier: "UPS", tracking_number: "1Z 999" })
      assert.strictEqual(sent.status, 200, sent.text)
      assert.deepInclude(sent.json, { state: "shipped", tracking_number: "1Z 999", tracking_url: "https://www.ups.com/track?tracknum=1Z999", version: 2 })
      assert.deepStrictEqual(yield* levelsOf(mug.variant_id), [8, 1])
      assert.strictEqual((yield* read(`/orders/${order.id}`)).state, "partially_fulfilled")
      const { json: { fulfillments: [rest] } } = yield* create({ order_id: order.id })
      assert.deepStrictEqual(rest.items, [{ line: 1, variant_id: mug.variant_id, quantity: 1 }, { line: 2, variant_id: book.variant_id, quantity: 1 }])
      assert.strictEqual((yield* create({ order_id: order.id })).json.message, "Nothing of the order is left to send.")
      yield* ship(rest.id, { tracking_url: "https://carrier.example/7" })
      assert.deepStrictEqual([yield* levelsOf(mug.variant_id), yield* levelsOf(book.variant_id)], [[7, 0], [4, 0]])
      assert.strictEqual((yield* read(`/orders/${order.id}`)).state, "fulfilled")
      assert.deepStrictEqual((yield* ship(rest.id)).json.version, 2, "it has left")
      assert.deepInclude((yield* ship(rest.id, { carrier: "dhl", tracking_number: "42" })).json, {
        tracking_url: "https://www.dhl.com/global-en/home/tracking.html?tracking-id=42", state: "shipped", version: 3
      })
      const delivered = yield* post(`${fulfillments}/${rest.id}/deliver`, {})
      assert.deepInclude(delivered.json, { state: "delivered", version: 4 })
      assert.deepStrictEqual((yield* post(`${fulfillments}/${rest.id}/deliver`, {})).json, delivered.json)
      assert.deepStrictEqual(yield* kinds("fulfillment", rest.id), ["fulfillment.created", "fulfillment.shipped", "fulfillment.delivered"])
      assert.deepStrictEqual(yield* kinds("order", order.id), ["order.created", "order.paid", "order.fulfilled"])
      const { items, total } = yield* read(`${fulfillments}?order_id=${order.id}&state=delivered`)
      assert.deepStrictEqual([total, items], [1, [delivered.json]])
      for (const key of ["acme", "bolt"] as const) {
        assert.strictEqual((yield* send(`${fulfillments}?order_id=${order.id}`, { key })).json.total, 0)
        assert.strictEqual((yield* post(`${fulfillments}/${rest.id}/deliver`, {}, key)).status, 404)
        assert.strictEqual((yield* create({ order_id: order.id }, key)).status, 404)
      }
    }))

  it.effect("are one for each place where goods are set aside, or of the place that is named", () =>
    Effect.gen(function*() {
      const [mug, gift] = [yield* product({ stock: 2 }), yield* product()]
      const other = yield* anotherLocation()
      yield* stocked(mug.variant_id, 2, other)
      const order = yield* shopOrder({ goods: [{ ...gift, quantity: 1 }, { ...mug, quantity: 3 }] })
      const wrong = yield* create({ order_id: order.id, location_id: other, items: [{ line: 2, quantity: 2 }] })
      assert.strictEqual(wrong.status, 409, wrong.text)
      assert.match(wrong.json.message, /^Not all of it is set aside at location \d+: of line 2, there are 2 at location \d+, 1 at location \d+\.$/)
      const { json: { fulfillments: [named] } } = yield* create({ order_id: order.id, location_id: other, items: [{ line: 2, quantity: 1 }] })
      assert.strictEqual(named.location_id, other)
      const { json: { fulfillments: rest } } = yield* create({ order_id: order.id })
      assert.deepStrictEqual(rest.map(({ items }: any) => items.map(({ line, quantity }: any) => [line, quantity])), [[[1, 1], [2, 2]]])
      const again = yield* shopOrder({ goods: [{ ...mug, quantity: 1 }] })
      assert.strictEqual((yield* create({ order_id: again.id, location_id: 9_999_999 })).status, 404)
      yield* Effect.forEach([named, ...rest], ({ id }) => ship(id))
      assert.deepStrictEqual(yield* levelsOf(mug.variant_id), [1, 1])
      assert.strictEqual((yield* read(`/orders/${order.id}`)).state, "fulfilled")

      const big = yield* product({ stock: 2 })
      yield* stocked(big.variant_id, 5, other)
      const two = yield* shopOrder({ goods: [{ ...big, quantity: 6 }] })
      assert.deepStrictEqual((yield* shipped(two.id)).map(({ items: [item] }) => item.quantity), [2, 4])
      assert.deepStrictEqual(yield* levelsOf(big.variant_id), [1, 0])
    }))

  it.effect("wait for goods that are sold before they came, and are not sent where the order is not paid or was cancelled", () =>
    Effect.gen(function*() {
      const mug = yield* product({ stock: 1, backorder_limit: 5 })
      const order = yield* shopOrder({ goods: [{ ...mug, quantity: 3 }] })
      const { json: { fulfillments: [made] } } = yield* create({ order_id: order.id })
      const early = yield* ship(made.id)
      assert.deepStrictEqual([early.status, early.json.message], [409, `Not all of it lies at location ${made.location_id} yet: of variant ${mug.variant_id}, 1.`])
      assert.deepInclude(yield* read(`/orders/${order.id}`), { state: "paid" })
      yield* stocked(mug.variant_id, 4)
      assert.strictEqual((yield* ship(made.id)).status, 200)
      assert.deepStrictEqual(yield* levelsOf(mug.variant_id), [1, 0])

      const open = yield* shopOrder({ goods: [{ ...mug, quantity: 1 }], payments: [] })
      assert.strictEqual((yield* create({ order_id: open.id })).json.message, "Only what is paid can be sent; the order is open.")
      const gone = yield* shopOrder({ goods: [{ ...mug, quantity: 2 }] })
      const { json: { fulfillments: [never] } } = yield* create({ order_id: gone.id, items: [{ line: 1, quantity: 1 }] })
      assert.strictEqual((yield* post(`/orders/${gone.id}/cancel`, {})).json.state, "cancelled")
      assert.deepInclude((yield* read(`${fulfillments}?order_id=${gone.id}`)).items[0], { id: never.id, state: "canceled", version: 2 })
      assert.strictEqual((yield* ship(never.id)).json.message, "Its order was cancelled.")
      assert.strictEqual((yield* create({ order_id: gone.id })).status, 409)
      const part = yield* shopOrder({ goods: [{ ...mug, quantity: 2 }] })
      const { json: { fulfillments: [one] } } = yield* create({ order_id: part.id, items: [{ line: 1, quantity: 1 }] })
      yield* ship(one.id)
      const refused = yield* post(`/orders/${part.id}/cancel`, {})
      assert.deepStrictEqual([refused.status, refused.json.message], [409, "A part of the order was shipped: what comes back is a return."])
      const bare = yield* post("/orders/", { contact_id: part.contact_id, amount: 100 })
      assert.strictEqual((yield* create({ order_id: bare.json.id })).json.message, "The order has no goods of the shop.")
    }))

  it.effect("are shipped and prepared once by many who ask at once", () =>
    Effect.gen(function*() {
      const mug = yield* product({ stock: 10 })
      const order = yield* shopOrder({ goods: [{ ...mug, quantity: 4 }] })
      const made = yield* Effect.all(Array.from({ length: 10 }, () => create({ order_id: order.id, items: [{ line: 1, quantity: 1 }] })), { concurrency: 10 })
      assert.deepStrictEqual(made.map(({ status }) => status).toSorted((a, b) => a - b), [201, 201, 201, 201, ...Array.from({ length: 6 }, () => 409)])
      const ids = made.flatMap(({ json }) => json.fulfillments ?? []).map(({ id }: { id: number }) => id)
      const sent = yield* Effect.all([...ids, ...ids, ...ids].map((id) => ship(id)), { concurrency: 12 })
      assert.deepStrictEqual([...new Set(sent.map(({ status }) => status))], [200])
      assert.deepStrictEqual(yield* levelsOf(mug.variant_id), [6, 0])
      assert.deepStrictEqual(yield* kinds("order", order.id), ["order.created", "order.paid", "order.fulfilled"])
    }))

  it.effect("tell the customer by e-mail, unless told otherwise or there is no address", () =>
    Effect.gen(function*() {
      const mug = yield* product({ title: "Compiler mug" })
      const { json: contact } = yield* post("/crm/contacts", { first_name: "Grace", email: "grace@shipped.example" })
      const order = yield* shopOrder({ goods: [{ ...mug, quantity: 2 }], contact_id: contact.id })
      const { json: { fulfillments: [one] } } = yield* create({ order_id: order.id, items: [{ line: 1, quantity: 1 }] })
      yield* ship(one.id, { carrier: "PostNord", tracking_number: "0037" })
      yield* ship(one.id, { carrier: "PostNord", tracking_number: "0038" })
      const sent = Effect.map(read(`/messages/emails?contact_id=${contact.id}`), ({ items }) => items.filter(({ template }: any) => template === "shipment"))
      const emails = yield* sent
      assert.deepStrictEqual(emails.map(({ state, subject }: any) => [state, subject]), [
        ["simulated", `Your order ${order.id} from acme is on its way`]
      ])
      const { text } = yield* read(`/messages/emails/${emails[0].id}`)
      for (const words of ["Hello Grace", "https://tracking.postnord.com/en/tracking?id=0037", "Compiler mug  1"]) assert.include(text, words)
      const { json: { fulfillments: [two] } } = yield* create({ order_id: order.id })
      yield* ship(two.id, { notify: false })
      assert.strictEqual((yield* sent).length, 1)
    }))

  it.effect("name pages of known carriers, however they are written, and take no address that is none", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(["royal mail", "Colissimo", "La Poste", "Pigeon"].map((name) => trackingPage(name, "A B/1")), [
        "https://www.royalmail.com/track-your-item#/tracking-results/AB%2F1", "https://www.laposte.fr/outils/suivre-vos-envois?code=AB%2F1",
        "https://www.laposte.fr/outils/suivre-vos-envois?code=AB%2F1", undefined
      ])
      const order = yield* shopOrder({ goods: [{ ...yield* product(), quantity: 1 }] })
      const { json: { fulfillments: [{ id }] } } = yield* create({ order_id: order.id })
      for (const tracking_url of ["javascript:alert(1)", "42", "ftp://x.example"]) assert.strictEqual((yield* ship(id, { tracking_url })).status, 422)
      assert.strictEqual((yield* ship(id, {}, { "if-match": "\"7\"" })).status, 412)
      for (const items of [[{ line: 1, quantity: 0 }], [{ line: 0, quantity: 1 }], [{ line: 1, quantity: 1 }, { line: 1, quantity: 1 }], [], [{ line: 1, quantity: 1e9 }]]) {
        assert.strictEqual((yield* create({ order_id: order.id, items })).status, 422, JSON.stringify(items))
      }
      assert.strictEqual((yield* create({ order_id: 9_999_999 })).status, 404)
    }))
})
