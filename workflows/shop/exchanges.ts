import { Effect } from "effect"
import { type OrderItem, OrderItems } from "#layers/shop/order-items"
import { Stock } from "#layers/shop/stock"
import { Conflict, type Detail, NotFound } from "#schemas/kernel/errors"
import type { Order } from "#schemas/payments/order"
import { paidOf } from "#schemas/shop/giving-back"
import { priceOf } from "#schemas/shop/price"
import type { NewReturn } from "#schemas/shop/return"
import { followGoods } from "./order-goods.ts"

/** What is sent in place of what comes back, as lines of the order, with what was paid of that. Nothing is written. */
export const exchangeOf = Effect.fnUntraced(function*(order: Order, items: ReadonlyArray<OrderItem>, { exchange, items: back }: NewReturn) {
  const details = back.flatMap(({ line, quantity }, place): ReadonlyArray<Detail> => {
    const wanted = exchange.filter((one) => one.line === line).reduce((all, one) => all + one.quantity, 0)
    return wanted <= quantity ? [] : [{ field: `items[${place}].quantity`, error: `fewer than the ${wanted} that are exchanged of line ${line}`, received: quantity }]
  })
  const other = exchange.findIndex(({ line }) => !back.some((one) => one.line === line))
  if (other !== -1) details.push({ field: `exchange[${other}].line`, error: "nothing of it comes back", received: exchange[other]!.line })
  if (details.length > 0) return yield* new Conflict({ message: `Only what comes back is exchanged: ${details.map(({ error }) => error).join("; ")}.`, details })

  const replaced = new Map(back.map(({ line }) => [line, items.find((one) => one.line === line)!]))
  const known = yield* OrderItems.use(({ offered }) => offered([...replaced.values(), ...exchange].map(({ variant_id }) => variant_id)))
  const priceOfOne = (id: number, quantity: number) =>
    priceOf(known.find((one) => one.id === id)?.prices ?? [], order.currency, quantity)?.amount
  for (const { line, variant_id } of exchange) {
    const item = replaced.get(line)!
    if (known.find(({ id }) => id === variant_id)?.is_sold !== true) return yield* new NotFound({ message: `There is no variant ${variant_id} that is sold.` })
    const price = priceOfOne(variant_id, item.quantity)
    if (price === undefined || (price !== order.lines[line - 1]?.unit_amount && price !== priceOfOne(item.variant_id, item.quantity))) {
      return yield* new Conflict({ message: `Variant ${variant_id} has another price than what came back: take it back, and sell the other by an order of its own.` })
    }
  }

  /* Those that are given back come first, then those that are exchanged, one after the other: so that all parts together are exact. */
  const before = new Map(back.map(({ line, quantity }) => {
    const wanted = exchange.filter((one) => one.line === line).reduce((all, one) => all + one.quantity, 0)
    return [line, replaced.get(line)!.returned + quantity - wanted]
  }))
  const first = Math.max(order.lines.length, ...items.map(({ line }) => line)) + 1
  return exchange.map(({ line, quantity, variant_id }, place) => {
    const returned = before.get(line)!
    before.set(line, returned + quantity)
    const carried_amount = paidOf({ ...replaced.get(line)!, returned }, quantity)
    return { instead_of: line, line: first + place, product_id: known.find(({ id }) => id === variant_id)!.product_id, variant_id, quantity, carried_amount }
  })
})

/** Adds it to the order and sets it aside. */
export const sendInstead = Effect.fnUntraced(function*(order: Order, lines: Effect.Success<ReturnType<typeof exchangeOf>>) {
  yield* OrderItems.use(({ replace }) => replace(order.id, lines))
  const short = (yield* Stock.use((stock) => stock.reserve(order.id, lines[0]!.line - 1))).filter(({ sellable, wanted }) => wanted > sellable)
  if (short.length > 0) {
    const words = short.map(({ sellable, variant }) => `${Math.max(0, sellable)} of variant ${variant}`).join(", ")
    return yield* new Conflict({ message: `Not all that would be sent instead is in stock: there are ${words}.` })
  }
  yield* followGoods(order)
})
