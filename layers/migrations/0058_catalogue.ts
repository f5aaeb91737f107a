import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { productCounts } from "./0058_catalogue/counts.ts"
import { productSearch } from "./0058_catalogue/search.ts"

/** What a company sells. Both modes share it. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Counts of records that both modes share, and that have no bin. */
  yield* sql`create function count_inserted_without_bin() returns trigger language plpgsql as $$
    declare batch record;
    begin
      for batch in select company_id, count(*) as n from inserted group by company_id loop
        perform add_to_count(batch.company_id, tg_table_name, batch.n);
      end loop;
      return null;
    end $$`
  yield* sql`create function count_deleted_without_bin() returns trigger language plpgsql as $$
    declare batch record;
    begin
      for batch in select company_id, count(*) as n from deleted group by company_id loop
        perform add_to_count(batch.company_id, tg_table_name, -batch.n);
      end loop;
      return null;
    end $$`
  yield* sql`create procedure keep_count_without_bin(target regclass) language plpgsql as $$
    begin
      execute format('create trigger count_inserted after insert on %s referencing new table as inserted
        for each statement execute function count_inserted_without_bin()', target);
      execute format('create trigger count_deleted after delete on %s referencing old table as deleted
        for each statement execute function count_deleted_without_bin()', target);
    end $$`

  /* `search_text` is what `product_words` makes of the title, the tags and the SKUs of the variants. */
  yield* sql`create table products (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    state text not null check (state in ('draft', 'active', 'archived')),
    title text not null,
    slug text not null,
    description text,
    tags text[] not null,
    tax_category text not null,
    options jsonb not null,
    media jsonb not null,
    search_text text not null default '',
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sort_title text collate "C" generated always as (lower(title)) stored,
    primary key (company_id, id)
  )`
  yield* sql`create unique index products_slug on products (company_id, slug)`
  yield* sql`create index products_state on products (company_id, state, id)`
  yield* sql`create index products_title on products (company_id, sort_title, id)`
  yield* sql`create index products_created on products (company_id, created_at, id)`
  yield* sql`create index products_tags on products using gin (company_id, tags)`
  yield* sql`create index products_search on products using gin (company_id, search_text gin_trgm_ops)`
  yield* sql`call keep_count_without_bin('products')`
  yield* sql`call confine('products', 'select, insert (company_id, state, title, slug, description, tags, tax_category, options, media, search_text),
    update (state, title, slug, description, tags, tax_category, options, media, search_text, version, updated_at)',
    'select (company_id, id, state, tags, search_text)')`
  yield* productCounts

  /*
   * Prices: [{currency, amount, compare_at_amount, from_quantity}], in the smallest unit. SKUs are compared by a column of their own,
   * because under a policy the planner uses no index for lower().
   */
  yield* sql`create table variants (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    product_id bigint not null,
    sku text,
    title text not null,
    options text[] not null,
    position int not null,
    active boolean not null default true,
    prices jsonb not null,
    weight_grams int check (weight_grams >= 0),
    length_mm int check (length_mm >= 0),
    width_mm int check (width_mm >= 0),
    height_mm int check (height_mm >= 0),
    requires_shipping boolean not null,
    track_inventory boolean not null,
    backorder_limit int not null check (backorder_limit >= 0),
    low_stock_at int check (low_stock_at >= 0),
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sku_key text collate "C" generated always as (lower(sku)) stored,
    primary key (company_id, id),
    foreign key (company_id, product_id) references products
  )`
  yield* sql`create unique index variants_sku on variants (company_id, sku_key) where sku_key is not null`
  yield* sql`create unique index variants_options on variants (company_id, product_id, options)`
  yield* sql`call confine('variants', 'select, insert (company_id, product_id, sku, title, options, position, active, prices, weight_grams, length_mm,
      width_mm, height_mm, requires_shipping, track_inventory, backorder_limit, low_stock_at),
    update (sku, title, options, position, active, prices, weight_grams, length_mm, width_mm, height_mm, requires_shipping, track_inventory,
      backorder_limit, low_stock_at, version, updated_at)', 'select (company_id, id, product_id, sku)')`

  /* With a rule, what a product has to be; otherwise its products are picked by hand. */
  yield* sql`create table collections (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    title text not null,
    slug text not null,
    description text,
    rule jsonb,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create unique index collections_slug on collections (company_id, slug)`
  yield* sql`call confine('collections', 'select, insert (company_id, title, slug, description, rule),
    update (title, slug, description, rule, version, updated_at)', '')`

  yield* sql`create table collection_products (
    company_id bigint not null references companies,
    collection_id bigint not null,
    product_id bigint not null,
    position int not null,
    primary key (company_id, collection_id, product_id),
    foreign key (company_id, collection_id) references collections,
    foreign key (company_id, product_id) references products
  )`
  yield* sql`create index collection_products_product on collection_products (company_id, product_id, collection_id)`
  yield* sql`call confine('collection_products', 'select, insert, delete', '')`

  yield* productSearch
})
