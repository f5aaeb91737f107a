import { Effect, Schema } from "effect"
import { Invoices } from "#layers/payments/invoices"
import { Timestamp } from "#schemas/kernel/time"
import { InvoiceId } from "#schemas/payments/invoice"
import { durable } from "../durable.ts"

/** Reminds of an invoice that is not paid, and tells when it is overdue. */
export const InvoiceDue = durable({
  name: "payments.invoice_due",
  version: 1,
  payload: { invoice_id: InvoiceId, overdue_at: Timestamp, remind_at: Schema.Array(Timestamp) }
})

/** From now on an invoice that was finalized waits to be paid. Once, however often it is said. */
export const awaitPayment = Effect.fnUntraced(function*(invoice_id: InvoiceId) {
  const times = yield* Invoices.use((invoices) => invoices.timesOf(invoice_id))
  yield* InvoiceDue.start({ invoice_id, ...times }, { key: `due ${invoice_id}` })
})
