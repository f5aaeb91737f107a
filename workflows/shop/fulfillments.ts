import { Effect } from "effect"
import { Orders } from "#layers/payments/orders"
import { FulfillmentRecords } from "#layers/shop/fulfillments"
import { LocationsOfCompany } from "#layers/shop/locations"
import { type Lying, type OrderItem, OrderItems } from "#layers/shop/order-items"
import { Stock } from "#layers/shop/stock"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, type Detail, NotFound } from "#schemas/kernel/errors"
import type { Order } from "#schemas/payments/order"
import { trackingPage } from "#schemas/shop/carriers"
import type { Fulfillment, NewFulfillment, Shipment } from "#schemas/shop/fulfillment"
import type * as api from "#schemas/shop/fulfillments.api"
import type { LocationId } from "#schemas/shop/ids"
import template from "../messages/templates/shipment.ts"
import { tellBuyer } from "./letters.ts"
import { followGoods, lockedGoods } from "./order-goods.ts"

export const list_fulfillments = (query: Input<typeof api.list_fulfillments>) => FulfillmentRecords.use((fulfillments) => fulfillments.page(query))

type Wanted = ReadonlyArray<{ readonly item: OrderItem; readonly quantity: number }>

/** What is to be sent, and whether so much is left. */
const wantedOf = Effect.fnUntraced(function*(items: ReadonlyArray<OrderItem>, asked: NewFulfillment["items"]) {
  const left = items.map((item) => ({ item, quantity: item.quantity - item.prepared })).filter(({ quantity }) => quantity > 0)
  if (left.length === 0) return yield* new Conflict({ message: "Nothing of the order is left to send." })
  if (asked === undefined) return left
  const more = asked.flatMap(({ line, quantity }, place): ReadonlyArray<Detail> => {
    const most = left.find(({ item }) => item.line === line)?.quantity ?? 0
    return quantity <= most ? [] : [{ field: `items[${place}].quantity`, error: `more than ${most}, which is left of line ${line}`, received: quantity }]
  })
  if (more.length > 0) {
    const words = left.map(({ item, quantity }) => `${quantity} of line ${item.line}`).join(", ")
    return yield* new Conflict({ message: `More than is left of the order to send, which is ${words}.`, details: more })
  }
  return asked.map(({ line, quantity }) => ({ item: items.find((item) => item.line === line)!, quantity }))
})

/**
 * From where so much of each line is sent: where it is set aside, place by place. What is not counted lies everywhere: it goes with the rest
 * of its line, or else with the first.
 */
const placesOf = (wanted: Wanted, waiting: ReadonlyArray<Lying>, first: LocationId) => {
  const found = new Map<LocationId, Map<number, number>>()
  const put = (location: LocationId, line: number, quantity: number) => {
    const lines = found.get(location) ?? new Map<number, number>()
    found.set(location, lines.set(line, (lines.get(line) ?? 0) + quantity))
  }
  const loose: Array<readonly [line: number, quantity: number, beside: LocationId | undefined]> = []
  for (const { item: { line }, quantity } of wanted) {
    let open = quantity
    const lying = waiting.filter((one) => one.line === line)
    for (const { location_id, quantity: most } of lying) {
      const part = Math.min(open, most)
      if (part > 0) put(location_id, line, part)
      open -= part
    }
    if (open > 0) loose.push([line, open, lying[0]?.location_id])
  }
  const usual = found.keys().next().value ?? first
  for (const [line, quantity, beside] of loose) put(beside ?? usual, line, quantity)
  return found
}

/** Fails where goods that are set aside lie elsewhere than at the place that was named. */
const requireThere = Effect.fnUntraced(function*(wanted: Wanted, waiting: ReadonlyArray<Lying>, location: LocationId) {
  const details = wanted.flatMap(({ item: { line }, quantity }, place): ReadonlyArray<Detail> => {
    const lying = waiting.filter((one) => one.line === line)
    const here = lying.find(({ location_id }) => location_id === location)?.quantity ?? 0
    if (lying.length === 0 || here >= quantity) return []
    const where = lying.map((one) => `${one.quantity} at location ${one.location_id}`).join(", ")
    return [{ field: `items[${place}].quantity`, error: `of line ${line}, there are ${where}`, received: quantity }]
  })
  if (details.length > 0) {
    return yield* new Conflict({ message: `Not all of it is set aside at location ${location}: ${details.map(({ error }) => error).join("; ")}.`, details })
  }
})

