import { Effect } from "effect"
import { Invoices } from "#layers/payments/invoices"
import type { Invoice, InvoicePayment } from "#schemas/payments/invoice"
import { endDunning } from "./dunning.ts"

type Received = Pick<InvoicePayment, "amount" | "method"> & Partial<InvoicePayment>

/** Notes what was paid of an invoice that is locked; the books are the caller's. */
export const received = Effect.fnUntraced(function*(before: Invoice, { amount, method, payment_id = null, received_on, reference = null }: Received) {
  const invoices = yield* Invoices
  const { waived_amount } = yield* invoices.internal(before.id)
  const isAll = before.paid_amount + waived_amount + amount === before.amount
  const payment: InvoicePayment = { amount, method, received_on: received_on ?? (yield* invoices.today), reference, payment_id }
  const after = yield* Effect.orDie(invoices.update(before, {
    paid_amount: before.paid_amount + amount, payments: [...before.payments, payment], ...isAll && { state: "paid" as const }
  }, { events: isAll ? ["invoice.paid"] : [] }))
  if (isAll) yield* endDunning(before.id)
  return after
})
