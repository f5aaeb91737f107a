import { Effect } from "effect"
import { Orders } from "#layers/payments/orders"
import { PaymentRecords } from "#layers/payments/payments"
import type { EventKind } from "#schemas/kernel/events"
import type { Order, OrderPaymentState } from "#schemas/payments/order"
import { depositPaid } from "../calendar/hold-runs.ts"
import { confirmOrder } from "../shop/letters.ts"

const paymentStateOf = ({ paid_amount, refunded_amount }: Order, owed: number, authorized: boolean): OrderPaymentState => {
  if (refunded_amount > 0) return refunded_amount === paid_amount ? "refunded" : "partially_refunded"
  if (paid_amount > 0 && paid_amount >= owed) return "paid"
  return paid_amount > 0 ? "partially_paid" : authorized ? "authorized" : "unpaid"
}

/** After a payment of the order was written: what was paid and given back, and the states that follow from it. */
export const follow = Effect.fnUntraced(function*(order: Order, moved: { readonly paid?: number; readonly refunded?: number } = {}) {
  const orders = yield* Orders
  const payments = yield* PaymentRecords
  const { waived_amount } = yield* orders.internal(order.id)
  const sums = {
    paid_amount: order.paid_amount + (moved.paid ?? 0),
    refunded_amount: order.refunded_amount + (moved.refunded ?? 0)
  }
  const after = {
    ...sums,
    payment_state: paymentStateOf({ ...order, ...sums }, order.amount - waived_amount, yield* payments.hasAuthorized(order.id)),
    state: order.state === "open" && sums.paid_amount > 0 && sums.paid_amount >= order.amount - waived_amount ? "paid" as const : order.state
  }
  const changes = Object.fromEntries(Object.entries(after).filter(([name, value]) => order[name as keyof typeof after] !== value))
  const isPaid = after.state === "paid" && order.state !== "paid"
  const events: ReadonlyArray<EventKind> = isPaid ? ["order.paid"] : []
  const now = yield* Effect.orDie(orders.update(order, changes, { events }))
  if (isPaid) yield* Effect.andThen(confirmOrder(now), depositPaid(now))
  return now
})
