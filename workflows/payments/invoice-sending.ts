import { Effect } from "effect"
import { Pdf } from "#layers/documents/pdf"
import { Invoices } from "#layers/payments/invoices"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { Download } from "#schemas/kernel/streams"
import type { Invoice } from "#schemas/payments/invoice"
import type * as api from "#schemas/payments/invoices.api"
import { emailCustomer } from "../messages/send.ts"
import template from "../messages/templates/invoice.ts"
import { refuse } from "./costs.ts"
import { dayIn, sellerNow, sheetOf } from "./invoice-document.ts"

const fileOf = ({ id, number }: Invoice) => `${number ?? `draft-${id}`}.pdf`

const printed = Effect.fnUntraced(function*(invoice: Invoice) {
  const seller = invoice.seller ?? (yield* sellerNow)
  return yield* Pdf.use(({ print }) => print(sheetOf(invoice, seller)))
})

export const get_invoice_pdf = Effect.fnUntraced(function*({ id }: Input<typeof api.get_invoice_pdf>) {
  const invoice = yield* Invoices.use((invoices) => invoices.get(id))
  return { type: "application/pdf", name: fileOf(invoice), content: yield* printed(invoice), inline: true } satisfies Download
})

export const send_invoice = Effect.fnUntraced(function*({ email, id, message }: Input<typeof api.send_invoice>) {
  const invoices = yield* Invoices
  const invoice = yield* invoices.get(id)
  if (invoice.state === "draft" || invoice.state === "void") {
    return yield* new Conflict({ message: `The invoice is ${invoice.state === "draft" ? "a draft: finalize it first" : "void"}.` })
  }
  const { amount, billing_name, contact_id, currency, due_on, number, paid_amount } = invoice
  const { waived_amount } = yield* invoices.internal(id)
  const to = email !== undefined ? { email } : contact_id !== null ? { contact_id } : undefined
  if (to === undefined) return yield* refuse("email", "the person was erased, so that it needs an address", null)
  const file = { name: fileOf(invoice), type: "application/pdf", bytes: yield* printed(invoice) }
  yield* emailCustomer(template, {
    number: number!, name: billing_name, amount, left: amount - paid_amount - waived_amount, currency, due: dayIn(invoice.seller!.locale, due_on), ...message !== undefined && { message }
  }, { to, files: [file] })
  return yield* invoices.update(yield* invoices.get(id, { lock: true }), { sent_at: invoices.now }, { events: ["invoice.sent"] })
})
