import { Effect } from "effect"
import { Commissions } from "#layers/payments/commissions"
import { Ledger } from "#layers/payments/ledger"
import { PaymentLinks } from "#layers/payments/links"
import { PaymentRecords } from "#layers/payments/payments"
import type { Payment, PaymentId } from "#schemas/payments/payment"
import { accrue } from "./accruing.ts"
import type { IntentAnswer, Refusal } from "./asking.ts"
import { type Bill, entriesOfPayment, lockedBill, paid, released } from "./bill.ts"
import { beginDunning } from "./dunning.ts"
import { awaitPayment } from "./invoice-due.ts"
import { follow } from "./order-money.ts"
import { beginRefund } from "./refunding.ts"

type Kept = Effect.Success<ReturnType<PaymentRecords["Service"]["internal"]>>

/** A payment that is locked, with what it pays. */
interface Locked {
  readonly payment: Payment
  readonly bill: Bill
  readonly kept: Kept
}

const about = ({ currency, id }: Payment, kind: string) => ({ kind, object: "payment", object_id: id, currency })

const failureOf = (refusal: Refusal | null) => ({ failure_code: refusal?.code ?? null, failure_message: refusal?.message ?? null })

/** The link that it came by no longer waits for it. */
const left = ({ payment_link_id }: Payment, paid: boolean) =>
  payment_link_id === null ? Effect.void : PaymentLinks.use(({ release }) => release(payment_link_id, paid))

const succeeded = Effect.fnUntraced(function*({ bill, kept, payment }: Locked, intent: string, amount: number) {
  const payments = yield* PaymentRecords
  const ledger = yield* Ledger
  const { currency, id: payment_id, seller_id } = payment
  yield* Commissions.use(({ hold }) => hold(seller_id))
  const after = yield* Effect.orDie(payments.update(
    payment, {
      state: "succeeded", captured_amount: amount, intent, action_url: null, token: null, customer: null, invoice_id: bill.invoice?.id ?? null,
      ...failureOf(null)
    },
    { events: ["payment.succeeded"] }
  ))
  yield* released(bill, payment.amount)
  yield* paid(bill, payment, amount)
  /* After all that only this payment touches, since whoever else writes into the books waits from here on. */
  const movement = { ...about(payment, "payment"), entries: entriesOfPayment(bill, amount) }
  yield* kept.held === null ? ledger.post(movement) : ledger.settle(kept.held, movement)
  yield* left(payment, true)
  yield* accrue({ seller_id, currency, amount, bill, by: { payment_id } })
  if (bill.order?.state === "cancelled") yield* beginRefund(after, amount, "The order was cancelled.")
})

const authorized = Effect.fnUntraced(function*({ bill, kept, payment }: Locked, intent: string, refusal: Refusal | null) {
  const payments = yield* PaymentRecords
  const { amount } = payment
  const held = kept.held ?? (yield* Ledger.use((ledger) =>
    ledger.hold({ ...about(payment, "authorization"), entries: { provider_clearing: amount, customer_payments: -amount } })))
  yield* Effect.orDie(payments.update(
    payment, { state: "authorized", intent, held, capture_amount: null, action_url: null, ...failureOf(refusal) }
  ))
  if (bill.order !== undefined) yield* follow(bill.order)
})

const ended = Effect.fnUntraced(function*({ bill, kept: { held }, payment }: Locked, state: "failed" | "canceled", refusal: Refusal | null) {
  const payments = yield* PaymentRecords
  if (held !== null) yield* Ledger.use((ledger) => ledger.release(held, about(payment, "cancellation")))
  yield* Effect.orDie(payments.update(
    payment, { state, action_url: null, token: null, customer: null, ...failureOf(refusal) },
    { events: state === "failed" ? ["payment.failed"] : [] }
  ))
  yield* released(bill, payment.amount)
  yield* left(payment, false)
  if (bill.order !== undefined) yield* follow(bill.order)
  if (bill.invoice !== undefined && state === "failed") yield* beginDunning(bill.invoice.id)
})

const waiting = Effect.fnUntraced(function*({ bill, payment }: Locked, intent: string, action_url: string | null) {
  const payments = yield* PaymentRecords
  if (payment.state === "requires_action" && payment.action_url === action_url) return
  yield* Effect.orDie(payments.update(payment, { state: "requires_action", intent, action_url }, { events: ["payment.requires_action"] }))
  if (bill.invoice !== undefined) yield* awaitPayment(bill.invoice.id)
})

/**
 * Writes what the provider says of a payment, with the books, the order or invoice, and the events. A payment only goes forward: one that
 * ended stays as it is. Where the provider has nothing (`found` is null), nothing was charged.
 */
export const settle = Effect.fnUntraced(function*(id: PaymentId, { found, refusal }: IntentAnswer) {
  const payments = yield* PaymentRecords
  const bill = yield* lockedBill(yield* Effect.orDie(payments.get(id)))
  const payment = yield* Effect.orDie(payments.get(id, { lock: true }))
  if (payment.state === "succeeded" || payment.state === "failed" || payment.state === "canceled") return
  const locked: Locked = { payment, bill, kept: yield* payments.internal(id) }
  if (found === null) return yield* ended(locked, "failed", refusal)
  switch (found.status) {
    case "succeeded":
      return yield* succeeded(locked, found.id, found.amount_received)
    case "requires_capture":
      return yield* authorized(locked, found.id, refusal)
    case "requires_action":
      return yield* waiting(locked, found.id, found.action_url)
    case "canceled":
      return yield* ended(locked, refusal === null ? "canceled" : "failed", refusal)
    case "requires_payment_method":
      return yield* ended(locked, "failed", refusal ?? found.failure ?? { code: "declined", message: "It was declined." })
    case "processing":
    case "requires_confirmation":
      return
  }
})
