import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { CART_LEFT_AFTER } from "../shop/category.ts"
import { insertParcels } from "./insert-parcels.ts"
import { insertPayments } from "./insert-payments.ts"
import { type InsertedShop, rowsFor } from "./insert-shop.ts"
import { insertStock, type Moved } from "./insert-stock.ts"
import type { Sales } from "./sales.ts"
import { discounts } from "./shop.ts"
import { type OfMode, RETURNED_AFTER, soldOf } from "./sold.ts"

/** Puts discounts into the tables of one company; both modes share them. */
export const insertDiscounts = Effect.fnUntraced(function*({ collections }: InsertedShop, company_id: number) {
  const sql = yield* SqlClient.SqlClient
  const { numbered, text } = yield* rowsFor
  const rows = (yield* numbered("discounts", discounts)).map(({ applies_to, ...discount }) => ({
    ...discount,
    applies_to: applies_to === null ? null : { product_ids: [], collection_ids: applies_to.collection_ids.map((n) => collections[n - 1]!.id) }
  }))
  yield* sql`
    insert into discounts (company_id, id, title, code, takes_off, applies_to, currency, minimum_amount, minimum_quantity, combines_with, usage_limit,
      usage_limit_per_contact, created_at, updated_at) overriding system value
    select ${company_id}, r.*, now() - interval '370 days', now() - interval '370 days'
    from jsonb_to_recordset(${text(rows)}) r (id bigint, title text, code text, takes_off jsonb, applies_to jsonb, currency text,
      minimum_amount bigint, minimum_quantity int, combines_with text[], usage_limit int, usage_limit_per_contact int)`
  return rows
})

