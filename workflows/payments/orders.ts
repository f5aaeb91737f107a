import { Effect, Option } from "effect"
import { answerLater, readUntil } from "#layers/kernel/answer-later"
import { Invoices } from "#layers/payments/invoices"
import { Orders } from "#layers/payments/orders"
import { PaymentRecords } from "#layers/payments/payments"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { NewLine } from "#schemas/payments/line"
import type { Order } from "#schemas/payments/order"
import type * as api from "#schemas/payments/orders.api"
import type { Payment } from "#schemas/payments/payment"
import { requireReferences } from "../crm/references.ts"
import { giveGoodsBack } from "../shop/give-back.ts"
import { cancelPrepared } from "../shop/fulfillments.ts"
import { lockedBill } from "./bill.ts"
import { Canceling } from "./charge.ts"
import { costsOf, refuse } from "./costs.ts"
import { beginRefund } from "./refunding.ts"

export const list_orders = (query: Input<typeof api.list_orders>) => Orders.use((orders) => orders.page(query))

export const get_order = ({ id }: Input<typeof api.get_order>) => Orders.use((orders) => orders.get(id))

interface Asked {
  readonly amount?: number | undefined
  readonly lines: ReadonlyArray<NewLine>
  readonly discount: number
  readonly tax_country: string | null
  readonly tax_region: string | null
}

/** What an order costs: its lines with tax, or the amount that it names. */
const priced = Effect.fnUntraced(function*({ amount, discount, lines, ...place }: Asked) {
  if (lines.length === 0) {
    if (amount === undefined) return yield* refuse("amount", "an order needs an amount or lines", null)
    if (discount > 0) return yield* refuse("discount", "an order over an amount has no lines to take it off", discount)
    return { amount, lines, discount: 0, order_discount: 0, subtotal: amount, tax: 0, taxes: [] }
  }
  if (amount !== undefined) return yield* refuse("amount", "with lines the amount follows from them", amount)
  return yield* costsOf(lines, discount, place)
})

export const create_order = Effect.fnUntraced(function*({ contact_id, currency, notes, reference, seller_id, shipping_address, ...asked }: Input<typeof api.create_order>) {
  yield* requireReferences({ contact_id, seller_id })
  const orders = yield* Orders
  const sums = yield* priced(asked)
  return yield* orders.create({
    contact_id, seller_id, notes, reference, shipping_address, tax_country: asked.tax_country, tax_region: asked.tax_region, ...sums,
    currency: currency ?? orders.currency
  }, { events: ["order.created"] })
})

const isUntouched = ({ paid_amount, payment_state, state }: Order, promised: number) =>
  state === "open" && payment_state === "unpaid" && paid_amount === 0 && promised === 0

export const update_order = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_order>) {
  const orders = yield* Orders
  const before = yield* orders.lockForUpdate(id)
  const { amount, discount, lines, tax_country, tax_region, ...words } = changes
  if (words.seller_id !== undefined && words.seller_id !== before.seller_id) yield* requireReferences({ seller_id: words.seller_id })
  const costs = [amount, discount, lines, tax_country, tax_region].some((value) => value !== undefined)
  if (!costs) return yield* orders.update(before, words)
  const invoice = yield* Invoices.use((invoices) => invoices.ofOrder(id))
  if (invoice !== undefined && invoice.number !== null) {
    return yield* new Conflict({ message: `What an order costs can no longer be changed once it has an invoice: ${invoice.number}.` })
  }
  const { order_discount, promised_amount } = yield* orders.internal(id)
  if (!isUntouched(before, promised_amount)) {
    const state = before.state !== "open" ? before.state : before.payment_state === "unpaid" ? "being paid" : before.payment_state
    return yield* new Conflict({ message: `What an order costs can no longer be changed once it is ${state}.` })
  }
  const place = {
    tax_country: tax_country === undefined ? before.tax_country : tax_country,
    tax_region: tax_region === undefined ? before.tax_region : tax_region
  }
  const kept = amount === undefined ? before.lines : []
  const wanted = amount ?? ((lines ?? kept).length === 0 ? before.amount : undefined)
  const sums = yield* priced({ lines: lines ?? kept, amount: wanted, discount: discount ?? (amount === undefined ? order_discount : 0), ...place })
  return yield* orders.update(before, { ...words, ...place, ...sums })
})

/** What is authorized is let go, and what was taken is refunded; whether there was any such thing. */
const giveBack = Effect.fnUntraced(function*(payment: Payment) {
  const payments = yield* PaymentRecords
  const { captured_amount, id, refunded_amount, state } = payment
  if (state === "authorized" || state === "requires_action") {
    yield* Effect.orDie(payments.update(payment, { state: "processing" }))
    yield* Canceling.start({ payment_id: id })
    return true
  }
  if (state === "succeeded") {
    const { refunding_amount } = yield* payments.internal(id)
    const left = captured_amount - refunded_amount - refunding_amount
    if (left > 0) {
      yield* beginRefund(payment, left, "The order was cancelled.")
      return true
    }
  }
  return false
})

/** Calls an order off: what was taken for it is given back, and its goods can be sold to others. Whether any payment has to be settled. */
export const callOff = Effect.fnUntraced(function*(before: Order, all: ReadonlyArray<Payment>) {
  const given = yield* Effect.forEach(all, giveBack)
  const after = yield* Effect.orDie(Orders.use((orders) => orders.update(before, { state: "cancelled" }, { events: ["order.cancelled"] })))
  yield* cancelPrepared(before)
  yield* giveGoodsBack(before)
  return { after, settling: given.includes(true) }
})

export const cancel_order = Effect.fnUntraced(function*({ id }: Input<typeof api.cancel_order>) {
  const orders = yield* Orders
  const before = yield* orders.lockForUpdate(id)
  if (before.state === "cancelled") return before
  if (before.state === "fulfilled" || before.state === "partially_fulfilled") {
    const sent = before.state === "fulfilled" ? "The order is fulfilled" : "A part of the order was shipped"
    return yield* new Conflict({ message: `${sent}: what comes back is a return.` })
  }
  const { invoice, kept } = yield* lockedBill({ order_id: id, invoice_id: null })
  if (invoice !== undefined && invoice.paid_amount + kept!.waived_amount < invoice.amount) {
    return yield* new Conflict({ message: `The order has an invoice that is owed, ${invoice.number}: void or credit it first.` })
  }
  const payments = yield* PaymentRecords
  const all = yield* payments.ofOrder(id)
  if (all.some(({ state }) => state === "processing")) {
    return yield* new Conflict({ message: "A payment of the order is being made: wait until it is known what became of it." })
  }
  const { after, settling } = yield* callOff(before, all)
  if (!settling) return after
  yield* answerLater(readUntil(
    Effect.andThen(payments.unsettled(id), (unsettled) => unsettled ? Effect.succeedNone : orders.find(id)), Option.isSome
  ))
  return after
})
