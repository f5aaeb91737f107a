import { Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { CreditNotes } from "#layers/payments/credit-notes"
import { Invoices } from "#layers/payments/invoices"
import { Ledger } from "#layers/payments/ledger"
import { Orders } from "#layers/payments/orders"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type * as api from "#schemas/payments/credit-notes.api"
import { lockedBill, taxIn } from "./bill.ts"
import { endDunning } from "./dunning.ts"
import { follow } from "./order-money.ts"

export const list_credit_notes = Effect.fnUntraced(function*({ id, ...query }: Input<typeof api.list_credit_notes>) {
  yield* Invoices.use((invoices) => invoices.get(id))
  return yield* CreditNotes.use((notes) => notes.page({ ...query, invoice_id: id }))
})

export const create_credit_note = Effect.fnUntraced(function*({ amount: asked, id, reason }: Input<typeof api.create_credit_note>) {
  const invoices = yield* Invoices
  const { order } = yield* lockedBill({ order_id: (yield* invoices.get(id)).order_id, invoice_id: id })
  const invoice = yield* invoices.get(id, { lock: true })
  const { state } = invoice
  if (state === "draft" || state === "void") {
    return yield* new Conflict({ message: `The invoice is ${state === "draft" ? "a draft: change it" : "void"}.` })
  }
  const kept = yield* invoices.internal(id)
  const before = invoice.credited_amount + invoice.refunded_amount - kept.paid_out_amount
  const left = invoice.amount - before
  const amount = asked ?? left
  if (amount === 0 || amount > left) {
    return yield* new Conflict({
      message: left === 0 ? "Nothing of the invoice is left to credit." : `Of the invoice, ${left} is left to credit.`,
      details: [{ field: "amount", error: `more than ${left}, which is left`, received: asked ?? null }]
    })
  }
  const promised = order === undefined ? kept.promised_amount : (yield* Orders.use((orders) => orders.internal(order.id))).promised_amount
  const waived_amount = Math.min(amount, invoice.amount - invoice.paid_amount - promised - kept.waived_amount)
  const tax = taxIn(invoice, before + amount) - taxIn(invoice, before)
  const { currency } = invoice
  const notes = yield* CreditNotes
  const made = yield* notes.create({
    invoice_id: id, number: yield* invoices.nextNumberOf("credit_note"), amount, tax, waived_amount, currency, reason,
    issued_on: yield* invoices.today
  }, { noted: false })
  yield* recordChange({ object: "credit_note", id: made.id, before: null, after: made, moves: { amount, currency } })
  const isSettled = invoice.paid_amount + kept.waived_amount + waived_amount === invoice.amount
  yield* Effect.orDie(invoices.update(invoice, {
    credited_amount: invoice.credited_amount + amount, waived_amount: kept.waived_amount + waived_amount, ...isSettled && { state: "paid" as const }
  }, { events: ["invoice.credited"] }))
  if (isSettled) yield* endDunning(id)
  if (order !== undefined) {
    yield* Orders.use((orders) => orders.waive(order.id, waived_amount))
    yield* follow(order)
  }
  yield* Ledger.use((ledger) => ledger.post({
    kind: "credit_note", object: "credit_note", object_id: made.id, currency,
    entries: { refunds: amount - tax, tax_payable: tax, receivable: -waived_amount, customer_credit: waived_amount - amount }
  }))
  return made
})
