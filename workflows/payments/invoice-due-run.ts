import { Effect, Schema } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Invoices } from "#layers/payments/invoices"
import type { InvoiceId } from "#schemas/payments/invoice"
import { sleepUntil, write } from "../durable.ts"
import { remindByText } from "../messages/sms/reminding.ts"
import { InvoiceDue } from "./invoice-due.ts"
import { emailed } from "./invoice-sending.ts"

/** The invoice, locked, while anything of it is owed. */
const owed = Effect.fnUntraced(function*(id: InvoiceId) {
  const invoice = yield* Effect.orDie(Invoices.use((invoices) => invoices.get(id, { lock: true })))
  return invoice.state === "open" || invoice.state === "overdue" ? invoice : undefined
})

const remind = Effect.fnUntraced(function*(id: InvoiceId) {
  const invoice = yield* owed(id)
  if (invoice === undefined || invoice.contact_id === null) return
  yield* emailed(invoice, { to: { contact_id: invoice.contact_id }, isReminder: true }).pipe(
    Effect.catch(({ message }) => Effect.logInfo(`nobody was reminded of an invoice: ${message}`))
  )
  yield* remindByText(invoice.contact_id, ({ name }) => `${name}: the invoice ${invoice.number ?? ""} is not paid yet. It is in your e-mails.`)
})

const tell = Effect.fnUntraced(function*(id: InvoiceId) {
  const invoice = yield* owed(id)
  if (invoice !== undefined) yield* recordChange({ object: "invoice", id, before: invoice, after: invoice, events: ["invoice.overdue"] })
})

/** Whether there is still anything to wait for. */
const thenOwed = (work: Effect.Effect<void, never, Effect.Services<ReturnType<typeof remind>>>, id: InvoiceId) =>
  Effect.andThen(work, Effect.map(owed(id), (invoice) => invoice !== undefined))

export const InvoiceDueProgram = InvoiceDue.program(Effect.fnUntraced(function*({ invoice_id, overdue_at, remind_at }) {
  const moments = [
    { at: overdue_at, name: "overdue", work: tell(invoice_id) },
    ...remind_at.map((at) => ({ at, name: `reminder of ${at}`, work: remind(invoice_id) }))
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  for (const { at, name, work } of moments) {
    yield* sleepUntil(name, at)
    const goesOn = yield* write(`tell of ${name}`, { verb: "remind_of_invoice", success: Schema.Boolean }, thenOwed(work, invoice_id))
    if (!goesOn) return
  }
}))
