import { Effect } from "effect"
import { Invoices } from "#layers/payments/invoices"
import { Ledger } from "#layers/payments/ledger"
import { Orders } from "#layers/payments/orders"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { Invoice } from "#schemas/payments/invoice"
import type * as api from "#schemas/payments/invoices.api"
import { requireReferences } from "../crm/references.ts"
import { costsOf } from "./costs.ts"
import { received } from "./invoice-money.ts"

export const list_invoices = (query: Input<typeof api.list_invoices>) => Invoices.use((invoices) => invoices.page(query))

export const get_invoice = ({ id }: Input<typeof api.get_invoice>) => Invoices.use((invoices) => invoices.get(id))

export const create_invoice = Effect.fnUntraced(function*({ currency, discount, lines, ...words }: Input<typeof api.create_invoice>) {
  yield* requireReferences({ contact_id: words.contact_id })
  const { mode } = yield* Caller
  const { currency: usual } = yield* Orders
  const { order_discount: invoice_discount, ...costs } = yield* costsOf(lines, discount, words)
  return yield* Invoices.use((invoices) =>
    invoices.create({ ...words, ...costs, invoice_discount, currency: currency ?? usual, livemode: mode === "live" }))
})

const notDraft = ({ state }: Invoice) => new Conflict({ message: `The invoice is ${state}: only a draft can be changed.` })

export const update_invoice = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_invoice>) {
  const invoices = yield* Invoices
  const before = yield* invoices.lockForUpdate(id)
  if (before.state !== "draft") return yield* notDraft(before)
  const { discount, lines, tax_country = before.tax_country, tax_region = before.tax_region, ...words } = changes
  const costs = [discount, lines, changes.tax_country, changes.tax_region].some((value) => value !== undefined)
  if (!costs) return yield* invoices.update(before, words)
  const { invoice_discount } = yield* invoices.internal(id)
  const { order_discount, ...sums } = yield* costsOf(lines ?? before.lines, discount ?? invoice_discount, { tax_country, tax_region })
  return yield* invoices.update(before, { ...words, tax_country, tax_region, ...sums, invoice_discount: order_discount })
})

/** What an invoice says in the books: what is owed, what was sold, and the tax that is not the company's. */
const owed = ({ amount, currency, id, tax }: Invoice, kind: "invoice" | "invoice_voided") => {
  const sign = kind === "invoice" ? 1 : -1
  return {
    kind, object: "invoice", object_id: id, currency,
    entries: { receivable: sign * amount, revenue: -sign * (amount - tax), tax_payable: -sign * tax }
  }
}

export const finalize_invoice = Effect.fnUntraced(function*({ id }: Input<typeof api.finalize_invoice>) {
  const invoices = yield* Invoices
  const before = yield* invoices.lockForUpdate(id)
  if (before.state === "void") return yield* new Conflict({ message: "The invoice is void." })
  if (before.state !== "draft") return before
  const { due_on, issued_on, nextNumber, now: finalized_at } = invoices
  const after = yield* invoices.update(
    before, { state: "open", number: yield* nextNumber, issued_on, due_on, finalized_at }, { events: ["invoice.finalized"] }
  )
  yield* Ledger.use((ledger) => ledger.post(owed(after, "invoice")))
  return after
})

export const record_invoice_payment = Effect.fnUntraced(function*({ id, ...paid }: Input<typeof api.record_invoice_payment>) {
  const invoices = yield* Invoices
  const before = yield* invoices.get(id, { lock: true })
  if (before.state !== "open" && before.state !== "overdue") {
    return yield* new Conflict({ message: `The invoice is ${before.state}: only what is owed can be paid.` })
  }
  const left = before.amount - before.paid_amount - (yield* invoices.internal(id)).promised_amount
  const { amount = left } = paid
  if (amount > left) return yield* new Conflict({ message: `Of the invoice ${left} is left to pay, which is less than ${amount}.` })
  if (amount === 0) return yield* new Conflict({ message: "What is left of the invoice is being paid through the payment provider." })
  const after = yield* received(before, { ...paid, amount })
  yield* Ledger.use((ledger) => ledger.post({
    kind: "invoice_payment", object: "invoice", object_id: id, currency: before.currency, entries: { cash: amount, receivable: -amount }
  }))
  return after
})

export const void_invoice = Effect.fnUntraced(function*({ id }: Input<typeof api.void_invoice>) {
  const invoices = yield* Invoices
  const before = yield* invoices.lockForUpdate(id)
  if (before.state === "void") return before
  if (before.state === "draft") return yield* new Conflict({ message: "The invoice is a draft: nobody owes it, so that there is nothing to take back." })
  if (before.paid_amount > 0) return yield* new Conflict({ message: "Some of the invoice was paid: a credit note takes that back." })
  if ((yield* invoices.internal(id)).promised_amount > 0) return yield* new Conflict({ message: "The invoice is being paid: wait until it is known what became of it." })
  const after = yield* invoices.update(before, { state: "void", voided_at: invoices.now }, { events: ["invoice.voided"] })
  yield* Ledger.use((ledger) => ledger.post(owed(after, "invoice_voided")))
  return after
})
