import { Effect, Schema } from "effect"
import { Checkouts } from "#layers/shop/checkouts"
import { sleepUntil, write } from "../durable.ts"
import { lockedBill } from "../payments/bill.ts"
import { calledOff } from "./calling-off.ts"
import { CheckoutExpiry, expectExpiry, VERB } from "./checkout-runs.ts"

/** Orders that are called off in one transaction. */
const BATCH = 20

/** Whether there may be more. */
const expired = Effect.gen(function*() {
  const checkouts = yield* Checkouts
  const due = yield* checkouts.expired(BATCH)
  for (const { order_id } of due) {
    const { order } = yield* lockedBill({ order_id, invoice_id: null })
    if (order!.state !== "open") yield* checkouts.close(order_id)
    else if (!(yield* calledOff(order!))) yield* expectExpiry(yield* checkouts.postpone(order_id))
  }
  return due.length === BATCH
})

export const CheckoutExpiryProgram = CheckoutExpiry.program(Effect.fnUntraced(function*({ at }) {
  yield* sleepUntil("time over", at)
  for (let n = 1; yield* write(`call off ${n}`, { verb: VERB, success: Schema.Boolean }, expired); n++);
}))
