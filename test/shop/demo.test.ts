import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { NewTaxRates } from "#schemas/payments/tax"
import { NewProduct } from "#schemas/shop/product"
import { NewShippingRates } from "#schemas/shop/shipping"
import { OwnerSql } from "../support/database.ts"
import { DemoDatabase } from "../support/demo.ts"

const rows = (query: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<any>, unknown>) => Effect.orDie(OwnerSql.use(query))

layer(DemoDatabase, { excludeTestServices: true })("the shop of the demo company", (it) => {
  it.effect("has products that the contract would take", () =>
    Effect.gen(function*() {
      const products = yield* rows((sql) => sql`select state, title, slug, description, tags, tax_category, options, media, (
        select jsonb_agg(jsonb_build_object('sku', sku, 'options', options, 'prices', prices, 'weight_grams', weight_grams,
          'requires_shipping', requires_shipping, 'track_inventory', track_inventory, 'backorder_limit', backorder_limit, 'low_stock_at', low_stock_at)
          order by position) from variants v where v.company_id = p.company_id and v.product_id = p.id) as variants from products p`)
      assert.lengthOf(products, 60)
      for (const product of products) assert.deepStrictEqual(Schema.decodeUnknownSync(NewProduct)(product).tags, product.tags)
      const rates = yield* rows((sql) => sql`select name, zone, countries, regions, currency, by, bands, free_above::int, location_id::int, tax_category,
        delivery_days from shipping_rates order by id`)
      assert.strictEqual(Schema.decodeUnknownSync(NewShippingRates)({ rates }).rates.length, 5)
      const taxes = yield* rows((sql) => sql`select name, country, region, category, percentage::float8 as percentage, inclusive from tax_rates`)
      Schema.decodeUnknownSync(NewTaxRates)({ rates: taxes })
      const [found] = yield* rows((sql) => sql`select
        (select count(*)::int from collections) as collections,
        (select count(*)::int from variants where prices @? '$[*] ? (@.compare_at_amount > 0)') as before,
        (select count(*)::int from variants where prices @? '$[*] ? (@.from_quantity > 1)') as many,
        (select count(*)::int from variants where track_inventory and backorder_limit > 0) as owed`)
      assert.strictEqual(found.collections, 6)
      assert.isAbove(Math.min(found.before, found.many, found.owed), 0)
    }))

  it.effect("has stock in both modes that its journal sums up to", () =>
    Effect.gen(function*() {
      const off = yield* rows((sql) => sql`select s.* from stock_levels s left join (
          select company_id, variant_id, location_id, livemode, sum(on_hand_change) as on_hand, sum(reserved_change) as reserved
          from stock_movements group by 1, 2, 3, 4) m using (company_id, variant_id, location_id, livemode)
        where s.on_hand <> coalesce(m.on_hand, 0) or s.reserved <> coalesce(m.reserved, 0)`)
      assert.deepStrictEqual(off, [])
      const modes = yield* rows((sql) => sql`select livemode, count(*)::int as levels, count(distinct location_id)::int as places,
          count(*) filter (where available between 1 and 5)::int as low
        from stock_levels group by 1`)
      assert.deepStrictEqual(modes.map(({ places }) => places), [2, 2])
      for (const { levels, low } of modes) {
        assert.isAbove(levels, 120)
        assert.isAbove(low, 3)
      }
      const gone = yield* rows((sql) => sql`select distinct p.slug from products p join variants v on v.product_id = p.id and v.track_inventory
          and v.backorder_limit = 0
        where not exists (select from stock_levels s where s.variant_id = v.id and s.available > 0)`)
      assert.deepStrictEqual(gone, [{ slug: "lambswool-scarf" }])
    }))

  it.effect("has a year of orders whose sums, parcels, reservations and books agree", () =>
    Effect.gen(function*() {
      const [orders] = yield* rows((sql) => sql`select count(*)::int as n, count(distinct date_trunc('month', created_at))::int as months,
          count(*) filter (where contact_id is null or cart_id is null or paid_amount <> amount)::int as odd,
          array_agg(distinct state order by state) as states, array_agg(distinct payment_state order by payment_state) as paid,
          count(*) filter (where amount <> (select sum((l->>'amount')::int + case when (l->'tax'->>'inclusive')::boolean then 0
            else coalesce((l->'tax'->>'amount')::int, 0) end) from jsonb_array_elements(lines) l))::int as off
        from orders where livemode`)
      assert.isAbove(orders.n, 200)
      assert.isAtLeast(orders.months, 12)
      assert.deepStrictEqual([orders.odd, orders.off], [0, 0])
      assert.deepStrictEqual(orders.states, ["fulfilled", "paid", "partially_fulfilled"])
      assert.deepStrictEqual(orders.paid, ["paid", "partially_refunded", "refunded"])
      const [books] = yield* rows((sql) => sql`select
        (select count(*)::int from orders o join order_items i on i.company_id = o.company_id and i.order_id = o.id
          join jsonb_array_elements(o.lines) with ordinality l (line, place) on l.place = i.line + 1
          where (l.line->>'variant_id')::bigint <> i.variant_id or (l.line->>'quantity')::int <> i.quantity) as mixed_up,
        (select count(*)::int from (select company_id, variant_id, location_id, livemode, sum(quantity) as quantity from stock_reservations group by 1, 2, 3, 4) r
          full join stock_levels s using (company_id, variant_id, location_id, livemode) where coalesce(r.quantity, 0) <> coalesce(s.reserved, 0)) as not_reserved,
        (select sum(paid_amount - refunded_amount)::int from orders) as paid,
        (select sum(posted)::int from ledger_accounts where account = 'provider_clearing') as clearing,
        (select sum(posted)::int from ledger_accounts) as balance,
        (select count(*)::int from order_items i where fulfilled <> (select coalesce(sum(f.quantity), 0) from fulfillments p,
          jsonb_to_recordset(p.items) f (line int, quantity int)
          where p.order_id = i.order_id and f.line = i.line + 1 and p.state in ('shipped', 'delivered'))) as not_sent,
        (select sum(amount)::int from returns) as returned,
        (select count(*)::int from order_items i where returned <> (select coalesce(sum(b.quantity), 0) from returns r,
          jsonb_to_recordset(r.items) b (line int, quantity int) where r.order_id = i.order_id and b.line = i.line + 1)) as not_back, (select sum(amount)::int from refunds) as refunded,
        (select count(*)::int from returns) as returns, (select count(*)::int from carts where state = 'open') as open_carts,
        (select count(*)::int from stock_levels where available < 0) as owed`)
      assert.deepInclude(books, { mixed_up: 0, not_reserved: 0, clearing: books.paid, balance: 0, not_sent: 0, not_back: 0, refunded: books.returned, returns: 4 })
      assert.isAtLeast(books.open_carts, 10)
      assert.strictEqual(books.owed, 2, "what is sold before it is there, in each mode")
      const discounts = yield* rows((sql) => sql`select d.code, d.usage_limit, u.used from discounts d
        join discount_uses u on u.company_id = d.company_id and u.discount_id = d.id and u.livemode and u.contact_id = 0 order by d.id`)
      assert.deepStrictEqual(discounts.map(({ code }) => code), ["WELCOME10", null, "OPENING"])
      assert.strictEqual(discounts[2].used, discounts[2].usage_limit)
    }))
})
