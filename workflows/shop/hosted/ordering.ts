import { Effect, Option } from "effect"
import { Orders } from "#layers/payments/orders"
import { Carts } from "#layers/shop/carts"
import type { Order, OrderId } from "#schemas/payments/order"
import type { CartId } from "#schemas/shop/ids"
import { chosenProvider } from "../../payments/asking.ts"
import { PAY, pageOver } from "../../payments/links.ts"
import { checkout_cart } from "../checkout.ts"
import { act } from "./basket.ts"

/** The same page below any address of the company. */
const pathOf = (url: string) => `${PAY}/${url.split("/").at(-1)}`

/** Whether the company can take money in its shop. */
export const canBePaid = Effect.map(Effect.option(chosenProvider), Option.isSome)

const payPath = (order: Order) => Effect.map(pageOver({ order }), (url) => url === undefined ? undefined : pathOf(url))

/** An order that the visitor placed, and where it is paid, if that is left; nothing of anybody else's. */
export const orderShown = Effect.fnUntraced(function*(id: OrderId) {
  const found = Option.getOrUndefined(yield* Orders.use((orders) => orders.find(id)))
  if (found === undefined || found.cart_id === null) return undefined
  const cart = yield* Carts.use((carts) => carts.find(found.cart_id!))
  return Option.isNone(cart) ? undefined : { order: found, pay: yield* payPath(found) }
})
export type OrderShown = Exclude<Effect.Success<ReturnType<typeof orderShown>>, undefined>

/** What the summary said. */
interface Agreed {
  readonly cart_id: CartId
  readonly expected_total: number
  readonly notes: string | undefined
}

/**
 * Makes the visitor's cart an order, and answers with the path of the page on which it is paid; of a cart that is an order already, with the
 * same. Nothing where the cart is not the visitor's, `unpayable` where nobody could take the money. Fails with `Conflict` where it is not what the summary said any more.
 */
export const placed = Effect.fnUntraced(function*({ cart_id: id, expected_total, notes }: Agreed) {
  const carts = yield* Carts
  if (expected_total > 0 && !(yield* canBePaid)) return "unpayable" as const
  const done = yield* act("checkout_cart", { id, expected_total })(Effect.gen(function*() {
    const before = Option.getOrUndefined(yield* carts.find(id, { lock: true }))
    if (before === undefined) return undefined
    if (before.order_id !== null) return { order_id: before.order_id, pay_url: undefined }
    return yield* checkout_cart({ id, expected_total, ...notes !== undefined && { notes } })
  }))
  if (done === undefined) return undefined
  if (done.pay_url) return { order_id: done.order_id, pay: pathOf(done.pay_url) }
  const shown = yield* orderShown(done.order_id)
  return { order_id: done.order_id, pay: shown?.pay }
})
