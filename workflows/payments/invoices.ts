import { Effect, Option } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { Commissions } from "#layers/payments/commissions"
import { Invoices } from "#layers/payments/invoices"
import { Ledger } from "#layers/payments/ledger"
import { Orders } from "#layers/payments/orders"
import { PaymentRecords } from "#layers/payments/payments"
import { contact } from "#schemas/crm/contact"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { type Invoice, invoice, type InvoicePayment } from "#schemas/payments/invoice"
import type { Order, OrderId } from "#schemas/payments/order"
import type * as api from "#schemas/payments/invoices.api"
import { requireReferences } from "../crm/references.ts"
import { accrue } from "./accruing.ts"
import { lockedBill, taxIn } from "./bill.ts"
import { costsOf, refuse } from "./costs.ts"
import { awaitPayment } from "./invoice-due.ts"
import { endDunning } from "./dunning.ts"
import { sellerNow } from "./invoice-document.ts"
import { received } from "./invoice-money.ts"
import { owedOf } from "./due.ts"
import { follow } from "./order-money.ts"

export const list_invoices = (query: Input<typeof api.list_invoices>) => Invoices.use((invoices) => invoices.page(query))

export const get_invoice = ({ id }: Input<typeof api.get_invoice>) => Invoices.use((invoices) => invoices.get(id))

type Asked = Input<typeof api.create_invoice>

/** What an order costs, as an invoice says it. */
const costsOfOrder = Effect.fnUntraced(function*({ amount, discount, id, lines, reference, seller_id, subtotal, tax, tax_country, tax_region, taxes }: Order) {
  const { order_discount: invoice_discount } = yield* Orders.use((orders) => orders.internal(id))
  const whole = { description: reference ?? `Order ${id}`, quantity: 1, unit_amount: amount, discount: 0, tax_category: "standard", amount, tax: null }
  return { lines: lines.length > 0 ? lines : [whole], discount, invoice_discount, subtotal, tax, taxes, amount, tax_country, tax_region, seller_id }
})

const billed = Effect.fnUntraced(function*({ contact_id, currency, discount, lines: sent, seller_id }: Asked, id: OrderId) {
  const orders = yield* Orders
  const order = yield* orders.get(id, { lock: true })
  if (sent !== undefined) return yield* refuse("lines", "with an order they follow from it", null)
  if (discount > 0) return yield* refuse("discount", "with an order it follows from that", discount)
  if (currency !== undefined && currency !== order.currency) return yield* refuse("currency", `the order is in ${order.currency}`, currency)
  if (contact_id !== undefined && contact_id !== order.contact_id) return yield* refuse("contact_id", "the order is another contact's", contact_id)
  if (seller_id !== null && seller_id !== order.seller_id) return yield* refuse("seller_id", "with an order it follows from that", seller_id)
  if (order.state === "cancelled") return yield* new Conflict({ message: "The order is cancelled." })
  const known = yield* Invoices.use((invoices) => invoices.ofOrder(id))
  if (known !== undefined) return yield* new Conflict({ message: `The order has an invoice: ${invoice.label(known)}.` })
  return { contact_id: order.contact_id, order_id: id, currency: order.currency, ...yield* costsOfOrder(order) }
})

export const create_invoice = Effect.fnUntraced(function*(asked: Asked) {
  const { billing_address, billing_name, billing_tax_id, contact_id, currency, discount, due_on, lines, notes, order_id, reference, seller_id } = asked
  const { tax_country, tax_region } = asked
  const words = { billing_address, billing_name, billing_tax_id, due_on, notes, reference }
  const invoices = yield* Invoices
  if (order_id !== undefined) return yield* invoices.create({ ...yield* billed(asked, order_id), ...words })
  if (contact_id === undefined) return yield* refuse("contact_id", "an invoice needs a contact or an order", null)
  if (lines === undefined) return yield* refuse("lines", "an invoice needs lines or an order", null)
  yield* requireReferences({ contact_id, seller_id })
  const { order_discount: invoice_discount, ...costs } = yield* costsOf(lines, discount, asked)
  return yield* invoices.create({
    contact_id, seller_id, order_id: null, ...costs, invoice_discount, tax_country, tax_region, ...words,
    currency: currency ?? (yield* Orders).currency
  })
})

const notDraft = ({ state }: Invoice) => new Conflict({ message: `The invoice is ${state}: only a draft can be changed.` })

