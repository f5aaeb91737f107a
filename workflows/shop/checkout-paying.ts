import { Effect } from "effect"
import { Orders } from "#layers/payments/orders"
import { PaymentRecords } from "#layers/payments/payments"
import { Checkouts } from "#layers/shop/checkouts"
import type { OrderId } from "#schemas/payments/order"
import type { PaymentId } from "#schemas/payments/payment"
import { withCompensation, write } from "../durable.ts"
import { lockedBill } from "../payments/bill.ts"
import { charge, letGo, watched } from "../payments/charge.ts"
import { settle } from "../payments/settle.ts"
import { calledOff } from "./calling-off.ts"
import { CheckoutFailed, CheckoutRun, expectExpiry, VERB } from "./checkout-runs.ts"

const orderOf = (id: OrderId) => Effect.orDie(Orders.use((orders) => orders.get(id)))
const paymentOf = (id: PaymentId) => Effect.orDie(PaymentRecords.use((payments) => payments.get(id)))

/** Nothing is charged any more once the goods are given back; an order that was paid all the same stays. */
const givenBack = Effect.fnUntraced(function*(order_id: OrderId, payment_id: PaymentId) {
  const { state } = yield* paymentOf(payment_id)
  if (state === "processing") {
    const answer = yield* letGo(payment_id, { code: "canceled", message: "The checkout was canceled." })
    if (answer !== undefined) yield* write("settle what was let go", { verb: VERB }, settle(payment_id, answer))
  }
  yield* write("give back", { verb: VERB }, Effect.gen(function*() {
    const { order } = yield* lockedBill({ order_id, invoice_id: null })
    if (order!.state === "open") yield* calledOff(order!)
  }))
})

export const CheckoutRunProgram = CheckoutRun.program(Effect.fnUntraced(function*({ order_id, payment_id }) {
  if (payment_id === null) return { order_id, state: (yield* orderOf(order_id)).state }
  yield* withCompensation(() => givenBack(order_id, payment_id))(Effect.void)
  const found = yield* charge(payment_id, VERB)
  if (found?.status === "requires_action") {
    yield* write("expect", { verb: VERB }, Effect.asVoid(Effect.flatMap(Checkouts.use((checkouts) => checkouts.until(order_id)), expectExpiry)))
  }
  if (found !== undefined) yield* watched(payment_id, VERB, found)
  const { failure_code, failure_message, state } = yield* paymentOf(payment_id)
  const order = yield* orderOf(order_id)
  if (order.state !== "open" && order.state !== "cancelled") return { order_id, state: order.state }
  return yield* new CheckoutFailed(state === "failed"
    ? { code: failure_code ?? "declined", message: failure_message ?? "The payment was declined." }
    : { code: "not_paid", message: order.state === "cancelled" ? "The order was cancelled before it was paid." : "The payment was not made." })
}))
