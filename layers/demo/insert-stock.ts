import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type InsertedShop, rowsFor } from "./insert-shop.ts"

/** A change of what lies at a place, by the positions of the variant and the place; minutes before now. */
export interface Moved {
  readonly variant: number
  readonly place: number
  readonly kind: "fulfillment" | "reservation" | "return"
  readonly quantity: number
  readonly order_id: number
  readonly reason: string | null
  readonly minutes: number
}

const changes = {
  reservation: { on_hand: 0, reserved: 1 }, fulfillment: { on_hand: -1, reserved: -1 }, return: { on_hand: 1, reserved: 0 }
} as const

/**
 * Puts what lies where into the tables of one company and mode: first so much that what was sold since leaves what the shop has left, then
 * what became of it. What the levels say is the sum of the movements.
 */
export const insertStock = Effect.fnUntraced(function*(
  { places, variants }: InsertedShop, moved: ReadonlyArray<Moved>, { company_id, key_id, livemode }: {
    readonly company_id: number; readonly key_id: number; readonly livemode: boolean
  }
) {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* rowsFor

  const taken = new Map<string, number>()
  for (const { kind, place, quantity, variant } of moved) {
    const owed = variants[variant]!.backorder_limit > 0
    /* What is sold before it is there is not set aside. */
    const change = owed ? -changes[kind].on_hand : changes[kind].reserved - changes[kind].on_hand
    taken.set(`${variant} ${place}`, (taken.get(`${variant} ${place}`) ?? 0) + change * quantity)
  }
  const opening = variants.filter(({ track_inventory }) => track_inventory).flatMap(({ age, id, left, n }) => places.map((location_id, place) => ({
    variant_id: id, location_id, kind: "adjustment", on_hand: left[place]! + (taken.get(`${n} ${place}`) ?? 0), reserved: 0, order_id: null,
    reason: "Counted", minutes: age * 1_440 - 60
  })))
  const since = moved.filter(({ variant }) => variants[variant]!.track_inventory).map(({ kind, minutes, order_id, place, quantity, reason, variant }) => ({
    variant_id: variants[variant]!.id, location_id: places[place], kind, on_hand: changes[kind].on_hand * quantity,
    reserved: changes[kind].reserved * quantity, order_id, reason, minutes
  }))
  yield* sql`
    insert into stock_movements (company_id, livemode, variant_id, location_id, kind, on_hand_change, reserved_change, reason, order_id, actor,
      created_at)
    select ${company_id}, ${livemode}, r.variant_id, r.location_id, r.kind, r.on_hand, r.reserved, r.reason, r.order_id, ${`key ${key_id}`},
      now() - make_interval(mins => r.minutes)
    from jsonb_to_recordset(${text([...opening, ...since])}) r (variant_id bigint, location_id bigint, kind text, on_hand bigint, reserved bigint,
      order_id bigint, reason text, minutes int)
    where r.on_hand <> 0 or r.reserved <> 0 order by r.minutes desc, r.order_id, r.variant_id`
  yield* sql`
    insert into stock_levels (company_id, variant_id, location_id, livemode, on_hand, reserved, backorder_limit)
    select ${company_id}, v.id, l.id, ${livemode}, coalesce(m.on_hand, 0), coalesce(m.reserved, 0), v.backorder_limit
    from variants v cross join locations l left join (
      select variant_id, location_id, sum(on_hand_change) as on_hand, sum(reserved_change) as reserved from stock_movements
      where company_id = ${company_id} and livemode = ${livemode} group by 1, 2) m on m.variant_id = v.id and m.location_id = l.id
    where v.company_id = ${company_id} and l.company_id = ${company_id} and v.track_inventory and (m.variant_id is not null or l.position = 0)`
})