export const update_invoice = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_invoice>) {
  const invoices = yield* Invoices
  const before = yield* invoices.lockForUpdate(id)
  if (before.state !== "draft") return yield* notDraft(before)
  const { discount, lines, tax_country = before.tax_country, tax_region = before.tax_region, ...words } = changes
  const { seller_id = before.seller_id } = words
  if (seller_id !== before.seller_id) {
    if (before.order_id !== null) return yield* refuse("seller_id", "with an order it follows from that", seller_id)
    yield* requireReferences({ seller_id })
  }
  const costs = [discount, lines, changes.tax_country, changes.tax_region].some((value) => value !== undefined)
  if (!costs) return yield* invoices.update(before, words)
  if (before.order_id !== null) return yield* new Conflict({ message: "What the invoice costs follows from its order." })
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

/** Who bills whom, which stays as it is now. */
const parties = Effect.fnUntraced(function*({ billing_name, contact_id }: Invoice) {
  const found = contact_id === null ? Option.none() : yield* Contacts.use((contacts) => contacts.find(contact_id))
  return {
    seller: yield* sellerNow,
    billing_name: billing_name ?? Option.match(found, { onNone: () => null, onSome: (one) => contact.label(one) || null })
  }
})

/** What an order costs now, and what was paid of it before its invoice is finalized. */
const broughtUpToDate = Effect.fnUntraced(function*({ id }: Invoice, order: Order) {
  if (order.state === "cancelled") return yield* new Conflict({ message: "The order is cancelled." })
  const payments = yield* PaymentRecords
  const today = yield* Invoices.use((invoices) => invoices.today)
  const taken = (yield* payments.ofOrder(order.id)).filter(({ captured_amount }) => captured_amount > 0)
  yield* Effect.forEach(taken, (payment) => Effect.orDie(payments.update(payment, { invoice_id: id })))
  return {
    ...yield* costsOfOrder(order),
    paid_amount: order.paid_amount,
    refunded_amount: order.refunded_amount,
    payments: taken.map((payment): InvoicePayment =>
      ({ amount: payment.captured_amount, method: "card", received_on: today, reference: null, payment_id: payment.id }))
  }
})

/** Gives a draft that is locked, or new, its number; of an order that is locked too, what that costs now. */
export const finalized = Effect.fnUntraced(function*(before: Invoice, order?: Order) {
  const invoices = yield* Invoices
  const { due_on, issued_on, nextNumberOf, now: finalized_at } = invoices
  const ofOrder = order === undefined ? undefined : yield* broughtUpToDate(before, order)
  const after = yield* invoices.update(
    before, { state: "open", number: yield* nextNumberOf("invoice"), issued_on, due_on, finalized_at, ...yield* parties(before), ...ofOrder }, { events: ["invoice.finalized"] }
  )
  yield* Ledger.use((ledger) => ledger.post(owed(after, "invoice")))
  if (after.paid_amount === 0) return after
  /* What the order's payments wrote as revenue is what the invoice says now. */
  const tax = taxIn(after, after.paid_amount)
  yield* Ledger.use((ledger) => ledger.post({
    kind: "invoice_payment", object: "invoice", object_id: after.id, currency: after.currency,
    entries: { revenue: after.paid_amount - tax, tax_payable: tax, receivable: -after.paid_amount }
  }))
  return after.paid_amount < after.amount ? after : yield* invoices.update(after, { state: "paid" }, { events: ["invoice.paid"] })
})

export const finalize_invoice = Effect.fnUntraced(function*({ id }: Input<typeof api.finalize_invoice>) {
  const invoices = yield* Invoices
  const { order } = yield* lockedBill({ order_id: (yield* invoices.get(id)).order_id, invoice_id: null })
  const before = yield* invoices.lockForUpdate(id)
  if (before.state === "void") return yield* new Conflict({ message: "The invoice is void." })
  if (before.state !== "draft") return before
  const after = yield* finalized(before, order)
  if (after.state !== "paid") yield* awaitPayment(id)
  return after
})

export const record_invoice_payment = Effect.fnUntraced(function*({ id, ...paid }: Input<typeof api.record_invoice_payment>) {
  const invoices = yield* Invoices
  const { order } = yield* lockedBill({ order_id: (yield* invoices.get(id)).order_id, invoice_id: null })
  const before = yield* invoices.get(id, { lock: true })
  if (before.state !== "open" && before.state !== "overdue") {
    return yield* new Conflict({ message: `The invoice is ${before.state}: only what is owed can be paid.` })
  }
  const { left } = yield* owedOf({ invoice: before, order })
  const { amount = left } = paid
  if (amount > left) return yield* new Conflict({ message: `Of the invoice ${left} is left to pay, which is less than ${amount}.` })
  if (amount === 0) return yield* new Conflict({ message: "What is left of the invoice is being paid through the payment provider." })
  const seller_id = order === undefined ? before.seller_id : order.seller_id
  yield* Commissions.use(({ hold }) => hold(seller_id))
  const after = yield* received(before, { ...paid, amount })
  if (order !== undefined) yield* follow(order, { paid: amount })
  yield* Ledger.use((ledger) => ledger.post({
    kind: "invoice_payment", object: "invoice", object_id: id, currency: before.currency, entries: { cash: amount, receivable: -amount }
  }))
  yield* accrue({
    seller_id, currency: before.currency, amount, bill: { order, invoice: before, kept: undefined }, by: { invoice_payment: before.payments.length }
  })
  return after
})

export const void_invoice = Effect.fnUntraced(function*({ id }: Input<typeof api.void_invoice>) {
  const invoices = yield* Invoices
  const before = yield* invoices.lockForUpdate(id)
  if (before.state === "void") return before
  if (before.state === "draft") return yield* new Conflict({ message: "The invoice is a draft: nobody owes it, so that there is nothing to take back." })
  if (before.credited_amount > 0) return yield* new Conflict({ message: "Some of the invoice was credited." })
  if (before.paid_amount > 0) return yield* new Conflict({ message: "Some of the invoice was paid: a credit note takes that back." })
  if ((yield* invoices.internal(id)).promised_amount > 0) return yield* new Conflict({ message: "The invoice is being paid: wait until it is known what became of it." })
  const after = yield* invoices.update(before, { state: "void", voided_at: invoices.now }, { events: ["invoice.voided"] })
  yield* Ledger.use((ledger) => ledger.post(owed(after, "invoice_voided")))
  yield* endDunning(id)
  return after
})
