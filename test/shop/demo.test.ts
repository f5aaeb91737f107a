import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { demoAccess } from "#layers/demo/demo"
import { ServiceConfig } from "#layers/kernel/config"
import { NewTaxRates } from "#schemas/payments/tax"
import { NewProduct } from "#schemas/shop/product"
import { NewShippingRates } from "#schemas/shop/shipping"
import { FreshDatabase, OwnerSql } from "../support/database.ts"

const make = Effect.gen(function*() {
  const folder = mkdtempSync(join(tmpdir(), "demo-"))
  yield* Effect.provide(demoAccess(folder), ServiceConfig.layerOf())
  rmSync(folder, { recursive: true })
})

const rows = <Row extends object = any>(query: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<Row>, unknown>) =>
  Effect.orDie(OwnerSql.use(query))

layer(FreshDatabase(make), { excludeTestServices: true })("the shop of the demo company", (it) => {
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
})
