import { Effect, Option } from "effect"
import { answerLater, readUntil } from "#layers/kernel/answer-later"
import { PaymentRecords } from "#layers/payments/payments"
import { LocationsOfCompany } from "#layers/shop/locations"
import { type OrderItem, OrderItems } from "#layers/shop/order-items"
import { Returns } from "#layers/shop/returns"
import { Stock } from "#layers/shop/stock"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, type Detail, NotFound } from "#schemas/kernel/errors"
import type { Order } from "#schemas/payments/order"
import { paidOf, takenOf } from "#schemas/shop/giving-back"
import type { LocationId } from "#schemas/shop/ids"
import type { NewReturn, Return } from "#schemas/shop/return"
import type * as api from "#schemas/shop/returns.api"
import { lockedBill } from "../payments/bill.ts"
import { beginRefund } from "../payments/refunding.ts"
import { exchangeOf, sendInstead } from "./exchanges.ts"
import { lockedGoods } from "./order-goods.ts"

const sum = (values: ReadonlyArray<number>) => values.reduce((all, one) => all + one, 0)

/** What comes back, with what was paid of it; no more than was sent and is not back yet. */
const takenBack = Effect.fnUntraced(function*(items: ReadonlyArray<OrderItem>, asked: NewReturn["items"]) {
  const details = asked.flatMap(({ line, quantity }, place): ReadonlyArray<Detail> => {
    const item = items.find((one) => one.line === line)
    const most = item === undefined ? 0 : item.fulfilled - item.returned
    return quantity <= most ? [] : [{
      field: `items[${place}].quantity`, error: `more than ${most}, which were sent of line ${line} and are not back yet`, received: quantity
    }]
  })
  if (details.length > 0) return yield* new Conflict({ message: `Only what was sent can come back: ${details.map(({ error }) => error).join("; ")}.`, details })
  return asked.map(({ line, quantity, reason, restock }) => {
    const item = items.find((one) => one.line === line)!
    return { line, variant_id: item.variant_id, quantity, restock, reason, amount: paidOf(item, quantity) }
  })
})

/** What was paid for shipping, once: all of the order that is not for goods. */
const shippingOf = Effect.fnUntraced(function*(order: Order, items: ReadonlyArray<OrderItem>) {
  const paid = order.amount - sum(items.map(({ amount, carried_amount }) => amount - carried_amount))
  if (paid <= 0) return yield* new Conflict({ message: "Nothing was paid for shipping." })
  if ((yield* Returns.use((returns) => returns.shippingOf(order.id))) > 0) {
    return yield* new Conflict({ message: "What was paid for shipping was given back before." })
  }
  return paid
})

/** Begins the refunds of so much, of the order's payments from the oldest on. The order is locked, which comes before its payments. */
const giveBack = Effect.fnUntraced(function*(order: Order, amount: number, reason: string | null) {
  const payments = yield* PaymentRecords
  const { invoice } = yield* lockedBill({ order_id: order.id, invoice_id: null })
  const taken = (yield* payments.ofOrder(order.id)).filter(({ state }) => state === "succeeded")
  const left = yield* Effect.forEach(taken, ({ captured_amount, id, refunded_amount }) =>
    Effect.map(payments.internal(id), ({ refunding_amount }) => captured_amount - refunded_amount - refunding_amount))
  const most = sum(left)
  if (amount > most) {
    const otherwise = invoice !== undefined && invoice.payments.some(({ method }) => method !== "card")
      ? `the rest was not paid by card. Take it back with \`refund: false\`, and make a credit note of invoice ${invoice.number}`
      : "the rest was given back before. Take it back with `refund: false`, and refund what is left with `refund_payment`"
    return yield* new Conflict({ message: `It comes to ${amount}, of which ${most} can go back through the payments of the order; ${otherwise}.` })
  }
  const parts = takenOf(amount, left)
  return yield* Effect.forEach(taken.flatMap((payment, place) => parts[place]! > 0 ? [[payment, parts[place]!] as const] : []), ([payment, part]) =>
    Effect.map(beginRefund(payment, part, reason ?? "Goods were sent back."), ({ id }) => id))
})

/** Puts what can be sold again into stock: where it was sent from, unless a place is named or that one is no longer used. */
const restock = Effect.fnUntraced(function*({ items, location_id, order_id }: Return, inUse: ReadonlyArray<LocationId>) {
  const stock = yield* Stock
  const sentFrom = new Map((yield* OrderItems.use((goods) => goods.sentFrom(order_id))).map((one) => [one.line, one.location_id]))
  const placeOf = (line: number) => {
    const place = location_id ?? sentFrom.get(line)
    return place !== undefined && inUse.includes(place) ? place : inUse[0]!
  }
  const put = items.filter((item) => item.restock).map((item) => ({ ...item, place: placeOf(item.line) }))
  for (const { place, reason, ...item } of put.toSorted((a, b) => a.variant_id - b.variant_id || a.place - b.place)) {
    yield* stock.putBack(order_id, place, item, reason)
  }
})

export const create_return = Effect.fnUntraced(function*(asked: Input<typeof api.create_return>) {
  const { location_id, order_id, reason, refund, refund_shipping } = asked
  const returns = yield* Returns
  const { items, order } = yield* lockedGoods(order_id)
  const inUse = (yield* LocationsOfCompany.use((locations) => locations.inUse)).map(({ id }) => id)
  if (location_id !== undefined && !inUse.includes(location_id)) return yield* new NotFound({ message: `There is no location ${location_id} in use.` })
  const taken = yield* takenBack(items, asked.items)
  const shipping_amount = refund_shipping ? yield* shippingOf(order, items) : 0
  const exchange = yield* exchangeOf(order, items, asked)
  const amount = refund ? sum(taken.map((one) => one.amount)) - sum(exchange.map((one) => one.carried_amount)) + shipping_amount : 0
  const refund_ids = amount === 0 ? [] : yield* giveBack(order, amount, reason)
  yield* OrderItems.use((goods) => goods.takeBack(order_id, taken))
  const made = yield* Effect.orDie(returns.create({
    order_id, contact_id: order.contact_id, location_id: location_id ?? null, items: taken, reason, amount, shipping_amount,
    exchange: exchange.map(({ instead_of, line, quantity, variant_id }) => ({ line: instead_of, variant_id, quantity, sent_as: line })),
    currency: order.currency, refund_ids
  }, { events: ["return.created"] }))
  /* All at once, so that what goes into stock and what is taken of it is locked in one order. */
  yield* Stock.use((stock) => stock.locked([...taken, ...exchange].map(({ variant_id }) => variant_id)))
  yield* restock(made, inUse)
  if (exchange.length > 0) yield* sendInstead(order, exchange)
  if (refund_ids.length > 0) {
    const payments = yield* PaymentRecords
    yield* answerLater(readUntil(
      Effect.andThen(payments.unsettled(order_id), (unsettled) => unsettled ? Effect.succeedNone : returns.find(made.id)), Option.isSome
    ))
  }
  return made
})
