import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What customers mean to buy, what is taken off, and what it costs to send. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table discounts (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    title text not null,
    code text,
    takes_off jsonb not null,
    applies_to jsonb,
    currency text not null,
    minimum_amount bigint check (minimum_amount > 0),
    minimum_quantity int check (minimum_quantity > 0),
    combines_with text[] not null,
    starts_at timestamptz,
    ends_at timestamptz,
    usage_limit int check (usage_limit > 0),
    usage_limit_per_contact int check (usage_limit_per_contact > 0),
    active boolean not null default true,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create unique index discounts_code on discounts (company_id, lower(code)) where code is not null`
  yield* sql`create index discounts_automatic on discounts (company_id, id) where code is null and active`
  yield* sql`call confine('discounts', 'select, insert (company_id, title, code, takes_off, applies_to, currency, minimum_amount, minimum_quantity,
      combines_with, starts_at, ends_at, usage_limit, usage_limit_per_contact), update (active, version, updated_at)', '')`

  /* How often each was used: by all (contact 0), and by each contact. The database itself refuses the use after the last. */
  yield* sql`create table discount_uses (
    company_id bigint not null references companies,
    discount_id bigint not null,
    livemode boolean not null,
    contact_id bigint not null,
    used int not null check (used >= 0),
    most int,
    primary key (company_id, discount_id, livemode, contact_id),
    foreign key (company_id, discount_id) references discounts,
    constraint discount_uses_limit check (used <= most)
  )`
  yield* sql`call confine('discount_uses', 'select, insert (company_id, discount_id, livemode, contact_id, used, most), update (used, most)', '')`

  yield* sql`create table shipping_rates (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    zone text not null,
    countries text[] not null,
    regions text[] not null,
    currency text not null,
    by text not null check (by in ('flat', 'weight', 'price', 'pickup')),
    bands jsonb not null,
    free_above bigint,
    location_id bigint,
    tax_category text not null,
    delivery_days int,
    primary key (company_id, id),
    foreign key (company_id, location_id) references locations
  )`
  yield* sql`call confine('shipping_rates', 'select, insert (company_id, name, zone, countries, regions, currency, by, bands, free_above, location_id,
      tax_category, delivery_days), delete,
    update (name, zone, countries, regions, currency, by, bands, free_above, location_id, tax_category, delivery_days)', '')`

  /* Items: [{variant_id, quantity}]. What a read last told is kept, to say what changed since. */
  yield* sql`create table carts (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    state text not null default 'open' check (state in ('open', 'checked_out', 'expired', 'merged')),
    contact_id bigint,
    visitor text,
    email text,
    currency text not null,
    items jsonb not null,
    codes text[] not null,
    shipping_address jsonb,
    shipping_rate_id bigint,
    seen jsonb,
    order_id bigint,
    expires_at timestamptz not null,
    abandoned_at timestamptz,
    reachable boolean generated always as ((contact_id is not null or email is not null) and items <> '[]') stored,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id),
    foreign key (company_id, order_id, livemode) references orders (company_id, id, livemode),
    check ((state = 'checked_out') = (order_id is not null))
  )`
  yield* sql`create index carts_contact on carts (company_id, contact_id, id) where contact_id is not null`
  yield* sql`create index carts_visitor on carts (company_id, visitor, id) where visitor is not null`
  yield* sql`create index carts_left on carts (expires_at) where state = 'open' and reachable and abandoned_at is null`
  yield* sql`call confine('carts', 'select, insert (company_id, contact_id, visitor, email, currency, items, codes, shipping_address, shipping_rate_id,
      seen, expires_at, livemode),
    update (state, contact_id, visitor, email, items, codes, shipping_address, shipping_rate_id, seen, order_id, expires_at,
      abandoned_at, version, updated_at)',
    'select (company_id, id, state, expires_at, abandoned_at, reachable, livemode)')`
})