/** Puts a year of orders, and what lies where after them, into the tables of one company and mode. As the owner, in a transaction. */
export const insertSales = Effect.fnUntraced(function*(
  sales: Sales, shop: InsertedShop, offered: ReadonlyArray<{ readonly id: number }>,
  contacts: ReadonlyArray<{ readonly id: number }>, target: OfMode
) {
  const sql = yield* SqlClient.SqlClient
  const { numbered, text } = yield* rowsFor
  const { company_id, livemode } = target
  const at = (minutes: string) => sql.literal(`now() - make_interval(mins => r.${minutes})`)
  const variant = (n: number) => shop.variants[n]!

  const orders = soldOf(yield* numbered("orders", sales.orders), shop, offered, contacts)
  yield* sql`
    insert into orders (company_id, id, contact_id, state, payment_state, amount, currency, lines, discount, order_discount, subtotal, tax, taxes,
      tax_country, tax_region, paid_amount, refunded_amount, shipping_address, shipping_method, livemode, version, created_at, updated_at)
      overriding system value
    select ${company_id}, r.id, r.contact_id, r.state, r.payment_state, r.amount, 'USD', r.lines, r.discount, 0, r.subtotal, r.tax, r.taxes,
      r.address->>'country', r.address->>'region', r.amount, r.refunded, r.address, r.method, ${livemode}, 2, ${at("minutes")}, ${at("minutes")}
    from jsonb_to_recordset(${text(orders)}) r (id bigint, contact_id bigint, state text, payment_state text, amount bigint, lines jsonb,
      discount bigint, subtotal bigint, tax bigint, taxes jsonb, address jsonb, refunded bigint, method text, minutes int)`

  /* Those that were left long ago have been told of. */
  const leftAfter = sql.literal(`interval '${CART_LEFT_AFTER}'`)
  const carts = yield* numbered("carts", [
    ...orders.map(({ address, codes, contact_id, email, goods, id, minutes, shipping_rate_id }) => ({
      state: "checked_out", order_id: id, contact_id, email, items: goods, codes, address, shipping_rate_id, minutes: minutes + 20
    })),
    ...sales.carts.map(({ codes, customer, items, minutes }) => ({
      state: "open", order_id: null, contact_id: customer === null ? null : contacts[customer.contact]!.id, email: customer?.email ?? null, codes,
      items: items.map(({ quantity, variant: n }) => ({ variant_id: variant(n).id, quantity })), address: customer?.address ?? null,
      shipping_rate_id: null, minutes
    }))
  ])
  yield* sql`
    insert into carts (company_id, id, state, contact_id, email, currency, items, codes, shipping_address, shipping_rate_id, order_id, expires_at,
      abandoned_at, livemode, created_at, updated_at) overriding system value
    select ${company_id}, r.id, r.state, r.contact_id, r.email, 'USD',
      (select jsonb_agg(jsonb_build_object('variant_id', i->'variant_id', 'quantity', i->'quantity')) from jsonb_array_elements(r.items) i),
      r.codes, r.address, r.shipping_rate_id, r.order_id, ${at("minutes")} + interval '30 days',
      case when r.state = 'open' and ${at("minutes")} <= now() - ${leftAfter} then ${at("minutes")} + ${leftAfter} end, ${livemode},
      ${at("minutes")}, ${at("minutes")}
    from jsonb_to_recordset(${text(carts)}) r (id bigint, state text, contact_id bigint, email text, items jsonb, codes text[], address jsonb,
      shipping_rate_id bigint, order_id bigint, minutes int)`
  yield* sql`update orders o set cart_id = c.id from carts c where c.company_id = ${company_id} and c.order_id = o.id and o.company_id = ${company_id}
    and c.livemode = ${livemode} and o.livemode = ${livemode}`

  const items = orders.flatMap(({ goods, id, location_id }) => goods.map((item) => ({ ...item, order_id: id, location_id })))
  yield* sql`
    insert into order_items (company_id, order_id, line, product_id, variant_id, quantity, amount, prepared, fulfilled, returned, livemode)
    select ${company_id}, r.*, ${livemode} from jsonb_to_recordset(${text(items)}) r (order_id bigint, line int, product_id bigint, variant_id bigint,
      quantity int, amount bigint, prepared int, fulfilled int, returned int)`
  yield* sql`
    insert into checkouts (company_id, order_id, cart_id, state, discount_ids, contact_id, expires_at, livemode)
    select ${company_id}, r.id, o.cart_id, 'closed', r.discount_ids, r.contact_id, ${at("minutes")} + interval '1 hour', ${livemode}
    from jsonb_to_recordset(${text(orders)}) r (id bigint, discount_ids bigint[], contact_id bigint, minutes int)
    join orders o on o.company_id = ${company_id} and o.id = r.id`
  /* Contact 0 stands for all of them. */
  const uses = orders.flatMap(({ contact_id, discounts }) => discounts.flatMap((n) => [[n, 0], [n, contact_id]] as const))
  yield* sql`
    insert into discount_uses (company_id, discount_id, livemode, contact_id, used, most)
    select ${company_id}, d.id, ${livemode}, r.contact_id, count(*), case when r.contact_id = 0 then d.usage_limit else d.usage_limit_per_contact end
    from jsonb_to_recordset(${text(uses.map(([n, contact_id]) => ({ discount_id: offered[n]!.id, contact_id })))}) r (discount_id bigint, contact_id bigint)
    join discounts d on d.company_id = ${company_id} and d.id = r.discount_id group by d.company_id, d.id, r.contact_id`

  yield* insertParcels(orders, yield* insertPayments(orders, target), target)

  yield* insertStock(shop, orders.flatMap(({ back, delivered, goods, id, minutes, place, shipped }): ReadonlyArray<Moved> => {
    const moved = { place, order_id: id, reason: null }
    return [
      ...goods.map(({ quantity, variant }) => ({ ...moved, variant, quantity, kind: "reservation" as const, minutes })),
      ...goods.filter(({ fulfilled }) => fulfilled > 0)
        .map(({ quantity, variant }) => ({ ...moved, variant, quantity, kind: "fulfillment" as const, minutes: shipped })),
      ...back.filter(({ restock }) => restock).map(({ quantity, reason, variant }) =>
        ({ ...moved, variant, quantity, reason, kind: "return" as const, minutes: delivered - RETURNED_AFTER }))
    ]
  }), target)
  yield* sql`
    insert into stock_reservations (company_id, order_id, line, variant_id, location_id, livemode, quantity)
    select ${company_id}, r.order_id, r.line, r.variant_id, r.location_id, ${livemode}, r.quantity - r.fulfilled
    from jsonb_to_recordset(${text(items)}) r (order_id bigint, line int, variant_id bigint, location_id bigint, quantity int, fulfilled int,
      track_inventory boolean)
    where r.track_inventory`
})
