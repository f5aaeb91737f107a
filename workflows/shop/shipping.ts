import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Carts } from "#layers/shop/carts"
import { LocationsOfCompany } from "#layers/shop/locations"
import { ShippingRatesOfCompany } from "#layers/shop/shipping-rates"
import type { Input } from "#schemas/kernel/catalog"
import type * as api from "#schemas/shop/shipping.api"
import { requireToTakeAway } from "../agents/shared-records.ts"
import { refuse } from "../payments/costs.ts"
import { noSuchCart, saleable } from "./carts.ts"
import { priced } from "./pricing.ts"

export const list_shipping_rates = (query: Input<typeof api.list_shipping_rates>) => ShippingRatesOfCompany.use((rates) => rates.page(query))

export const set_shipping_rates = Effect.fnUntraced(function*({ rates: sent }: Input<typeof api.set_shipping_rates>) {
  const rates = yield* ShippingRatesOfCompany
  yield* rates.hold
  const before = yield* rates.all
  const places = new Map((yield* LocationsOfCompany.use((locations) => locations.inUse)).map((one) => [one.id, one]))
  for (const [place, { id, location_id }] of sent.entries()) {
    if (id !== null && !before.some((rate) => rate.id === id)) return yield* refuse(`rates[${place}].id`, "there is no such shipping rate", id)
    if (location_id === null) continue
    const at = places.get(location_id)
    if (at === undefined) return yield* refuse(`rates[${place}].location_id`, "there is no such location", location_id)
    if (!at.pickup) return yield* refuse(`rates[${place}].location_id`, "customers cannot fetch anything there", location_id)
  }
  if (isDeepStrictEqual(before.map((rate) => ({ ...rate })), sent.map((rate) => ({ ...rate })))) return { rates: before }
  if (before.some(({ id }) => !sent.some((one) => one.id === id))) yield* requireToTakeAway("set_shipping_rates")
  const after = yield* rates.replace(sent)
  const id = (after[0] ?? before[0])?.id
  if (id !== undefined) yield* recordChange({ object: "shipping_rates", id, before: { rates: before }, after: { rates: after } })
  return { rates: after }
})

export const quote_shipping = Effect.fnUntraced(function*({ address, cart_id = null, currency: asked, items }: Input<typeof api.quote_shipping>) {
  const carts = yield* Carts
  const rest = { codes: [], contact_id: null, shipping_rate_id: null }
  if (cart_id === null) {
    if (items === undefined) return yield* refuse("items", "say the items, or `cart_id`", null)
    const currency = asked ?? (yield* carts.currency)
    const { offers, requires_shipping } = yield* priced({ ...rest, currency, items: yield* saleable(items, currency), shipping_address: address ?? null })
    return { currency, requires_shipping, rates: offers }
  }
  const found = yield* carts.find(cart_id)
  if (found._tag === "None") return yield* noSuchCart("cart_id", cart_id)
  if (items !== undefined && items.length > 0) return yield* refuse("items", "they are those of the cart", null)
  const cart = found.value
  const { offers, requires_shipping } = yield* priced({ ...cart, shipping_rate_id: null, shipping_address: address ?? cart.shipping_address })
  return { currency: cart.currency, requires_shipping, rates: offers }
})
