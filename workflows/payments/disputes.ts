import { Effect, Option } from "effect"
import { Commissions } from "#layers/payments/commissions"
import { Disputes } from "#layers/payments/disputes"
import { Ledger } from "#layers/payments/ledger"
import { PaymentRecords } from "#layers/payments/payments"
import type { Input } from "#schemas/kernel/catalog"
import type { DisputeState } from "#schemas/payments/dispute"
import type * as api from "#schemas/payments/disputes.api"
import type { Payment } from "#schemas/payments/payment"
import { clawBack } from "./accruing.ts"

export const list_disputes = (query: Input<typeof api.list_disputes>) => Disputes.use((disputes) => disputes.page(query))

export const get_dispute = ({ id }: Input<typeof api.get_dispute>) => Disputes.use((disputes) => disputes.get(id))

/** A dispute as the provider tells it. */
export interface ToldDispute {
  readonly reference: string
  readonly amount: number
  readonly reason: string | null
  readonly state: DisputeState
}

/**
 * Writes what the provider says of a dispute, with the books: what the bank took is a loss until the dispute is won. Its end may come
 * before its beginning. The payment is locked.
 */
export const noteDispute = Effect.fnUntraced(function*(payment: Payment, { amount, reason, reference, state }: ToldDispute) {
  const disputes = yield* Disputes
  const payments = yield* PaymentRecords
  const { currency, id: payment_id } = payment
  const book = (object_id: number, kind: string, taken: number) =>
    Ledger.use((ledger) => ledger.post({ kind, object: "dispute", object_id, currency, entries: { disputes: taken, provider_clearing: -taken } }))
  const lost = (dispute_id: number, taken: number) => state === "lost" ? clawBack(payment, taken, { refund_id: null, dispute_id }) : Effect.void
  yield* Commissions.use(({ hold }) => hold(payment.seller_id))
  const known = yield* disputes.called(reference)
  if (Option.isNone(known)) {
    const made = yield* Effect.orDie(disputes.create({ payment_id, state, amount, currency, reason, reference }))
    if (state !== "won") yield* book(made.id, "dispute", amount)
    yield* lost(made.id, amount)
  } else {
    const before = yield* Effect.orDie(disputes.get(known.value.id, { lock: true }))
    if (before.state !== "open" || state === "open") return
    yield* Effect.orDie(disputes.update(before, { state }))
    if (state === "won") yield* book(before.id, "dispute_won", -before.amount)
    yield* lost(before.id, before.amount)
  }
  if (payment.disputed !== (state === "open")) yield* Effect.orDie(payments.update(payment, { disputed: state === "open" }))
})
