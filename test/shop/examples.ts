import { Effect, type Layer } from "effect"
import type { Call } from "../contract/examples.ts"
import { json, type Key, send, type TestServer } from "../support/test-server.ts"

type Adjust = (call: Call, key: Key) => Effect.Effect<Call, never, Layer.Success<typeof TestServer>>

let turn = 0
const fresh = (text: string) => `${text}-${turn++}`

const options = [{ name: "Colour", values: ["Red", "Blue"] }]
const named = ({ payload, ...call }: Call, more: object): Call => ({ ...call, payload: { ...payload, ...more } })
const adjust = (more: (call: Call) => object): Adjust => (call) => Effect.sync(() => named(call, more(call)))

const variantIn = ({ payload = {} }: Call) => (payload["variants"] as ReadonlyArray<object>)[0]!

/** What examples of products have: options and variants that fit, and slugs and SKUs of their own. */
export const callsOfProducts: Readonly<Record<string, Adjust>> = {
  create_product: adjust((call) => ({ slug: fresh("mug"), options, variants: [{ ...variantIn(call), sku: fresh("MUG"), options: ["Red"] }] })),
  update_product: adjust(() => ({ slug: fresh("mug"), options })),
  create_variant: adjust(() => ({ sku: fresh("MUG"), options: ["Blue"] })),
  update_variant: adjust(() => ({ sku: fresh("MUG"), options: ["Blue"] })),
  create_collection: adjust(() => ({ slug: fresh("kitchen"), product_ids: [] })),
  update_collection: adjust(() => ({ slug: fresh("kitchen"), product_ids: [] }))
}

/** A variant of a product made for it. */
export const someVariant = Effect.fnUntraced(function*(key: Key) {
  const body = { title: "Mug", options, variants: [{ sku: fresh("MUG"), options: ["Red"], prices: [{ currency: "USD", amount: 4_900 }] }] }
  const made = yield* send("/ecommerce/products", { key, method: "POST", ...json(body) })
  return made.json.variants[0].id as number
})
