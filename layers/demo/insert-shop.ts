import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { collections, locations, type Shop, shippingRates, taxRates } from "./shop.ts"

/** Rows as a statement takes them, and ids that are drawn before, so that rows can name each other. */
export const rowsFor = Effect.map(SqlClient.SqlClient, (sql) => ({
  text: (rows: unknown) => sql`${JSON.stringify(rows)}::jsonb`,
  numbered: Effect.fnUntraced(function*<Row>(table: string, rows: ReadonlyArray<Row>) {
    const drawn = yield* sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${rows.length}::int)`
    return rows.map((row, n) => ({ ...row, n, id: drawn[n]!.id }))
  })
}))

/** Puts what is sold into the tables of one company. As the database's owner, in a transaction. */
export const insertShop = Effect.fnUntraced(function*(shop: Shop, company_id: number) {
  const sql = yield* SqlClient.SqlClient
  const { numbered, text } = yield* rowsFor

  const products = yield* numbered("products", shop.products)
  yield* sql`
    insert into products (company_id, id, state, title, slug, description, tags, tax_category, options, media, search_text, created_at, updated_at)
      overriding system value
    select ${company_id}, r.id, 'active', r.title, r.slug, r.description, r.tags, r.tax_category, r.options, '[]',
      product_words(r.title, r.tags, array(select v->>'sku' from jsonb_array_elements(r.variants) v)),
      now() - make_interval(days => r.age), now() - make_interval(days => r.age)
    from jsonb_to_recordset(${text(products)}) r (id bigint, title text, slug text, description text, tags text[], tax_category text,
      options jsonb, variants jsonb, age int)`

  const variants = (yield* numbered("variants", shop.variants)).map((variant) => ({
    ...variant, product_id: products[variant.product]!.id, age: products[variant.product]!.age
  }))
  yield* sql`
    insert into variants (company_id, id, product_id, sku, title, options, position, prices, weight_grams, requires_shipping, track_inventory,
      backorder_limit, low_stock_at, created_at, updated_at) overriding system value
    select ${company_id}, r.id, r.product_id, r.sku, r.title, r.options, r.position, r.prices, r.weight_grams, r.requires_shipping,
      r.track_inventory, r.backorder_limit, r.low_stock_at, now() - make_interval(days => r.age), now() - make_interval(days => r.age)
    from jsonb_to_recordset(${text(variants)}) r (id bigint, product_id bigint, sku text, title text, options text[], position int, prices jsonb,
      weight_grams int, requires_shipping boolean, track_inventory boolean, backorder_limit int, low_stock_at int, age int)`

  const shown = yield* numbered("collections", collections)
  yield* sql`
    insert into collections (company_id, id, title, slug, description, rule) overriding system value
    select ${company_id}, r.id, r.title, r.slug, r.description, nullif(r.rule, 'null')
    from jsonb_to_recordset(${text(shown)}) r (id bigint, title text, slug text, description text, rule jsonb)`
  const members = products.flatMap(({ collection, id, n }) =>
    shown[collection]!.rule === null ? [{ collection_id: shown[collection]!.id, product_id: id, position: n }] : [])
  yield* sql`
    insert into collection_products (company_id, collection_id, product_id, position)
    select ${company_id}, r.collection_id, r.product_id, (rank() over (partition by r.collection_id order by r.position) - 1)::int
    from jsonb_to_recordset(${text(members)}) r (collection_id bigint, product_id bigint, position int)`

  /* The first location is there since the company is. */
  const [first] = yield* sql<{ id: number }>`
    update locations set name = ${locations[0]!.name}, address = ${text(locations[0]!.address)} where company_id = ${company_id} returning id`
  const [second] = yield* sql<{ id: number }>`
    insert into locations (company_id, name, address, pickup, position)
    values (${company_id}, ${locations[1]!.name}, ${text(locations[1]!.address)}, ${locations[1]!.pickup}, 1) returning id`
  const places = [first!.id, second!.id] as const

  yield* sql`
    insert into tax_rates (company_id, name, country, region, category, percentage, inclusive)
    select ${company_id}, r.* from jsonb_to_recordset(${text(taxRates)})
      r (name text, country text, region text, category text, percentage numeric, inclusive boolean)`
  const rates = (yield* numbered("shipping_rates", shippingRates))
    .map((rate) => ({ ...rate, location_id: rate.location === null ? null : places[rate.location] }))
  yield* sql`
    insert into shipping_rates (company_id, id, name, zone, countries, regions, currency, by, bands, free_above, location_id, tax_category,
      delivery_days) overriding system value
    select ${company_id}, r.* from jsonb_to_recordset(${text(rates)}) r (id bigint, name text, zone text, countries text[], regions text[],
      currency text, by text, bands jsonb, free_above bigint, location_id bigint, tax_category text, delivery_days int)`

  return { products, variants, collections: shown, places, rates }
})
export type InsertedShop = Effect.Success<ReturnType<typeof insertShop>>
