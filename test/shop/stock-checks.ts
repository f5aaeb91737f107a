import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"

/** The journal sums up to what is kept, what is set aside is what open orders wait for, and nothing is sold that is not there. */
export const stockIsRight = Effect.gen(function*() {
  const sql = yield* OwnerSql
  assert.deepStrictEqual(
    yield* sql`select s.variant_id, s.location_id, s.on_hand, s.reserved, m.on_hand as moved, m.reserved as moved_reserved from stock_levels s
      full join (select company_id, variant_id, location_id, livemode, sum(on_hand_change)::bigint as on_hand, sum(reserved_change)::bigint as reserved
        from stock_movements group by 1, 2, 3, 4) m using (company_id, variant_id, location_id, livemode)
      where coalesce(s.on_hand, 0) <> coalesce(m.on_hand, 0) or coalesce(s.reserved, 0) <> coalesce(m.reserved, 0)`,
    []
  )
  assert.deepStrictEqual(
    yield* sql`select s.variant_id, s.reserved, r.quantity from stock_levels s
      full join (select company_id, variant_id, location_id, livemode, sum(quantity)::bigint as quantity from stock_reservations group by 1, 2, 3, 4) r
        using (company_id, variant_id, location_id, livemode)
      where coalesce(s.reserved, 0) <> coalesce(r.quantity, 0)`,
    []
  )
  assert.deepStrictEqual(yield* sql`select variant_id from stock_levels where on_hand - reserved < -backorder_limit`, [])
  assert.deepStrictEqual(
    yield* sql`select o.id from orders o join stock_reservations r on r.company_id = o.company_id and r.order_id = o.id and r.quantity > 0
      where o.state = 'cancelled'`,
    []
  )
  assert.deepStrictEqual(
    yield* sql`select o.id, o.amount, sum(i.amount) as items from orders o join order_items i on i.company_id = o.company_id and i.order_id = o.id
      where o.shipping_method is null group by o.company_id, o.id, o.amount having sum(i.amount) <> o.amount`,
    []
  )
})
