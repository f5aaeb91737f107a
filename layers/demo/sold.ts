import type { InsertedShop } from "./insert-shop.ts"
import type { Sales } from "./sales.ts"

export interface OfMode {
  readonly company_id: number
  readonly key_id: number
  readonly livemode: boolean
}

/** Minutes after its delivery in which a parcel came back. */
export const RETURNED_AFTER = 2_880

const sum = (values: ReadonlyArray<number>) => values.reduce((all, one) => all + one, 0)

type Drawn = ReadonlyArray<Sales["orders"][number] & { readonly n: number; readonly id: number }>
type WithId = ReadonlyArray<{ readonly id: number }>

/** The latest two orders of some lines that were delivered a month ago: of one a line came back, of the other all. */
const returnedOf = (orders: Drawn) =>
  orders.filter(({ items, minutes, state }) => state === "delivered" && minutes > 43_200 && items.length > 1).slice(-2).map(({ n }) => n)

const states = { delivered: "fulfilled", shipped: "fulfilled", partial: "partially_fulfilled", prepared: "paid", waiting: "paid" } as const

/** Orders as the tables hold them, with what became of each line. */
export const soldOf = (drawn: Drawn, { places, rates, variants }: InsertedShop, offered: WithId, contacts: WithId) => {
  const [some, all] = returnedOf(drawn)
  return drawn.map(({ items, n, state, totals: { amount, discount, lines, subtotal, tax, taxes }, ...order }) => {
    const packed = state === "waiting" ? [] : state === "partial" ? items.slice(0, 1) : items
    const sent = state === "prepared" ? [] : packed
    const taken = n === some ? items.slice(0, 1) : n === all ? items : []
    const goods = items.map((item) => {
      const { id: variant_id, product_id, track_inventory } = variants[item.variant]!
      return {
        ...item, variant_id, product_id, track_inventory, prepared: packed.includes(item) ? item.quantity : 0,
        fulfilled: sent.includes(item) ? item.quantity : 0, returned: taken.includes(item) ? item.quantity : 0
      }
    })
    const back = goods.filter(({ returned }) => returned > 0)
      .map((item) => ({ ...item, restock: n === some, reason: n === some ? "Not needed after all" : "Damaged on the way" }))
    const refunded = n === all ? amount : sum(back.map((item) => item.amount))
    return {
      ...order, n, amount, discount, subtotal, tax, taxes, goods, back, refunded,
      shipping_refunded: n === all ? amount - sum(back.map((item) => item.amount)) : 0,
      contact_id: contacts[order.customer.contact]!.id, email: order.customer.email, address: order.customer.address,
      shipping_rate_id: order.rate === null ? null : rates[order.rate]!.id,
      discount_ids: order.discounts.map((place) => offered[place]!.id),
      location_id: places[order.place]!,
      lines: lines.map((line, place) => {
        const item = items[place]
        return item === undefined ? line : { ...line, variant_id: variants[item.variant]!.id, sku: variants[item.variant]!.sku }
      }),
      parcel: state === "waiting" ? null : state === "partial" ? "shipped" as const : state,
      state: states[state],
      payment_state: refunded === 0 ? "paid" : refunded === amount ? "refunded" : "partially_refunded"
    }
  })
}
export type Sold = ReturnType<typeof soldOf>
