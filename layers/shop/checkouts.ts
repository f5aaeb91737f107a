import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"
import { Caller } from "#schemas/kernel/tenancy"
import type { OrderId } from "#schemas/payments/order"
import type { CartId, DiscountId, ProductId, VariantId } from "#schemas/shop/ids"
import { execute, first, inTenant as ofTenant, one } from "../kernel/sql.ts"

/** A line of goods of an order: what is bought, and what is paid of it in all. */
export interface OrderedItem {
  readonly line: number
  readonly product_id: ProductId
  readonly variant_id: VariantId
  readonly quantity: number
  readonly amount: number
}

interface NewCheckout {
  readonly order_id: OrderId
  readonly cart_id: CartId
  readonly contact_id: ContactId
  readonly discount_ids: ReadonlyArray<DiscountId>
  readonly items: ReadonlyArray<OrderedItem>
}

interface Checkout {
  readonly cart_id: CartId
  readonly contact_id: ContactId | null
  readonly discount_ids: ReadonlyArray<DiscountId>
}

/** Minutes for which goods are set aside for a customer who has not paid. */
const RESERVED_MINUTES = 60

/** Orders of the shop on their way to being paid, of the caller's company in the caller's mode. */
export class Checkouts extends Context.Service<Checkouts>()("layers/shop/Checkouts", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)
    const live = Effect.map(Caller, ({ mode }) => mode === "live")

    return {
      /** Writes what an order is made of, and answers until when its goods are set aside. */
      begin: Effect.fnUntraced(function*({ cart_id, contact_id, discount_ids, items, order_id }: NewCheckout) {
        const { company_id } = yield* Caller
        const livemode = yield* live
        yield* execute(sql`insert into order_items (company_id, order_id, line, product_id, variant_id, quantity, amount, livemode)
          select ${company_id}, ${order_id}, i.line, i.product_id, i.variant_id, i.quantity, i.amount, ${livemode}
          from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
            as i (line int, product_id bigint, variant_id bigint, quantity int, amount bigint)`)
        const { expires_at } = yield* one(sql<{ expires_at: string }>`
          insert into checkouts (company_id, order_id, cart_id, contact_id, discount_ids, expires_at, livemode)
          values (${company_id}, ${order_id}, ${cart_id}, ${contact_id}, ${[...discount_ids]}::bigint[],
            company_now(${livemode}) + make_interval(mins => ${RESERVED_MINUTES}::int), ${livemode}) returning expires_at`)
        return expires_at
      }),
      /** Of an order that is cancelled: nothing where it was none of the shop, or was given back before. */
      close: (order_id: OrderId) =>
        first(sql<Checkout>`update checkouts set state = 'closed' where ${inTenant} and order_id = ${order_id} and state = 'open'
          returning cart_id, contact_id, discount_ids`),
      /** The unpaid ones whose time is over, the oldest first. */
      expired: (most: number) =>
        Effect.flatMap(live, (livemode) => Effect.orDie(sql<{ order_id: OrderId }>`
          select order_id from checkouts where ${inTenant} and livemode = ${livemode} and state = 'open' and expires_at <= company_now(${livemode})
          order by expires_at, order_id limit ${most}`)),
      /** Until when the goods of an order are set aside. */
      until: (order_id: OrderId) =>
        Effect.map(one(sql<{ expires_at: string }>`select expires_at from checkouts where ${inTenant} and order_id = ${order_id}`),
          ({ expires_at }) => expires_at),
      /** Of one whose payment is being made; answers until when. */
      postpone: (order_id: OrderId) =>
        Effect.flatMap(live, (livemode) => Effect.map(
          one(sql<{ expires_at: string }>`update checkouts set expires_at = company_now(${livemode}) + interval '10 minutes'
            where ${inTenant} and order_id = ${order_id} returning expires_at`), ({ expires_at }) => expires_at))
    }
  })
}) {
  static readonly layer = Layer.effect(Checkouts, Checkouts.make)
}
