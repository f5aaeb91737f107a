import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { OrderId } from "#schemas/payments/order"
import { Caller } from "#schemas/kernel/tenancy"
import type { LocationId, ProductId, VariantId } from "#schemas/shop/ids"
import type { Price } from "#schemas/shop/price"
import { execute, inTenant as ofTenant } from "../kernel/sql.ts"

export interface OrderItem {
  readonly line: number
  readonly product_id: ProductId
  readonly variant_id: VariantId
  readonly quantity: number
  /** What is paid of the line, or of what it replaces. */
  readonly amount: number
  /** What of that was paid of what it replaces. */
  readonly carried_amount: number
  /** The product, and which of it. */
  readonly title: string
  /** In fulfilments. */
  readonly prepared: number
  /** Sent. */
  readonly fulfilled: number
  readonly returned: number
}

export type Replacement = Pick<OrderItem, "carried_amount" | "line" | "product_id" | "quantity" | "variant_id">

interface Offered {
  readonly id: VariantId
  readonly product_id: ProductId
  readonly prices: ReadonlyArray<Price>
  readonly is_sold: boolean
}

/** So many of a line, at a place. */
export interface Lying {
  readonly line: number
  readonly location_id: LocationId
  readonly quantity: number
}

/** How much more of lines. */
type Growth = ReadonlyArray<{ readonly line: number; readonly quantity: number }>

/** The goods of orders of the caller's company. Lines count from 1, as fulfilments and returns tell them; the tables count them from 0. */
export class OrderItems extends Context.Service<OrderItems>()("layers/shop/OrderItems", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)

    const grow = (column: "fulfilled" | "prepared" | "returned") => (id: OrderId, by: Growth) =>
      execute(sql`update order_items i set ${sql(column)} = i.${sql(column)} + g.quantity
        from jsonb_to_recordset(${JSON.stringify(by)}::jsonb) g (line int, quantity int)
        where i.company_id = (select current_company()) and i.order_id = ${id} and i.line = g.line - 1`)

    return {
      /** Those of an order that is locked. */
      ofOrder: (id: OrderId) =>
        Effect.orDie(sql<OrderItem>`select i.line + 1 as line, i.product_id, i.variant_id, i.quantity, i.amount + i.carried_amount as amount,
            i.carried_amount, i.prepared, i.fulfilled, i.returned, concat_ws(', ', p.title, nullif(v.title, '')) as title
          from order_items i join variants v on v.company_id = i.company_id and v.id = i.variant_id
          join products p on p.company_id = i.company_id and p.id = i.product_id
          where i.company_id = (select current_company()) and i.order_id = ${id} order by i.line`),
      /** Adds lines that are sent in place of what came back. */
      replace: Effect.fnUntraced(function*(id: OrderId, lines: ReadonlyArray<Replacement>) {
        const { company_id, mode } = yield* Caller
        for (const { carried_amount, line, product_id, quantity, variant_id } of lines) {
          yield* execute(sql`insert into order_items ${sql.insert({
            company_id, order_id: id, line: line - 1, product_id, variant_id, quantity, amount: 0, carried_amount, livemode: mode === "live"
          })}`)
        }
      }),
      /** Variants with their prices, and whether they are sold. */
      offered: (ids: ReadonlyArray<VariantId>) =>
        Effect.orDie(sql<Offered>`select v.id, v.product_id, v.prices, v.active and p.state = 'active' as is_sold from variants v
          join products p on p.company_id = v.company_id and p.id = v.product_id
          where v.company_id = (select current_company()) and v.id = any(${[...ids]}::bigint[])`),
      /** PostgreSQL refuses more than there is of a line. */
      prepare: grow("prepared"),
      fulfil: grow("fulfilled"),
      takeBack: grow("returned"),
      /** What is set aside for an order and in none of its fulfilments yet, in the order in which places are used. */
      waiting: (id: OrderId) =>
        Effect.orDie(sql<Lying>`select r.line + 1 as line, r.location_id, r.quantity - coalesce(p.quantity, 0)::int as quantity
          from stock_reservations r
          join locations l on l.company_id = r.company_id and l.id = r.location_id
          left join (
            select f.location_id, i.line, sum(i.quantity) as quantity from fulfillments f, jsonb_to_recordset(f.items) i (line int, quantity int)
            where f.company_id = (select current_company()) and f.order_id = ${id} and f.state = 'prepared' group by 1, 2
          ) p on p.location_id = r.location_id and p.line = r.line + 1
          where r.company_id = (select current_company()) and r.order_id = ${id} and r.quantity > coalesce(p.quantity, 0)
          order by l.position, l.id, r.line`),
      /** What is set aside for an order at a place. */
      setAside: (id: OrderId, location: LocationId) =>
        Effect.orDie(sql<Pick<Lying, "line" | "quantity">>`select line + 1 as line, quantity from stock_reservations
          where ${inTenant} and order_id = ${id} and location_id = ${location} and quantity > 0`),
      /** From where each line was sent last. */
      sentFrom: (id: OrderId) =>
        Effect.orDie(sql<Pick<Lying, "line" | "location_id">>`select distinct on (i.line) i.line, f.location_id
          from fulfillments f, jsonb_to_recordset(f.items) i (line int)
          where f.company_id = (select current_company()) and f.order_id = ${id} and f.state in ('shipped', 'delivered')
          order by i.line, f.shipped_at desc, f.id desc`)
    }
  })
}) {
  static readonly layer = Layer.effect(OrderItems, OrderItems.make)
}
