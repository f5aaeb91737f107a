import { Effect } from "effect"
import { Activity } from "effect/workflow"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Commissions } from "#layers/payments/commissions"
import { Ledger } from "#layers/payments/ledger"
import { PaymentRecords } from "#layers/payments/payments"
import { Refunds } from "#layers/payments/refunds"
import { ProviderRefund } from "#layers/providers/payment/provider"
import { Caller } from "#schemas/kernel/tenancy"
import type { Payment } from "#schemas/payments/payment"
import { RefundId } from "#schemas/payments/refund"
import { durable, sleep, step, stepKey, write } from "../durable.ts"
import { delayAfter } from "../retries.ts"
import { clawBack } from "./accruing.ts"
import { answerOf, found, Passing, provider, refused, retriesOf } from "./asking.ts"
import { type Bill, entriesOfRefund, givenBack, lockedBill } from "./bill.ts"

const Answer = answerOf(ProviderRefund)

/** Gives money back through the provider, once the refund's row is there. */
export const Refunding = durable({ name: "payments.refund", version: 1, payload: { refund_id: RefundId } })

/** Sets aside what is to be given back and starts the run that does it. The payment is locked. */
export const beginRefund = Effect.fnUntraced(function*({ currency, id: payment_id }: Payment, amount: number, reason: string | null) {
  const refunds = yield* Refunds
  const payments = yield* PaymentRecords
  yield* payments.setAside(payment_id, amount)
  const made = yield* Effect.orDie(refunds.create({ payment_id, amount, currency, reason }, { noted: false }))
  yield* recordChange({ object: "refund", id: made.id, before: null, after: made, moves: { amount, currency } })
  yield* Refunding.start({ refund_id: made.id }, { key: `refund ${made.id}` })
  return made
})

/** In the books, on the payment and on what it paid: so much was given back, of which so much had been set aside. All are locked. */
const given = Effect.fnUntraced(function*(
  { bill, payment, refund_id }: { readonly payment: Payment; readonly bill: Bill; readonly refund_id: RefundId },
  amount: number, setAside: number
) {
  const payments = yield* PaymentRecords
  const { refunding_amount } = yield* payments.internal(payment.id)
  yield* Commissions.use(({ hold }) => hold(payment.seller_id))
  yield* Effect.orDie(payments.update(
    payment, { refunded_amount: payment.refunded_amount + amount, refunding_amount: refunding_amount - setAside }, { events: ["payment.refunded"] }
  ))
  yield* Ledger.use((ledger) => ledger.post({
    kind: "refund", object: "refund", object_id: refund_id, currency: payment.currency, entries: entriesOfRefund(bill, amount)
  }))
  yield* givenBack(bill, amount)
  yield* clawBack(payment, amount, { refund_id, dispute_id: null })
})

/** The provider has given back so much of a payment in all: what is more than we know of was refunded elsewhere. */
export const noteRefunded = Effect.fnUntraced(function*(payment: Payment, bill: Bill, total: number) {
  const payments = yield* PaymentRecords
  const refunds = yield* Refunds
  const { refunding_amount } = yield* payments.internal(payment.id)
  const amount = Math.min(total, payment.captured_amount) - payment.refunded_amount - refunding_amount
  if (amount <= 0) return
  const { currency, id: payment_id } = payment
  const made = yield* Effect.orDie(refunds.create(
    { payment_id, amount, currency, reason: "Refunded with the payment provider." }, { noted: false }
  ))
  const after = yield* Effect.orDie(refunds.update(made, { state: "succeeded" }, { noted: false }))
  yield* recordChange({ object: "refund", id: made.id, before: null, after })
  yield* given({ payment, bill, refund_id: made.id }, amount, 0)
})

/** Writes what became of a refund, with the books, the order and the event. What was refused can be refunded again. */
const settle = Effect.fnUntraced(function*(id: RefundId, { found, refusal }: typeof Answer.Type) {
  const refunds = yield* Refunds
  const payments = yield* PaymentRecords
  const { payment_id } = yield* Effect.orDie(refunds.get(id))
  const bill = yield* lockedBill(yield* Effect.orDie(payments.get(payment_id)))
  const payment = yield* Effect.orDie(payments.get(payment_id, { lock: true }))
  const refund = yield* Effect.orDie(refunds.get(id, { lock: true }))
  if (refund.state !== "processing") return
  const reference = found?.id ?? null
  if (found?.status === "succeeded") {
    yield* Effect.orDie(refunds.update(refund, { state: "succeeded", reference }))
    yield* given({ payment, bill, refund_id: id }, refund.amount, refund.amount)
  } else if (found === null || found.status === "failed" || found.status === "canceled") {
    yield* payments.setAside(payment_id, -refund.amount)
    yield* Effect.orDie(refunds.update(refund, {
      state: "failed", reference, failure_code: refusal?.code ?? `refund_${found?.status}`,
      failure_message: refusal?.message ?? "The provider could not give it back."
    }))
  }
})

/** Days that a bank may take, in looks of six hours. */
const LOOKS = 60

/**
 * Under one key at each attempt, so that the provider gives it back once; within the day for which it knows the key. What it does not
 * say in that time stays `processing`, for nobody to give it back twice.
 */
export const RefundingProgram = Refunding.program(Effect.fnUntraced(function*({ refund_id }) {
  const key = yield* stepKey("refund")
  const simulated = (yield* Caller).mode === "test"
  const answer = yield* step("refund", { success: Answer, error: Passing, retries: retriesOf(simulated) }, Effect.gen(function*() {
    const refunds = yield* Refunds
    const payments = yield* PaymentRecords
    const { amount, payment_id } = yield* Effect.orDie(refunds.get(refund_id))
    const { intent } = yield* payments.internal(payment_id)
    const unknown = (yield* Activity.CurrentAttempt) > 1
    return yield* (yield* provider).refund({ intent: intent!, amount }, key).pipe(
      Effect.map(found),
      Effect.catchTags({
        ProviderDeclined: refused,
        /* The first request may have done it; then the key is what is refused, not the refund. */
        ProviderInvalidRequest: (error) => unknown && error.reason === "idempotency_error" ? Effect.die(error) : refused(error)
      })
    )
  })).pipe(Effect.catch((error) => Effect.as(Effect.logError("it is not known whether a refund was made", error), undefined)))
  if (answer === undefined) return
  yield* write("settle", { verb: "refund_payment" }, settle(refund_id, answer))
  let last = answer.found
  for (let round = 1; last !== null && (last.status === "pending" || last.status === "requires_action") && round <= LOOKS; round++) {
    const { id }: ProviderRefund = last
    yield* sleep(`wait ${round}`, delayAfter({ attempts: LOOKS, first: "1 minute", most: "6 hours" }, round))
    last = yield* step(`look ${round}`, { success: ProviderRefund, error: Passing, retries: retriesOf(simulated) },
      Effect.flatMap(provider, ({ findRefund }) => findRefund(id)).pipe(Effect.catchTags({
        ProviderDeclined: Effect.die, ProviderInvalidRequest: Effect.die
      }))).pipe(Effect.catch(() => Effect.succeed(last!)))
    yield* write(`settle ${round}`, { verb: "refund_payment" }, settle(refund_id, found(last)))
  }
}))
