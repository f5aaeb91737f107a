import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { baseOf } from "../connector/grants.ts"
import { booksAreRight } from "../payments/paying.ts"
import { run } from "../process/service.ts"
import { eventually } from "../support/eventually.ts"
import { byCommandLine, byManifest, byReference, byTools, byTypedClient, type Call, word } from "../support/surfaces.ts"
import { secrets, TestServer } from "../support/test-server.ts"
import { stockIsRight } from "./stock-checks.ts"

/** What a shop has before a customer comes: a product in stock, and a rate. */
const filled = Effect.fnUntraced(function*(call: Call, title: string) {
  const { variants: [variant] } = yield* call("create_product", {
    title, state: "active", variants: [{ sku: title, prices: [{ currency: "USD", amount: 2_400 }], weight_grams: 350 }]
  })
  yield* call("adjust_inventory", { items: [{ variant_id: variant.id, change: 3 }], reason: "Delivered" })
  yield* call("set_shipping_rates", { rates: [{ name: "Standard", zone: "All", currency: "USD", bands: [{ from: 0, amount: 490 }] }] })
  return variant.id as number
})

/** A customer's way from the search to the paid order. */
const bought = Effect.fnUntraced(function*(call: Call, title: string, variant_id: number) {
  const { items: [found] } = yield* call("list_products", { search: title })
  assert.deepStrictEqual([found.title, found.variants[0].id], [title, variant_id])
  const address = { name: "Grace Hopper", line1: "1 Main Street", city: "New York", postal_code: "10001", country: "US" }
  const items = [{ variant_id, quantity: 2 }]
  const { rates: [rate] } = yield* call("quote_shipping", { items, address, currency: "USD" })
  assert.deepInclude(rate, { name: "Standard", amount: 490 })
  const { id } = yield* call("create_cart", { email: `${title}@customers.example` })
  const cart = yield* call("set_cart_items", { id, items, shipping_address: address, shipping_rate_id: rate.shipping_rate_id })
  assert.deepInclude(cart, { amount: 5_290, faults: [] })
  const { order_id } = yield* call("checkout_cart", { id, payment_method: "pm_card_visa", expected_total: 5_290 })
  const order = yield* eventually(call("get_order", { id: order_id }), ({ state }) => state !== "open", 30_000)
  assert.deepInclude(order, { state: "paid", payment_state: "paid", amount: 5_290, paid_amount: 5_290, shipping_method: "Standard" })
  const { items: [level] } = yield* call("get_inventory", { product_id: found.id })
  assert.deepInclude(level, { on_hand: 3, reserved: 2, available: 1 })
  return order
})

const carries = Effect.fnUntraced(function*(call: Call) {
  const title = word()
  yield* bought(call, title, yield* filled(call, title))
  yield* Effect.andThen(booksAreRight, stockIsRight)
})

layer(TestServer, { excludeTestServices: true })("a customer's way to a paid order", (it) => {
  it.effect("by REST, as the reference describes it", () => carries(byReference))

  it.effect("by the company's manifest of tools", () => Effect.flatMap(byManifest, carries))

  it.effect("by the typed client", () => Effect.flatMap(byTypedClient, carries))

  it.effect("by the command line", () => Effect.flatMap(byCommandLine, carries), 90_000)

  it.effect("by an agent that has nothing but MCP, with a person's consent where it is needed", () =>
    Effect.gen(function*() {
      const { asked, call } = yield* byTools("Shopper", ["shop:read", "shop:write", "payments:read", "payments:write"])
      const { tools } = yield* call("search_tools", { query: "check out a cart" })
      assert.include(tools.map(({ name }: { readonly name: string }) => name), "checkout_cart")
      const title = word()
      const variant_id = yield* filled(call, title)
      assert.lengthOf(asked, 1)
      assert.include(asked[0], "No money moves.")
      const order = yield* bought(call, title, variant_id)
      assert.lengthOf(asked, 1, "buying needs no consent: the customer pays")

      const { fulfillments: [parcel] } = yield* call("create_fulfillment", { order_id: order.id })
      yield* call("ship_fulfillment", { id: parcel.id, carrier: "UPS", tracking_number: "1Z999AA10123456784" })
      const returned = yield* call("create_return", { order_id: order.id, items: [{ line: 1, quantity: 1, reason: "Too small" }] })
      assert.lengthOf(asked, 2)
      assert.include(asked[1], JSON.stringify([{ amount: 2_400, currency: "USD" }]))
      assert.deepInclude(returned, { order_id: order.id, amount: 2_400 })
      yield* Effect.andThen(booksAreRight, stockIsRight)
    }))

  it.effect("is told at the command line what is wrong with a call", () =>
    Effect.gen(function*() {
      const base = yield* baseOf
      const told = Effect.fnUntraced(function*(...command: ReadonlyArray<string>) {
        const { code, err, out } = yield* run(["api", ...command, "--url", base], { API_KEY: secrets.acmeTest })
        return { code, said: (err + out).trim() }
      })
      const [verb, field, value, missing, refused] = yield* Effect.all([
        told("list_product"), told("get_cart", "id=1", "colour=red"), told("create_cart", "items=two"), told("get_cart"), told("get_cart", "id=999999")
      ], { concurrency: 2 })
      assert.deepStrictEqual(verb, { code: 1, said: "There is no operation \"list_product\". Did you mean list_products?" })
      assert.deepStrictEqual(field, { code: 1, said: "get_cart takes no \"colour\"; it takes id." })
      assert.deepStrictEqual(value, { code: 1, said: "items is written as JSON: two is none." })
      assert.deepStrictEqual(missing, { code: 1, said: "get_cart needs id=..." })
      assert.strictEqual(refused.code, 1)
      assert.strictEqual(JSON.parse(refused.said).code, "not_found")
    }))
})

