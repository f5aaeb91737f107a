import { Effect } from "effect"
import { Orders } from "#layers/payments/orders"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, type Detail, ValidationError } from "#schemas/kernel/errors"
import { MAX_CENTS } from "#schemas/kernel/money"
import { Caller } from "#schemas/kernel/tenancy"
import type { NewLine } from "#schemas/payments/line"
import type { Order } from "#schemas/payments/order"
import type * as api from "#schemas/payments/orders.api"
import { requireReferences } from "../crm/references.ts"
import { taxed } from "./tax.ts"

export const list_orders = (query: Input<typeof api.list_orders>) => Orders.use((orders) => orders.page(query))

export const get_order = ({ id }: Input<typeof api.get_order>) => Orders.use((orders) => orders.get(id))

const refuse = (field: string, error: string, received: Detail["received"]) =>
  Effect.fail(new ValidationError({ message: `${field}: ${error}`, details: [{ field, error, received }] }))

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
  const cost = lines.reduce((sum, line) => sum + line.quantity * line.unit_amount - line.discount, 0)
  if (discount > cost) return yield* refuse("discount", `it is more than the lines cost, which is ${cost}`, discount)
  const totals = yield* taxed(lines, place, discount)
  if (totals.amount > MAX_CENTS) return yield* refuse("lines", `they come to ${totals.amount}, which is over ${MAX_CENTS}`, null)
  if (totals.amount === 0) return yield* refuse("lines", "they come to nothing", 0)
  return { ...totals, order_discount: discount }
})

export const create_order = Effect.fnUntraced(function*({ contact_id, currency, notes, reference, ...asked }: Input<typeof api.create_order>) {
  yield* requireReferences({ contact_id })
  const orders = yield* Orders
  const { mode } = yield* Caller
  const sums = yield* priced(asked)
  return yield* orders.create({
    contact_id, notes, reference, tax_country: asked.tax_country, tax_region: asked.tax_region, ...sums,
    currency: currency ?? orders.currency, livemode: mode === "live"
  }, { events: ["order.created"] })
})

const isUntouched = ({ paid_amount, payment_state, state }: Order) => state === "open" && payment_state === "unpaid" && paid_amount === 0

export const update_order = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_order>) {
  const orders = yield* Orders
  const before = yield* orders.lockForUpdate(id)
  const { amount, discount, lines, tax_country, tax_region, ...words } = changes
  const costs = [amount, discount, lines, tax_country, tax_region].some((value) => value !== undefined)
  if (!costs) return yield* orders.update(before, words)
  if (!isUntouched(before)) {
    return yield* new Conflict({ message: `What an order costs can no longer be changed once it is ${before.state === "open" ? before.payment_state : before.state}.` })
  }
  const { order_discount } = yield* orders.internal(id)
  const place = {
    tax_country: tax_country === undefined ? before.tax_country : tax_country,
    tax_region: tax_region === undefined ? before.tax_region : tax_region
  }
  const kept = amount === undefined ? before.lines : []
  const wanted = amount ?? ((lines ?? kept).length === 0 ? before.amount : undefined)
  const sums = yield* priced({ lines: lines ?? kept, amount: wanted, discount: discount ?? (amount === undefined ? order_discount : 0), ...place })
  return yield* orders.update(before, { ...words, ...place, ...sums })
})

export const cancel_order = Effect.fnUntraced(function*({ id }: Input<typeof api.cancel_order>) {
  const orders = yield* Orders
  const before = yield* orders.lockForUpdate(id)
  if (before.state === "cancelled") return before
  if (before.state === "fulfilled") return yield* new Conflict({ message: "The order is fulfilled: what comes back is a return." })
  return yield* orders.update(before, { state: "cancelled" }, { events: ["order.cancelled"] })
})