export const create_fulfillment = Effect.fnUntraced(function*({ items: asked, location_id, order_id }: Input<typeof api.create_fulfillment>) {
  const fulfillments = yield* FulfillmentRecords
  const goods = yield* OrderItems
  const { items, order } = yield* lockedGoods(order_id)
  if (order.state === "open" || order.state === "cancelled") {
    return yield* new Conflict({ message: `Only what is paid can be sent; the order is ${order.state}.` })
  }
  if (order.payment_state === "refunded") return yield* new Conflict({ message: "All that was paid for the order was given back." })
  const inUse = yield* LocationsOfCompany.use((locations) => locations.inUse)
  if (location_id !== undefined && !inUse.some(({ id }) => id === location_id)) {
    return yield* new NotFound({ message: `There is no location ${location_id} in use.` })
  }
  const wanted = yield* wantedOf(items, asked)
  const waiting = yield* goods.waiting(order_id)
  if (location_id !== undefined) yield* requireThere(wanted, waiting, location_id)
  const places = location_id === undefined
    ? placesOf(wanted, waiting, inUse[0]!.id)
    : new Map([[location_id, new Map(wanted.map(({ item, quantity }) => [item.line, quantity]))]])
  yield* goods.prepare(order_id, wanted.map(({ item: { line }, quantity }) => ({ line, quantity })))
  const variants = new Map(items.map(({ line, variant_id }) => [line, variant_id]))
  return {
    fulfillments: yield* Effect.forEach(places, ([location, lines]) =>
      Effect.orDie(fulfillments.create({
        order_id, contact_id: order.contact_id, location_id: location,
        items: [...lines].toSorted(([a], [b]) => a - b).map(([line, quantity]) => ({ line, variant_id: variants.get(line)!, quantity }))
      }, { events: ["fulfillment.created"] })))
  }
})

/** A fulfilment, locked after its order, as where the order is cancelled. */
const locked = Effect.fnUntraced(function*(id: Fulfillment["id"]) {
  const fulfillments = yield* FulfillmentRecords
  const { order_id } = yield* fulfillments.get(id)
  const order = yield* Effect.orDie(Orders.use((orders) => orders.get(order_id, { lock: true })))
  return { order, before: yield* fulfillments.lockForUpdate(id) }
})

/** What changes of carrier, number and address: a new number leads to a new address. */
const trackingOf = (before: Fulfillment, { carrier, tracking_number, tracking_url }: Shipment) => {
  const known = { carrier: carrier ?? before.carrier, tracking_number: tracking_number ?? before.tracking_number }
  const isNew = known.carrier !== before.carrier || known.tracking_number !== before.tracking_number
  const derived = known.carrier === null || known.tracking_number === null ? null : trackingPage(known.carrier, known.tracking_number) ?? null
  const after = { ...known, tracking_url: tracking_url ?? (isNew ? derived : before.tracking_url) }
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof typeof after] !== value))
}

/** Tells the customer by e-mail, if there is an address. */
const notify = Effect.fnUntraced(function*({ carrier, id, items, tracking_number: number, tracking_url: page }: Fulfillment, order: Order) {
  const goods = yield* OrderItems.use(({ ofOrder }) => ofOrder(order.id))
  yield* tellBuyer(order, `fulfillment ${id}`, template, (reader) => ({
    ...reader, carrier, number, page, items: items.map(({ line, quantity }) => ({ what: goods.find((one) => one.line === line)!.title, quantity }))
  }))
})

/** Takes what is set aside for it from where it lies; what is not counted is nowhere. */
const takeFromStock = Effect.fnUntraced(function*({ items, location_id, order_id }: Fulfillment) {
  const setAside = new Map((yield* OrderItems.use((goods) => goods.setAside(order_id, location_id))).map(({ line, quantity }) => [line, quantity]))
  const counted = items.map((item) => ({ ...item, quantity: Math.min(item.quantity, setAside.get(item.line) ?? 0) })).filter(({ quantity }) => quantity > 0)
  yield* Stock.use((stock) => stock.take(order_id, location_id, counted.map((item) => ({ ...item, line: item.line - 1 })))).pipe(
    Effect.catchTag("NotOnHand", ({ missing }) => {
      const words = missing.map(({ on_hand, variant_id }) => `of variant ${variant_id}, ${on_hand}`).join("; ")
      return Effect.fail(new Conflict({ message: `Not all of it lies at location ${location_id} yet: ${words}.` }))
    })
  )
})

export const ship_fulfillment = Effect.fnUntraced(function*({ id, notify: isTold, ...shipment }: Input<typeof api.ship_fulfillment>) {
  const fulfillments = yield* FulfillmentRecords
  const { before, order } = yield* locked(id)
  const tracking = trackingOf(before, { ...shipment, notify: isTold })
  if (before.state === "canceled") return yield* new Conflict({ message: "Its order was cancelled." })
  if (before.state !== "prepared") return yield* fulfillments.update(before, tracking)
  yield* OrderItems.use(({ fulfil }) => fulfil(order.id, before.items))
  yield* takeFromStock(before)
  const after = yield* fulfillments.update(before, { ...tracking, state: "shipped", shipped_at: fulfillments.now }, { events: ["fulfillment.shipped"] })
  yield* followGoods(order)
  if (isTold) yield* notify(after, order)
  return after
})

export const deliver_fulfillment = Effect.fnUntraced(function*({ id }: Input<typeof api.deliver_fulfillment>) {
  const fulfillments = yield* FulfillmentRecords
  const { before } = yield* locked(id)
  if (before.state === "delivered") return before
  if (before.state !== "shipped") return yield* new Conflict({ message: `The fulfilment is ${before.state}: what is delivered was shipped before.` })
  return yield* fulfillments.update(before, { state: "delivered", delivered_at: fulfillments.now }, { events: ["fulfillment.delivered"] })
})

/** What was prepared of an order that is cancelled is not sent. The order is locked. */
export const cancelPrepared = Effect.fnUntraced(function*({ id }: Order) {
  const fulfillments = yield* FulfillmentRecords
  for (const one of yield* fulfillments.preparedOf(id)) yield* Effect.orDie(fulfillments.update(one, { state: "canceled" }))
})
