import { Effect, Option } from "effect"
import { answerLater, readUntil } from "#layers/kernel/answer-later"
import { PaymentRecords } from "#layers/payments/payments"
import { Refunds } from "#layers/payments/refunds"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type * as api from "#schemas/payments/payments.api"
import { beginRefund } from "./refunding.ts"

export const list_refunds = (query: Input<typeof api.list_refunds>) => Refunds.use((refunds) => refunds.page(query))

export const get_refund = ({ id }: Input<typeof api.get_refund>) => Refunds.use((refunds) => refunds.get(id))

export const refund_payment = Effect.fnUntraced(function*({ amount, id, reason }: Input<typeof api.refund_payment>) {
  const payments = yield* PaymentRecords
  const refunds = yield* Refunds
  const payment = yield* payments.get(id, { lock: true })
  if (payment.state !== "succeeded") return yield* new Conflict({ message: `Only a payment that was taken can be refunded; this one is ${payment.state}.` })
  const { refunding_amount } = yield* payments.internal(id)
  const left = payment.captured_amount - payment.refunded_amount - refunding_amount
  const wanted = amount ?? left
  if (wanted === 0 || wanted > left) {
    return yield* new Conflict({
      message: left === 0 ? "Nothing of the payment is left to refund." : `Of the payment, ${left} is left to refund.`,
      details: [{ field: "amount", error: `more than ${left}, which is left`, received: amount ?? null }]
    })
  }
  const made = yield* beginRefund(payment, wanted, reason)
  yield* answerLater(readUntil(refunds.find(made.id), (found) => Option.isNone(found) || found.value.state !== "processing"))
  return made
})
