import { Effect } from "effect"
import { Orders } from "#layers/payments/orders"
import { OrderItems } from "#layers/shop/order-items"
import { Conflict } from "#schemas/kernel/errors"
import type { Order, OrderId } from "#schemas/payments/order"

/** An order of the shop, locked, with its goods. */
export const lockedGoods = Effect.fnUntraced(function*(id: OrderId) {
  const order = yield* Orders.use((orders) => orders.get(id, { lock: true }))
  const items = yield* OrderItems.use(({ ofOrder }) => ofOrder(id))
  if (items.length === 0) return yield* new Conflict({ message: "The order has no goods of the shop." })
  return { order, items }
})

/** Writes the state that follows from what was sent of an order. It is locked. */
export const followGoods = Effect.fnUntraced(function*(order: Order) {
  const items = yield* OrderItems.use(({ ofOrder }) => ofOrder(order.id))
  const state = items.every(({ fulfilled, quantity }) => fulfilled === quantity) ? "fulfilled" as const : "partially_fulfilled" as const
  if (state === order.state) return
  yield* Effect.orDie(Orders.use((orders) => orders.update(order, { state }, { events: state === "fulfilled" ? ["order.fulfilled"] : [] })))
})
