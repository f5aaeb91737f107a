import { Effect } from "effect"
import { Orders } from "#layers/payments/orders"
import { Carts } from "#layers/shop/carts"
import { Checkouts, type OrderedItem } from "#layers/shop/checkouts"
import { Discounts } from "#layers/shop/discounts"
import { Stock } from "#layers/shop/stock"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { Order } from "#schemas/payments/order"
import type { CartRecord } from "#schemas/shop/cart"
import type * as api from "#schemas/shop/checkout.api"
import type { StartedCheckout } from "#schemas/shop/checkout"
import { customerOf } from "../crm/customer.ts"
import { refuse } from "../payments/costs.ts"
import { pageToPay } from "../payments/links.ts"
import { preparePayment } from "../payments/payments.ts"
import { CheckoutRun, expectExpiry } from "./checkout-runs.ts"
import { tellLow } from "./inventory.ts"
import { confirmOrder } from "./letters.ts"
import { type PricedCart, priced } from "./pricing.ts"

type Asked = Input<typeof api.checkout_cart>

/** The contact of the cart, or of the e-mail address, who is made where there is none. */
const buyer = Effect.fnUntraced(function*({ contact_id, email }: CartRecord, asked: string | undefined) {
  if (contact_id !== null) return contact_id
  const address = asked ?? email
  if (address === null) return yield* refuse("email", "a cart without a contact needs an e-mail address", null)
  return yield* customerOf({ email: address })
})

/** Refuses a cart that cannot be sold as it is, with all that stands in the way. */
const checked = Effect.fnUntraced(function*(cart: PricedCart, { expected_total }: Omit<Asked, "id">) {
  const { faults, requires_shipping, shipping, totals: { amount } } = cart
  if (cart.items.length === 0) return yield* new Conflict({ message: "The cart is empty." })
  if (faults.length > 0) {
    return yield* new Conflict({
      message: "Not all of the cart can be bought.",
      details: faults.map(({ message, variant_id }) => ({ field: variant_id === null ? "shipping_rate_id" : "items", error: message, received: variant_id }))
    })
  }
  if (cart.refused.length > 0) {
    return yield* new Conflict({
      message: "Not all codes hold any more: apply those that do.",
      details: cart.refused.map(({ code, reason }) => ({ field: "codes", error: reason, received: code }))
    })
  }
  if (requires_shipping && shipping === null) {
    return yield* new Conflict({ message: "It is not said how the goods are sent: set an address and one of the rates that `quote_shipping` tells." })
  }
  if (expected_total !== undefined && expected_total !== amount) {
    return yield* new Conflict({
      message: `The cart comes to ${amount} by now, not to ${expected_total}.`,
      details: [{ field: "expected_total", error: `it is ${amount} now`, received: expected_total }]
    })
  }
})

/** What is bought, with what is paid of each line in all. */
const goodsOf = ({ items, totals }: PricedCart): ReadonlyArray<OrderedItem> =>
  items.map(({ product_id, quantity, variant_id }, line) => {
    const { amount, tax } = totals.lines[line]!
    return { line, product_id, variant_id, quantity, amount: amount + (tax === null || tax.inclusive ? 0 : tax.amount) }
  })

/** Sets the goods of an order aside; where somebody was faster, nothing of the checkout is done. */
const setAside = Effect.fnUntraced(function*(order: Order, { items }: PricedCart) {
  const wanted = yield* Stock.use((stock) => stock.reserve(order.id))
  const short = wanted.filter(({ sellable, wanted }) => wanted > sellable)
  if (short.length > 0) {
    return yield* new Conflict({
      message: "Not all of the cart is in stock any more.",
      details: short.map(({ sellable, variant, wanted }) => ({
        field: `items[${items.findIndex(({ variant_id }) => variant_id === variant)}].quantity`, error: `only ${Math.max(0, sellable)} are left`, received: wanted
      }))
    })
  }
  const lower = wanted.filter(({ available_before, low_at, wanted }) => low_at !== null && available_before > low_at && available_before - wanted <= low_at)
  if (lower.length > 0) {
    yield* tellLow(new Map(lower.map(({ available_before, variant }) => [variant, available_before])), lower.map(({ variant }) => variant))
  }
})

export const checkout_cart = Effect.fnUntraced(function*({ id, ...asked }: Asked) {
  const [carts, checkouts, orders] = [yield* Carts, yield* Checkouts, yield* Orders]
  const { email, notes = null, payment_method, payment_method_id, shipping_address, shipping_rate_id } = asked
  const before = yield* carts.get(id, { lock: true })
  if (before.state !== "open") {
    return yield* new Conflict({ message: before.state === "checked_out" ? `The cart was checked out as order ${before.order_id}.` : `The cart is ${before.state}.` })
  }
  const cart = {
    ...before, ...email !== undefined && { email }, ...shipping_address !== undefined && { shipping_address },
    ...shipping_rate_id !== undefined && { shipping_rate_id }
  }
  const found = yield* priced(cart)
  yield* checked(found, asked)
  const contact_id = yield* buyer(cart, email)
  const { totals: { amount, discount, lines, subtotal, tax, taxes } } = found
  const order = yield* orders.create({
    contact_id, seller_id: null, notes, reference: null, currency: cart.currency, amount, discount, order_discount: 0, subtotal, tax, taxes,
    lines: lines.map((line, place) => {
      const item = found.items[place]
      return item === undefined ? line : { ...line, variant_id: item.variant_id, sku: item.sku }
    }),
    tax_country: found.place.country, tax_region: found.place.region,
    cart_id: id, shipping_address: cart.shipping_address, shipping_method: found.shipping?.rate.name ?? null
  }, { events: ["order.created"] })
  const discount_ids = found.applied.map(({ discount }) => discount.id)
  const reserved_until = yield* checkouts.begin({ order_id: order.id, cart_id: id, contact_id, discount_ids, items: goodsOf(found) })
  yield* carts.update(before, {
    email: cart.email, contact_id, shipping_address: cart.shipping_address, shipping_rate_id: cart.shipping_rate_id,
    state: "checked_out", order_id: order.id
  }, { noted: false })
  if (amount === 0) {
    yield* confirmOrder(yield* Effect.orDie(orders.update(order, { state: "paid", payment_state: "paid" }, { events: ["order.paid"] })))
  }
  const byCard = payment_method !== undefined || payment_method_id !== undefined
  const payment = amount > 0 && byCard
    ? yield* preparePayment({
      order_id: order.id, capture: true, description: null,
      ...payment_method !== undefined && { payment_method }, ...payment_method_id !== undefined && { payment_method_id }
    })
    : undefined
  const pay_url = amount > 0 && !byCard ? (yield* pageToPay({ order })) ?? null : null
  if (amount > 0 && !byCard) yield* expectExpiry(reserved_until)
  /* Last, since others who want the same goods or discounts wait from here on; goods first, as where they are given back. */
  yield* setAside(order, found)
  yield* Discounts.use((discounts) => discounts.use(discount_ids, contact_id))
  const run_id = yield* CheckoutRun.start({ order_id: order.id, payment_id: payment?.id ?? null }, { key: `checkout of order ${order.id}` })
  return { run_id, status: "queued", cart_id: id, order_id: order.id, amount, currency: order.currency, pay_url, reserved_until } satisfies StartedCheckout
})
