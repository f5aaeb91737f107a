import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf } from "../crm/records.ts"
import { payAt, visit } from "../payments/paying-by-link.ts"
import { booksAreRight, post, read } from "../payments/paying.ts"
import { eventually } from "../support/eventually.ts"
import { advance, HOUR_MS, instant, nowOf, ready } from "../support/test-clock.ts"
import { TestServerWith } from "../support/test-server.ts"
import { cart, cartOf, checkout, ended, product, stockOf } from "./selling.ts"
import { stockIsRight } from "./stock-checks.ts"

const allIsRight = Effect.andThen(booksAreRight, stockIsRight)

const runOf = (id: number) =>
  eventually(read(`/workflows/runs/${id}`), ({ status }) => status === "completed" || status === "failed", 30_000)

layer(TestServerWith(), { excludeTestServices: true })("a checkout", (it) => {
  it.effect("sets the goods aside, makes the order, and takes the payment", () =>
    Effect.gen(function*() {
      const [mug, plate] = [yield* product(10), yield* product(3, { amount: 700 })]
      const { amount, id } = yield* cart([[mug, 2], [plate, 1]])
      assert.strictEqual(amount, 3_200)
      const begun = yield* checkout(id, { payment_method: "pm_card_visa", expected_total: 3_200, notes: "Ring twice" })
      assert.strictEqual(begun.status, 202, begun.text)
      assert.deepInclude(begun.json, { amount: 3_200, currency: "USD", cart_id: id, pay_url: null, status: "queued" })
      const order = yield* ended(begun.json.order_id)
      assert.deepInclude(order, { state: "paid", payment_state: "paid", amount: 3_200, paid_amount: 3_200, cart_id: id, notes: "Ring twice", shipping_method: null })
      assert.deepStrictEqual(order.lines.map(({ quantity, variant_id }: any) => [variant_id, quantity]), [[mug, 2], [plate, 1]])
      assert.deepStrictEqual(yield* stockOf(mug), { on_hand: 10, reserved: 2, available: 8 })
      assert.deepInclude(yield* cartOf(id), { state: "checked_out", order_id: order.id })
      assert.deepInclude(yield* runOf(begun.json.run_id), { status: "completed", result: { order_id: order.id, state: "paid" } })
      assert.deepStrictEqual((yield* eventsOf("acmeTest", "order", order.id)).map(({ kind }) => kind), ["order.created", "order.paid"])
      const { items } = yield* read(`/ecommerce/inventory/movements?order_id=${order.id}`)
      assert.deepStrictEqual(items.map(({ kind, on_hand_change, reserved_change, variant_id }: any) => [variant_id, kind, on_hand_change, reserved_change]),
        [[plate, "reservation", 0, 1], [mug, "reservation", 0, 2]])
      const again = yield* checkout(id)
      assert.deepStrictEqual([again.status, again.json.message], [409, `The cart was checked out as order ${order.id}.`])
      yield* allIsRight
    }))

  it.effect("is confirmed by e-mail once it is paid, and not before", () =>
    Effect.gen(function*() {
      const mug = yield* product(3, { amount: 1_250 })
      const emailsOf = ({ contact_id }: { readonly contact_id: number }) => Effect.map(read(`/messages/emails?contact_id=${contact_id}`), ({ items }) => items)
      const declined = yield* checkout((yield* cart([[mug, 1]])).id, { payment_method: "pm_card_chargeDeclined" })
      assert.deepStrictEqual(yield* emailsOf(yield* ended(declined.json.order_id)), [])

      const { id } = yield* cart([[mug, 2]])
      const later = yield* checkout(id, {})
      const waiting = yield* read(`/orders/${later.json.order_id}`)
      assert.deepStrictEqual(yield* emailsOf(waiting), [])
      yield* payAt(later.json.pay_url)
      const order = yield* ended(waiting.id)
      const [email, ...others] = yield* emailsOf(order)
      assert.deepStrictEqual([others, email.template, email.subject, email.state], [[], "order", `Your order ${order.id} from acme`, "simulated"])
      const { text } = yield* read(`/messages/emails/${email.id}`)
      for (const words of [`your order ${order.id} is paid`, `${order.lines[0].description}  2  $25.00`, "Total: $25.00"]) assert.include(text, words)
    }))

  it.effect("of one cart at the same time makes one order", () =>
    Effect.gen(function*() {
      const mug = yield* product(10)
      const { id } = yield* cart([[mug, 1]])
      const all = yield* Effect.all(Array.from({ length: 8 }, () => checkout(id)), { concurrency: "unbounded" })
      assert.deepStrictEqual(all.map(({ status }) => status).toSorted(), [202, ...Array.from({ length: 7 }, () => 409)])
      yield* ended(all.find(({ status }) => status === 202)!.json.order_id)
      assert.deepInclude(yield* stockOf(mug), { reserved: 1 })
      yield* allIsRight
    }))

  it.effect("tells a price that is another by now, what is sold out, and what is missing, and leaves nothing", () =>
    Effect.gen(function*() {
      const [mug, plate] = [yield* product(1), yield* product(0)]
      const { id } = yield* cart([[mug, 1]])
      const other = yield* checkout(id, { payment_method: "pm_card_visa", expected_total: 1_000 })
      assert.strictEqual(other.status, 409)
      assert.deepStrictEqual(other.json.details, [{ field: "expected_total", error: "it is 1250 now", received: 1_000 }])
      for (const items of [[[mug, 2]], [[plate, 1]]] as const) {
        const wanted = yield* cart(items)
        const refused = yield* checkout(wanted.id)
        assert.strictEqual(refused.status, 409, refused.text)
        assert.deepInclude(yield* cartOf(wanted.id), { state: "open", order_id: null })
      }
      const nobody = yield* cart([[mug, 1]], { email: null })
      assert.strictEqual((yield* checkout(nobody.id)).status, 422)
      assert.strictEqual((yield* checkout((yield* cart([])).id)).status, 409)
      assert.deepStrictEqual(yield* stockOf(mug), { on_hand: 1, reserved: 0, available: 1 })
      yield* allIsRight
    }))

  it.effect("whose payment is declined gives everything back, and the cart can be checked out again", () =>
    Effect.gen(function*() {
      const mug = yield* product(1)
      const { id } = yield* cart([[mug, 1]])
      const declined = yield* checkout(id, { payment_method: "pm_card_chargeDeclined" })
      assert.strictEqual(declined.status, 202, declined.text)
      assert.deepInclude(yield* ended(declined.json.order_id), { state: "cancelled", paid_amount: 0 })
      const run = yield* runOf(declined.json.run_id)
      assert.strictEqual(run.status, "failed")
      assert.include(JSON.stringify(run.error), "generic_decline")
      assert.deepStrictEqual(yield* stockOf(mug), { on_hand: 1, reserved: 0, available: 1 })
      assert.deepInclude(yield* cartOf(id), { state: "open", order_id: null })
      const paid = yield* checkout(id)
      assert.deepInclude(yield* ended(paid.json.order_id), { state: "paid" })
      assert.deepInclude(yield* stockOf(mug), { available: 0 })
      yield* allIsRight
    }))

  it.effect("without a card waits for the customer to pay on a page, and gives the goods back after an hour; what is paid then goes back", () =>
    Effect.gen(function*() {
      const mug = yield* product(2)
      const [paid, left] = [yield* cart([[mug, 1]]), yield* cart([[mug, 1]])]
      const first = (yield* checkout(paid.id, {})).json
      yield* payAt(first.pay_url)
      assert.deepInclude(yield* ended(first.order_id), { state: "paid" })
      const second = (yield* checkout(left.id, {})).json
      assert.deepInclude(yield* stockOf(mug), { available: 0, reserved: 2 })
      yield* advance({ to: instant((yield* nowOf()) + 2 * HOUR_MS) })
      yield* ready()
      assert.deepInclude(yield* ended(second.order_id), { state: "cancelled", paid_amount: 0 })
      assert.deepInclude(yield* ended(first.order_id), { state: "paid" })
      assert.deepStrictEqual(yield* stockOf(mug), { on_hand: 2, reserved: 1, available: 1 })
      assert.deepInclude(yield* cartOf(left.id), { order_id: null })
      assert.strictEqual((yield* visit(second.pay_url)).status, 410)
      yield* allIsRight
    }))

  it.effect("of the last pieces by many at the same time sells each once", () =>
    Effect.gen(function*() {
      const mug = yield* product(5)
      const carts = yield* Effect.forEach(Array.from({ length: 30 }), () => cart([[mug, 1]]), { concurrency: 8 })
      const all = yield* Effect.forEach(carts, ({ id }) => checkout(id), { concurrency: "unbounded" })
      const begun = all.filter(({ status }) => status === 202)
      assert.lengthOf(begun, 5)
      assert.isTrue(all.every(({ status }) => status === 202 || status === 409))
      for (const { json } of begun) assert.deepInclude(yield* ended(json.order_id), { state: "paid" })
      assert.deepStrictEqual(yield* stockOf(mug), { on_hand: 5, reserved: 5, available: 0 })
      yield* allIsRight
    }))

  it.effect("of two goods in opposite order at the same time waits for nothing in a circle", () =>
    Effect.gen(function*() {
      const [mug, plate] = [yield* product(12), yield* product(12)]
      const carts = yield* Effect.forEach(Array.from({ length: 24 }, (_, n) => n), (n) =>
        cart(n % 2 === 0 ? [[mug, 1], [plate, 1]] : [[plate, 1], [mug, 1]]), { concurrency: 8 })
      const all = yield* Effect.forEach(carts, ({ id }) => checkout(id), { concurrency: "unbounded" })
      assert.strictEqual(all.filter(({ status }) => status === 202).length, 12)
      assert.isTrue(all.every(({ status }) => status === 202 || status === 409), JSON.stringify(all.map(({ status }) => status)))
      for (const { json } of all.filter(({ status }) => status === 202)) yield* ended(json.order_id)
      assert.deepInclude(yield* stockOf(mug), { available: 0 })
      assert.deepInclude(yield* stockOf(plate), { available: 0 })
      yield* allIsRight
    }))

  it.effect("uses the last use of a discount once", () =>
    Effect.gen(function*() {
      const mug = yield* product(100)
      const made = yield* post("/ecommerce/discounts", { title: "Last", code: "LAST", takes_off: { type: "percent", percentage: 10 }, usage_limit: 3 })
      assert.strictEqual(made.status, 201, made.text)
      const carts = yield* Effect.forEach(Array.from({ length: 16 }), () => cart([[mug, 1]], { codes: ["LAST"] }), { concurrency: 8 })
      const all = yield* Effect.forEach(carts, ({ id }) => checkout(id), { concurrency: "unbounded" })
      assert.strictEqual(all.filter(({ status }) => status === 202).length, 3)
      assert.isTrue(all.every(({ status }) => status === 202 || status === 409))
      for (const { json } of all.filter(({ status }) => status === 202)) assert.deepInclude(yield* ended(json.order_id), { state: "paid", amount: 1_125 })
      assert.deepInclude(yield* stockOf(mug), { reserved: 3 })
      yield* allIsRight
    }))

  it.effect("sells as many before they are there as the variant allows", () =>
    Effect.gen(function*() {
      const mug = yield* product(1, { backorder_limit: 2 })
      const { id } = yield* cart([[mug, 3]])
      const begun = yield* checkout(id)
      assert.strictEqual(begun.status, 202, begun.text)
      yield* ended(begun.json.order_id)
      assert.deepStrictEqual(yield* stockOf(mug), { on_hand: 1, reserved: 3, available: -2 })
      assert.strictEqual((yield* checkout((yield* cart([[mug, 1]])).id)).status, 409)
      yield* allIsRight
    }))

  it.effect("that brings stock down to its mark tells it once", () =>
    Effect.gen(function*() {
      const mug = yield* product(4, { low_stock_at: 2 })
      for (const quantity of [1, 1, 1]) yield* ended((yield* checkout((yield* cart([[mug, quantity]])).id)).json.order_id)
      assert.deepStrictEqual((yield* eventsOf("acmeTest", "inventory", mug)).map(({ kind }) => kind), ["inventory.low"])
      const taken = yield* post("/ecommerce/inventory/adjustments", { items: [{ variant_id: mug, change: -2 }], reason: "Broken" })
      assert.strictEqual(taken.status, 409, taken.text)
      assert.strictEqual((yield* post("/ecommerce/inventory/adjustments", { items: [{ variant_id: mug, on_hand: 3 }], reason: "Counted" })).status, 201)
      yield* allIsRight
    }))

  it.effect("that is cancelled later gives its goods back", () =>
    Effect.gen(function*() {
      const mug = yield* product(1)
      const { json: { order_id } } = yield* checkout((yield* cart([[mug, 1]])).id)
      yield* ended(order_id)
      const cancelled = yield* post(`/orders/${order_id}/cancel`, {})
      assert.strictEqual(cancelled.status, 200, cancelled.text)
      assert.deepInclude(cancelled.json, { state: "cancelled", payment_state: "refunded" })
      assert.deepStrictEqual(yield* stockOf(mug), { on_hand: 1, reserved: 0, available: 1 })
      yield* allIsRight
    }))
})
