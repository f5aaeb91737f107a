import { Effect } from "effect"
import { PaymentRecords } from "#layers/payments/payments"
import { Carts } from "#layers/shop/carts"
import type { Order } from "#schemas/payments/order"
import { callOff } from "../payments/orders.ts"

/** Calls off an order of the shop that was not paid, whose cart its customer finds open again; false while a payment is being made. */
export const calledOff = Effect.fnUntraced(function*(order: Order) {
  const payments = yield* PaymentRecords.use(({ ofOrder }) => ofOrder(order.id))
  if (payments.some(({ state }) => state === "processing")) return false
  yield* callOff(order, payments)
  yield* Carts.use((carts) => carts.reopen(order.cart_id!))
  return true
})
