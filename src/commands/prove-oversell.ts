import { randomUUID } from "node:crypto"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Option, type Redacted } from "effect"
import { HttpClient } from "effect/http"
import type { Order } from "#schemas/payments/order"
import type { Payment } from "#schemas/payments/payment"
import type { Product } from "#schemas/shop/product"
import type { Inventory, StockMovement as Movement } from "#schemas/shop/stock"
import { CommandFailure } from "./command-failure.ts"
import { conclude, everyPage, expected, failed, type Page, type Refusal, sayer, testKeyOf } from "./proof.ts"
import { type Call, callerOf } from "./service-client.ts"

interface Input {
  readonly url: string
  readonly key: Option.Option<Redacted.Redacted>
  readonly approver: Option.Option<Redacted.Redacted>
  readonly stock: number
  readonly checkouts: number
  readonly json: boolean
}

/** What of a piece costs, in the smallest unit. */
const PRICE = 1_250

/** The same call once a person, or a key that stands for one, has agreed. */
const withConsent = Effect.fnUntraced(function*(call: Call, approve: Call | undefined, path: string, body: object) {
  const key = { "idempotency-key": randomUUID() }
  const first = yield* call("POST", path, body, key)
  if (first.status !== 428) return yield* expected<unknown>("The stock", 201)(first)
  if (approve === undefined) {
    return yield* new CommandFailure({
      message: "The key has to ask before it adjusts stock: grant it a standing consent for adjust_inventory, or name a key that may approve with --approver."
    })
  }
  const { id } = (first.body as Required<Refusal>).consent
  const { confirmation } = yield* Effect.flatMap(approve("POST", `/agent/consents/${id}/approve`),
    expected<{ readonly confirmation: string }>("The approval", 200))
  return yield* Effect.flatMap(call("POST", path, body, { ...key, "x-service-confirmation": confirmation }), expected<unknown>("The stock", 201))
})

const sumOf = <Field extends string>(items: ReadonlyArray<{ readonly [K in Field]: number }>, field: Field) =>
  items.reduce((sum, item) => sum + item[field], 0)

/** Orders that came to their end: paid, or cancelled. */
const ended = (call: Call, id: number) =>
  Effect.gen(function*() {
    for (let left = 600;; left--) {
      const order = yield* Effect.flatMap(call("GET", `/orders/${id}`), expected<Order>(`Order ${id}`, 200))
      if (order.state !== "open" || left === 0) return order
      yield* Effect.sleep("200 millis")
    }
  })

export const proveOversell = (input: Input) =>
  Effect.gen(function*() {
    const key = yield* testKeyOf(input.key, "charge")
    const http = yield* HttpClient.HttpClient
    const call = callerOf(http, { url: input.url, key })
    const approve = Option.map(input.approver, (approver) => callerOf(http, { url: input.url, key: approver }))
    const say = sayer(input.json)
    const mark = randomUUID().slice(0, 8)

    const { currency } = yield* Effect.flatMap(call("GET", "/company/settings"), expected<{ readonly currency: string }>("The company", 200))
    const product = yield* Effect.flatMap(call("POST", "/ecommerce/products", {
      title: `Proof ${mark}`, state: "active",
      variants: [{ sku: `PROOF-${mark}`, prices: [{ currency, amount: PRICE }], requires_shipping: false }]
    }, { "idempotency-key": randomUUID() }), expected<Product>("The product", 201))
    const variant_id = product.variants[0]!.id
    yield* withConsent(call, Option.getOrUndefined(approve), "/ecommerce/inventory/adjustments", {
      items: [{ variant_id, change: input.stock }], reason: `Proof ${mark}`
    })
    yield* say(`Product ${product.id}, of which ${input.stock} are in stock; ${input.checkouts} customers with a cart each ...`)

    const customers = Array.from({ length: input.checkouts }, (_, n) => n)
    const carts = yield* Effect.forEach(customers, (n) =>
      Effect.flatMap(call("POST", "/ecommerce/carts", {
        email: `proof-${mark}-${n}@customers.example`, items: [{ variant_id, quantity: 1 }]
      }, { "idempotency-key": `proof ${mark} cart ${n}` }), expected<{ readonly id: number }>("A cart", 201)), { concurrency: 16 })

    const begun = performance.now()
    const answers = yield* Effect.forEach(carts, ({ id }, n) =>
      call("POST", `/ecommerce/carts/${id}/checkout`, { payment_method: "pm_card_visa" }, { "idempotency-key": `proof ${mark} checkout ${n}` }),
      { concurrency: "unbounded" })
    const seconds = (performance.now() - begun) / 1_000
    const odd = answers.find(({ status }) => status !== 202 && status !== 409)
    if (odd !== undefined) return yield* failed("A checkout", odd)
    const started = answers.filter(({ status }) => status === 202)
    const orders = yield* Effect.forEach(started, ({ body }) => ended(call, (body as { readonly order_id: number }).order_id), { concurrency: 8 })
    const paid = orders.filter(({ state }) => state === "paid")

    const level = (yield* Effect.flatMap(call("GET", `/ecommerce/inventory?product_id=${product.id}`), expected<Page<Inventory>>("The inventory", 200))).items[0]!
    const movements = yield* everyPage<Movement>(call, `/ecommerce/inventory/movements?variant_id=${variant_id}`)
    const payments = (yield* Effect.forEach(orders, ({ id }) => everyPage<Payment>(call, `/gateway/payments?order_id=${id}`), { concurrency: 8 })).flat()

    const sold = Math.min(input.stock, input.checkouts)
    const taken = sumOf(payments, "captured_amount") - sumOf(payments, "refunded_amount")
    const checks = [
      [`${sold} orders are paid`, paid.length === sold, paid.length],
      ["all others were refused or called off", orders.every(({ state }) => state === "paid" || state === "cancelled"),
        orders.filter(({ state }) => state !== "paid" && state !== "cancelled").length],
      [`${input.stock - sold} are left to sell`, level.available === input.stock - sold, level.available],
      ["the journal sums up to what is on hand", sumOf(movements, "on_hand_change") === level.on_hand, level.on_hand],
      ["the journal sums up to what is set aside", sumOf(movements, "reserved_change") === level.reserved, level.reserved],
      ["the money that was taken is that of the paid orders", taken === sumOf(paid, "amount"), taken]
    ] as const
    yield* conclude(input.json, {
      checkouts: input.checkouts, stock: input.stock, refused: answers.length - started.length, called_off: orders.length - paid.length, paid: paid.length, seconds
    }, `${input.checkouts} checkouts at the same time, answered in ${seconds.toFixed(2)} s: ${started.length} began, ${answers.length - started.length} were refused.`,
    checks)
    yield* call("PATCH", `/ecommerce/products/${product.id}`, { state: "draft" })
  }).pipe(Effect.provide(NodeHttpClient.layerUndici))
