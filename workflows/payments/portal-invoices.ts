import { Effect } from "effect"
import { CreditNotes } from "#layers/payments/credit-notes"
import { Invoices } from "#layers/payments/invoices"
import { Orders } from "#layers/payments/orders"
import { NotFound } from "#schemas/kernel/errors"
import type { Invoice, InvoiceId } from "#schemas/payments/invoice"
import { owedOf } from "./due.ts"
import { get_invoice_pdf } from "./invoice-sending.ts"
import { pageToPay, PAY } from "./links.ts"
import { act, as, ownOf, type Portal } from "./portal.ts"

const owes = ({ state }: Invoice) => state === "open" || state === "overdue"

/** What is owed of an invoice, and what of that no payment under way will take. */
const owedNow = Effect.fnUntraced(function*(invoice: Invoice) {
  if (!owes(invoice)) return { owed: 0, left: 0 }
  const order = invoice.order_id === null ? undefined : yield* Effect.orDie(Orders.use((orders) => orders.get(invoice.order_id!)))
  return yield* owedOf({ invoice, order })
})

/** How many invoices stand on a page. */
const MOST = 20

/** The customer's invoices with what is left of each and what was credited, the newest first. */
export const invoicesOf = (portal: Portal, page: number) =>
  as(portal)(Effect.gen(function*() {
    const found = yield* Invoices.use((invoices) => invoices.ofContact(portal.contact.id, { limit: MOST + 1, offset: page * MOST }))
    const shown = found.slice(0, MOST)
    const notes = yield* CreditNotes.use((all) => all.ofInvoices(shown.map(({ id }) => id)))
    const items = yield* Effect.forEach(shown, (invoice) => Effect.map(owedNow(invoice), (owed) =>
      ({ invoice, ...owed, notes: notes.filter(({ invoice_id }) => invoice_id === invoice.id) })))
    return { items, page, more: found.length > MOST }
  }))
export type InvoicesShown = Effect.Success<ReturnType<typeof invoicesOf>>

const own = (portal: Portal, id: InvoiceId) =>
  Effect.filterOrFail(ownOf(portal, "invoice")(Invoices.use((invoices) => invoices.get(id))), ({ state }) => state !== "draft",
    () => new NotFound({ message: "There is no such invoice." }))

export const invoiceFile = (portal: Portal, id: InvoiceId) =>
  as(portal)(Effect.andThen(own(portal, id), get_invoice_pdf({ id })))

/** The path of the page on which an invoice is paid; nothing where nothing is owed, or nobody could take it. */
export const payPathOf = (portal: Portal, id: InvoiceId) =>
  act(portal, "create_payment_link", { invoice_id: id })(Effect.gen(function*() {
    const url = yield* pageToPay({ invoice: yield* own(portal, id) })
    return url === undefined ? undefined : `${PAY}/${url.split("/").at(-1)}`
  }))
