import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { trackingPage } from "#schemas/shop/carriers"
import type { InsertedRefunds } from "./insert-payments.ts"
import { rowsFor } from "./insert-shop.ts"
import { type OfMode, RETURNED_AFTER, type Sold } from "./sold.ts"

/** Puts what was sent of orders and what came back into the tables of one company and mode: these count lines from 1, as the contract does. */
export const insertParcels = Effect.fnUntraced(function*(orders: Sold, refunds: InsertedRefunds, { company_id, livemode }: OfMode) {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* rowsFor
  const at = (minutes: string) => sql.literal(`now() - make_interval(mins => r.${minutes})`)

  const parcels = orders.flatMap(({ carrier: { name, number }, contact_id, delivered, goods, id, location_id, minutes, parcel, place, shipped }) =>
    parcel === null ? [] : [{
      order_id: id, contact_id, location_id, state: parcel,
      items: goods.filter(({ prepared }) => prepared > 0).map(({ line, quantity, variant_id }) => ({ line: line + 1, variant_id, quantity })),
      /* Who fetches the goods needs no carrier. */
      ...place === 0 && parcel !== "prepared" && { carrier: name, tracking_number: number, tracking_url: trackingPage(name, number) },
      made: Math.max(1, minutes - 240),
      shipped: parcel === "prepared" ? null : shipped,
      delivered: parcel === "delivered" ? delivered : null
    }])
  yield* sql`
    insert into fulfillments (company_id, order_id, contact_id, location_id, state, items, carrier, tracking_number, tracking_url, shipped_at,
      delivered_at, livemode, version, created_at, updated_at)
    select ${company_id}, r.order_id, r.contact_id, r.location_id, r.state, r.items, r.carrier, r.tracking_number, r.tracking_url, ${at("shipped")},
      ${at("delivered")}, ${livemode}, array_position('{prepared,shipped,delivered}', r.state), ${at("made")},
      now() - make_interval(mins => coalesce(r.delivered, r.shipped, r.made))
    from jsonb_to_recordset(${text(parcels)}) r (order_id bigint, contact_id bigint, location_id bigint, state text, items jsonb, carrier text,
      tracking_number text, tracking_url text, made int, shipped int, delivered int)
    order by r.made desc`

  const returns = orders.filter(({ back }) => back.length > 0).map(({ back, contact_id, delivered, id, n, refunded, shipping_refunded }) => ({
    order_id: id, contact_id, amount: refunded, shipping_amount: shipping_refunded, minutes: delivered - RETURNED_AFTER,
    items: back.map(({ amount, line, quantity, reason, restock, variant_id }) => ({ line: line + 1, variant_id, quantity, restock, reason, amount })),
    refund_ids: refunds.filter(({ of }) => of === n).map(({ id }) => id)
  }))
  yield* sql`
    insert into returns (company_id, order_id, contact_id, items, reason, amount, shipping_amount, currency, refund_ids, livemode, created_at, updated_at)
    select ${company_id}, r.order_id, r.contact_id, r.items, null, r.amount, r.shipping_amount, 'USD', r.refund_ids, ${livemode},
      ${at("minutes")}, ${at("minutes")}
    from jsonb_to_recordset(${text(returns)}) r (order_id bigint, contact_id bigint, items jsonb, amount bigint, shipping_amount bigint,
      refund_ids bigint[], minutes int)`
})
