import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import type { OrderId } from "#schemas/payments/order"
import type { LocationId, ProductId, VariantId } from "#schemas/shop/ids"
import { type Adjusted, type Inventory, movement, type StockMovement } from "#schemas/shop/stock"
import { byId, orderOf, page } from "../kernel/page.ts"
import { repository } from "../kernel/repository.ts"
import { execute, inTenant as ofTenant, orDieSql } from "../kernel/sql.ts"

interface Query extends Paging {
  readonly product_id?: ProductId | undefined
  readonly location_id?: LocationId | undefined
  readonly low_stock?: "true" | "false" | undefined
  readonly sort: "id" | "-id"
}

/** What an order wants of a variant, and what there was of it. */
export interface Reserved {
  readonly variant: VariantId
  readonly wanted: number
  readonly sellable: number
  readonly available_before: number
  readonly low_at: number | null
}

interface Level {
  readonly variant_id: VariantId
  readonly location_id: LocationId
  readonly on_hand: number
  readonly reserved: number
}

/** Goods at one place, of a line of an order. */
interface Sent {
  readonly line: number
  readonly variant_id: VariantId
  readonly quantity: number
}

/** Who asks, as the journal says it. */
const actor = Effect.map(Caller, ({ key_id, person, visitor }) =>
  visitor !== undefined ? `visitor ${visitor.id}` : person !== undefined ? `person ${person.user_id}` : key_id === 0 ? "run" : `key ${key_id}`)

