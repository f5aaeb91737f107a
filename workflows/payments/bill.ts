import { Effect } from "effect"
import { Invoices } from "#layers/payments/invoices"
import { Orders } from "#layers/payments/orders"
import { Caller } from "#schemas/kernel/tenancy"
import type { Invoice } from "#schemas/payments/invoice"
import type { Order } from "#schemas/payments/order"
import type { Payment } from "#schemas/payments/payment"
import { divide } from "#schemas/payments/rounding"
import { received } from "./invoice-money.ts"
import { follow } from "./order-money.ts"

type Bills = Caller | Invoices | Orders

/** What a payment pays, locked. */
export interface Bill {
  readonly order: Order | undefined
  readonly invoice: Invoice | undefined
  /** What answers do not show of the invoice. */
  readonly kept: Effect.Success<ReturnType<Invoices["Service"]["internal"]>> | undefined
}

/**
 * The order of a payment and the finalized invoice of that order, or of the payment, locked: always in this order and before payments,
 * so that no two transactions wait for each other. An order's invoice may have been voided, and made again, since the payment began.
 */
export const lockedBill = Effect.fnUntraced(function*(of: Pick<Payment, "invoice_id" | "order_id">): Effect.fn.Return<Bill, never, Bills> {
  const orders = yield* Orders
  const invoices = yield* Invoices
  const order = of.order_id === null ? undefined : yield* Effect.orDie(orders.get(of.order_id, { lock: true }))
  const id = order === undefined ? of.invoice_id ?? undefined : (yield* invoices.ofOrder(order.id))?.id
  const invoice = id === undefined ? undefined : yield* Effect.orDie(invoices.get(id, { lock: true }))
  if (invoice === undefined || invoice.state === "draft" || invoice.state === "void") return { order, invoice: undefined, kept: undefined }
  return { order, invoice, kept: yield* invoices.internal(invoice.id) }
})

/** How much of so much of a document's amount is tax. */
export const taxIn = ({ amount, tax }: Pick<Order, "amount" | "tax">, part: number) =>
  Number(divide(BigInt(tax) * BigInt(part), BigInt(amount)))

/**
 * How much of an amount is tax, where so much of the same bill was paid or given back before. It is worked out from the sums, so that
 * all parts together are exact.
 */
const taxOf = ({ invoice, order }: Bill, before: number, amount: number): number => {
  const document = invoice ?? order
  return document === undefined ? 0 : taxIn(document, before + amount) - taxIn(document, before)
}

/** What the books say of money that came in: an invoice wrote revenue and tax when it was finalized. */
export const entriesOfPayment = (bill: Bill, amount: number) => {
  if (bill.invoice !== undefined) return { provider_clearing: amount, receivable: -amount }
  const tax = taxOf(bill, bill.order?.paid_amount ?? 0, amount)
  return { provider_clearing: amount, revenue: tax - amount, tax_payable: -tax }
}

/** How much of a refund pays out what credit notes left to the customer. */
const paidOut = ({ invoice, kept }: Bill, amount: number) =>
  invoice === undefined ? 0 : Math.min(amount, invoice.credited_amount - kept!.waived_amount - kept!.paid_out_amount)

export const entriesOfRefund = (bill: Bill, amount: number) => {
  const { invoice, kept, order } = bill
  const credit = paidOut(bill, amount)
  const before = invoice === undefined ? order?.refunded_amount ?? 0 : invoice.credited_amount + invoice.refunded_amount - kept!.paid_out_amount
  const tax = taxOf(bill, before, amount - credit)
  return { customer_credit: credit, refunds: amount - credit - tax, tax_payable: tax, provider_clearing: -amount }
}

/** So much is no longer waited for of what is to be paid. */
export const released = ({ invoice, order }: Bill, amount: number) =>
  order !== undefined ? Orders.use(({ promise }) => promise(order.id, -amount))
  : invoice !== undefined ? Invoices.use(({ promise }) => promise(invoice.id, -amount))
  : Effect.void

/** So much was paid by the provider. */
export const paid = Effect.fnUntraced(function*({ invoice, order }: Bill, payment: Payment, amount: number) {
  if (invoice !== undefined) yield* received(invoice, { amount, method: "card", payment_id: payment.id })
  if (order !== undefined) yield* follow(order, { paid: amount })
})

export const givenBack = Effect.fnUntraced(function*(bill: Bill, amount: number) {
  const { invoice, kept, order } = bill
  const invoices = yield* Invoices
  if (invoice !== undefined) {
    yield* Effect.orDie(invoices.update(invoice, {
      refunded_amount: invoice.refunded_amount + amount, paid_out_amount: kept!.paid_out_amount + paidOut(bill, amount)
    }))
  }
  if (order !== undefined) yield* follow(order, { refunded: amount })
})
