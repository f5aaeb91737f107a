import { randomUUID } from "node:crypto"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { type HttpServer } from "effect/http"
import { payloadOf } from "#schemas/kernel/catalog"
import { CONNECTOR_PATH } from "#src/oauth/paths"
import { baseOf } from "../connector/grants.ts"
import { memory } from "../connector/oauth-memory.ts"
import { catalog } from "../contract/examples.ts"
import { agree } from "../oauth/driver.ts"
import { booksAreRight } from "../payments/paying.ts"
import { run } from "../process/service.ts"
import { eventually } from "../support/eventually.ts"
import { as, json, secrets, send, TestServer } from "../support/test-server.ts"
import { stockIsRight } from "./stock-checks.ts"

type Fields = Readonly<Record<string, unknown>>

/** Calls an operation by its name on one of the surfaces; what it answers. */
type Call = (verb: string, fields: Fields) => Effect.Effect<any, never, HttpServer.HttpServer>

/** A name of which a search finds nothing else. */
const word = () => randomUUID().replace(/\d/gu, (digit) => String.fromCodePoint(103 + Number(digit))).slice(0, 8)

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

const carries = Effect.fnUntraced(function*(call: Call, admin = call) {
  const title = word()
  yield* bought(call, title, yield* filled(admin, title))
  yield* Effect.andThen(booksAreRight, stockIsRight)
})

/** Sends a request as a manifest describes it: a method and a path in which fields stand; the others are the query, or the body. */
const requested = Effect.fnUntraced(function*(method: string, template: string, fields: Fields) {
  const rest = { ...fields }
  const path = template.replace(/^\/api\/v1/u, "").replace(/\{(\w+)\}/gu, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(fields[name]))
  })
  const query = method === "GET" ? `?${new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))}` : ""
  const answer = yield* send(path + query, { key: "acmeTest", method, ...method !== "GET" && json(rest) })
  assert.isBelow(answer.status, 300, `${method} ${path}: ${answer.text}`)
  return answer.json
})

/** A person's tool client, connected by OAuth for test mode, which asks the person what it is asked. */
const toolClient = Effect.gen(function*() {
  const { kept, provider: authProvider } = memory("Shopper")
  const url = new URL((yield* baseOf) + CONNECTOR_PATH)
  const about = { name: "Shopper", version: "1" }
  const options = { capabilities: { elicitation: {} }, versionNegotiation: { mode: "auto" as const } }
  const first = new StreamableHTTPClientTransport(url, { authProvider })
  yield* Effect.promise(() => new Client(about, options).connect(first).catch(() => undefined))
  const back = yield* agree(kept.authorize!.href, "owner", {
    mode: "test", scopes: ["shop:read", "shop:write", "payments:read", "payments:write"]
  })
  yield* Effect.promise(() => first.finishAuth(back.searchParams))
  const asked: Array<string> = []
  const client = new Client(about, options)
  client.setRequestHandler("elicitation/create", async ({ params: { message } }) => {
    asked.push(message)
    return { action: "accept", content: { approve: true } }
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect(new StreamableHTTPClientTransport(url, { authProvider }))),
    () => Effect.promise(() => client.close())
  )
  return { client, asked }
})

layer(TestServer, { excludeTestServices: true, timeout: 60_000 })("a customer's way to a paid order", (it) => {
  it.effect("by REST, as the reference describes it", () =>
    carries((verb, fields) => {
      const { method, path } = catalog.find(({ name }) => name === verb)!
      return requested(method, path.replace(/:(\w+)/gu, "{$1}"), fields)
    }))

  it.effect("by the company's manifest of tools", () =>
    Effect.gen(function*() {
      const { json: { tools } } = yield* send("/webmcp/manifest", { key: "acmeTest" })
      yield* carries((verb, fields) => {
        const { endpoint: { method, path }, inputSchema } = tools.find(({ name }: { readonly name: string }) => name === verb)
        assert.includeMembers(Object.keys(inputSchema.properties), Object.keys(fields))
        return requested(method, path, fields)
      })
    }))

  it.effect("by the typed client", () =>
    Effect.gen(function*() {
      const client: any = yield* as("acmeTest")
      yield* carries((verb, fields) => {
        const { category, endpoint, sources } = catalog.find(({ name }) => name === verb)!
        const part = (source: string) => Object.fromEntries(Object.entries(fields).filter(([name]) => sources[name] === source))
        const schema = payloadOf(endpoint)
        /* A program in TypeScript writes a body with all its defaults, or takes them from the schema. */
        const payload = schema === undefined ? {} : Schema.decodeUnknownSync(schema as Schema.Codec<unknown>)(part("payload"))
        return client[category][verb]({ params: part("params"), query: part("query"), payload, headers: {} })
      })
    }))

  it.effect("by the command line", () =>
    Effect.gen(function*() {
      const base = yield* baseOf
      const written = (value: unknown) => typeof value === "string" ? value : JSON.stringify(value)
      yield* carries(Effect.fnUntraced(function*(verb, fields) {
        const said = yield* run(
          ["api", verb, ...Object.entries(fields).map(([name, value]) => `${name}=${written(value)}`), "--url", base], { API_KEY: secrets.acmeTest }
        )
        assert.deepStrictEqual([said.code, said.err], [0, ""], said.out)
        return JSON.parse(said.out)
      }))
    }), 90_000)

  it.effect("by an agent that has nothing but MCP, with a person's consent where it is needed", () =>
    Effect.gen(function*() {
      const { asked, client } = yield* toolClient
      const call: Call = (name, args) =>
        Effect.map(Effect.promise(() => client.callTool({ name, arguments: args })), (answer: any) => {
          assert.isNotTrue(answer.isError, JSON.stringify(answer.content))
          return answer.structuredContent
        })
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
      assert.include(asked[1], "24.00")
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