/** What is in stock at the caller's company in the caller's mode, as a journal of movements and the numbers that they come to. */
export class Stock extends Context.Service<Stock>()("layers/shop/Stock", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)
    const movements = yield* repository(movement, { counted: true })
    const live = Effect.map(Caller, ({ mode }) => mode === "live")

    const columns = sql.literal(`id, product_id, title, sku, backorder_limit, low_stock_at, on_hand, reserved, available, locations`)

    /** Of variants whose stock is counted. */
    const levels = (isLive: boolean) => sql`(
      select v.company_id, v.id, v.product_id, case when v.title = '' then p.title else p.title || ', ' || v.title end as title, v.sku,
        v.backorder_limit, v.low_stock_at, coalesce(s.on_hand, 0) as on_hand, coalesce(s.reserved, 0) as reserved, coalesce(s.available, 0) as available,
        coalesce(s.locations, '[]') as locations
      from variants v join products p on p.company_id = v.company_id and p.id = v.product_id
      left join lateral (
        select sum(l.on_hand)::bigint as on_hand, sum(l.reserved)::bigint as reserved, sum(l.available)::bigint as available,
          jsonb_agg(jsonb_build_object('location_id', l.location_id, 'on_hand', l.on_hand, 'reserved', l.reserved, 'available', l.available)
            order by l.location_id) as locations
        from stock_levels l where l.company_id = v.company_id and l.variant_id = v.id and l.livemode = ${isLive}) s on true
      where v.track_inventory) inventory`

    const lock = (variants: ReadonlyArray<VariantId>) =>
      Effect.flatMap(live, (isLive) => Effect.orDie(sql<Level>`
        select variant_id, location_id, on_hand, reserved from stock_levels
        where ${inTenant} and variant_id = any(${[...variants]}::bigint[]) and livemode = ${isLive} order by variant_id, location_id for update`))

    const journal = Effect.fnUntraced(function*(
      kind: StockMovement["kind"], { location_id, order_id = null, reason = null, variant_id }: {
        readonly variant_id: VariantId; readonly location_id: LocationId; readonly reason?: string | null; readonly order_id?: OrderId | null
      }, change: { readonly on_hand?: number; readonly reserved?: number }
    ) {
      return yield* Effect.orDie(movements.create({
        kind, variant_id, location_id, reason, order_id, on_hand_change: change.on_hand ?? 0, reserved_change: change.reserved ?? 0, actor: yield* actor
      }, { noted: false }))
    })

    const those = (ids: ReadonlyArray<VariantId>) =>
      Effect.flatMap(live, (isLive) => Effect.orDie(sql<Inventory>`
        select ${columns} from ${levels(isLive)} where ${inTenant} and id = any(${[...ids]}::bigint[]) order by id`))

    return {
      movements,
      page: Effect.fnUntraced(function*({ location_id, low_stock, product_id, sort, ...paging }: Query) {
        const isLive = yield* live
        return yield* orDieSql(page<Inventory>(sql, {
          from: levels(isLive), columns,
          where: [
            inTenant,
            ...product_id === undefined ? [] : [sql`product_id = ${product_id}`],
            ...location_id === undefined ? [] : [sql`exists (select from stock_levels l where l.company_id = inventory.company_id
              and l.variant_id = inventory.id and l.livemode = ${isLive} and l.location_id = ${location_id})`],
            ...low_stock === undefined ? [] : [sql`coalesce(available <= low_stock_at, false) = ${low_stock === "true"}`]
          ],
          order: orderOf({ id: byId }, sort), paging
        }))
      }),
      /** What is in stock of these variants; those whose stock is not counted are left out. */
      those,
      /** The same, where nobody else can change it until the transaction ends. */
      locked: (ids: ReadonlyArray<VariantId>) => Effect.andThen(lock(ids), those(ids)),
      /** Changes what lies at a place; the number that was counted, or so many more. Levels are locked. Nothing where nothing changes. */
      adjust: Effect.fnUntraced(function*({ change, on_hand, variant_id }: Adjusted, location_id: LocationId, reason: string) {
        const { company_id } = yield* Caller
        const isLive = yield* live
        yield* execute(sql`insert into stock_levels (company_id, variant_id, location_id, livemode, backorder_limit)
          select company_id, id, ${location_id}, ${isLive}, backorder_limit from variants where ${inTenant} and id = ${variant_id} on conflict do nothing`)
        const [level] = yield* Effect.orDie(sql<Level & { readonly backorder_limit: number }>`
          select variant_id, location_id, on_hand, reserved, backorder_limit from stock_levels where company_id = ${company_id} and variant_id = ${variant_id}
            and location_id = ${location_id} and livemode = ${isLive} for update`)
        const { backorder_limit, on_hand: before, reserved } = level!
        const after = on_hand ?? before + change!
        if (after < 0) return { short: before } as const
        if (after - reserved < -backorder_limit) return { reserved } as const
        if (after === before) return { movement: undefined }
        yield* execute(sql`update stock_levels set on_hand = ${after}, updated_at = now() where company_id = ${company_id}
          and variant_id = ${variant_id} and location_id = ${location_id} and livemode = ${isLive}`)
        return { movement: yield* journal("adjustment", { variant_id, location_id, reason }, { on_hand: after - before }) }
      }),
      /** Sets aside what the items of an order are, from a line on or all. Where more is wanted than can be sold, the transaction must not go on. */
      reserve: Effect.fnUntraced(function*(order: OrderId, from_line = 0) {
        return yield* Effect.orDie(sql<Reserved>`select * from reserve_stock(${order}, ${yield* live}, ${yield* actor}, ${from_line})`)
      }),
      /** Gives back what is still set aside for an order. */
      release: Effect.fnUntraced(function*(order: OrderId) {
        yield* execute(sql`select release_stock(${order}, ${yield* actor})`)
      }),
      /** Takes what was set aside for lines of an order at a place, as it is sent. Fails where it does not lie there (a backorder, say). */
      take: Effect.fnUntraced(function*(order_id: OrderId, location_id: LocationId, items: ReadonlyArray<Sent>) {
        const { company_id } = yield* Caller
        const isLive = yield* live
        const wanted = new Map<VariantId, number>()
        for (const { quantity, variant_id } of items) wanted.set(variant_id, (wanted.get(variant_id) ?? 0) + quantity)
        const lying = yield* lock([...wanted.keys()])
        const onHand = new Map(lying.filter((level) => level.location_id === location_id).map((level) => [level.variant_id, level.on_hand]))
        const missing = [...wanted].filter(([variant, quantity]) => (onHand.get(variant) ?? Infinity) < quantity)
          .map(([variant_id]) => ({ variant_id, on_hand: onHand.get(variant_id)! }))
        if (missing.length > 0) return yield* Effect.fail({ _tag: "NotOnHand", missing } as const)
        for (const [variant_id, quantity] of [...wanted].toSorted(([a], [b]) => a - b)) {
          if (!onHand.has(variant_id)) continue
          yield* execute(sql`update stock_levels set on_hand = on_hand - ${quantity}, reserved = reserved - ${quantity}, updated_at = now()
            where company_id = ${company_id} and variant_id = ${variant_id} and location_id = ${location_id} and livemode = ${isLive}`)
          yield* journal("fulfillment", { variant_id, location_id, order_id }, { on_hand: -quantity, reserved: -quantity })
        }
        for (const { line, quantity } of items) {
          yield* execute(sql`update stock_reservations set quantity = quantity - ${quantity}
            where ${inTenant} and order_id = ${order_id} and line = ${line} and location_id = ${location_id}`)
        }
      }),
      /** Puts what came back of an order to what lies at a place; nothing where the variant's stock is not counted. */
      putBack: Effect.fnUntraced(function*(order_id: OrderId, location_id: LocationId, { quantity, variant_id }: Omit<Sent, "line">, reason: string | null) {
        const isLive = yield* live
        const written = yield* Effect.orDie(sql`insert into stock_levels as s (company_id, variant_id, location_id, livemode, on_hand, backorder_limit)
          select company_id, id, ${location_id}, ${isLive}, ${quantity}, backorder_limit from variants where ${inTenant} and id = ${variant_id} and track_inventory
          on conflict (company_id, variant_id, location_id, livemode) do update set on_hand = s.on_hand + excluded.on_hand, updated_at = now() returning 1`)
        if (written.length > 0) yield* journal("return", { variant_id, location_id, order_id, reason }, { on_hand: quantity })
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Stock, Stock.make)
}
