import { Effect } from "effect"
import { Invoices } from "#layers/payments/invoices"
import type { ContactId } from "#schemas/crm/contact"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { Download } from "#schemas/kernel/streams"
import type { Invoice } from "#schemas/payments/invoice"
import type * as api from "#schemas/payments/invoices.api"
import { emailCustomer } from "../messages/send.ts"
import template from "../messages/templates/invoice.ts"
import { refuse } from "./costs.ts"
import { dayIn, printed } from "./invoice-document.ts"
import { pageToPay } from "./links.ts"
import { pageOfReader } from "./portal-links.ts"

const fileOf = ({ id, number }: Invoice) => `${number ?? `draft-${id}`}.pdf`

export const get_invoice_pdf = Effect.fnUntraced(function*({ id }: Input<typeof api.get_invoice_pdf>) {
  const invoice = yield* Invoices.use((invoices) => invoices.get(id))
  return { type: "application/pdf", name: fileOf(invoice), content: yield* printed(invoice), inline: true } satisfies Download
})

interface Sent {
  readonly to: { readonly contact_id: ContactId } | { readonly email: string }
  readonly message?: string | undefined
  readonly isReminder?: true
}

/** Sends a finalized invoice as a file, with the page on which it is paid. */
export const emailed = Effect.fnUntraced(function*(invoice: Invoice, { isReminder, message, to }: Sent) {
  const { amount, billing_name, currency, due_on, number, paid_amount, state } = invoice
  const { waived_amount } = yield* Invoices.use((invoices) => invoices.internal(invoice.id))
  const page = yield* pageToPay({ invoice })
  /* Whoever has another address is perhaps not the customer. */
  const portal = "contact_id" in to ? yield* pageOfReader : undefined
  const file = { name: fileOf(invoice), type: "application/pdf", invoice_id: invoice.id }
  return yield* emailCustomer(template, {
    number: number!, name: billing_name, amount, left: amount - paid_amount - waived_amount, currency, due: dayIn(invoice.seller!.locale, due_on),
    ...message !== undefined && { message }, ...page !== undefined && { page }, ...portal !== undefined && { portal },
    ...isReminder && { reminder: state === "overdue" ? "overdue" as const : "due" as const }
  }, { to, files: [file] })
})

export const send_invoice = Effect.fnUntraced(function*({ email, id, message }: Input<typeof api.send_invoice>) {
  const invoices = yield* Invoices
  const invoice = yield* invoices.get(id)
  if (invoice.state === "draft" || invoice.state === "void") {
    return yield* new Conflict({ message: `The invoice is ${invoice.state === "draft" ? "a draft: finalize it first" : "void"}.` })
  }
  const { contact_id } = invoice
  const to = email !== undefined ? { email } : contact_id !== null ? { contact_id } : undefined
  if (to === undefined) return yield* refuse("email", "the person was erased, so that it needs an address", null)
  yield* emailed(invoice, { to, message })
  return yield* invoices.update(yield* invoices.get(id, { lock: true }), { sent_at: invoices.now }, { events: ["invoice.sent"] })
})
