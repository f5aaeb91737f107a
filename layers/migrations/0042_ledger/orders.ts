import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What is taxed how, and what contacts buy. */
export const orders = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table tax_rates (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    country text not null,
    region text,
    category text not null,
    percentage numeric(7, 4) not null check (percentage between 0 and 100),
    inclusive boolean not null,
    primary key (company_id, id)
  )`
  yield* sql`create unique index tax_rates_place on tax_rates (company_id, country, lower(region), lower(category)) nulls not distinct`
  yield* sql`call confine('tax_rates', 'select, insert (company_id, name, country, region, category, percentage, inclusive), delete', '')`

  yield* sql`create table orders (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    contact_id bigint,
    state text not null default 'open' check (state in ('open', 'paid', 'partially_fulfilled', 'fulfilled', 'cancelled')),
    payment_state text not null default 'unpaid'
      check (payment_state in ('unpaid', 'authorized', 'partially_paid', 'paid', 'partially_refunded', 'refunded')),
    amount bigint not null check (amount >= 0),
    currency text not null,
    lines jsonb not null,
    discount bigint not null,
    order_discount bigint not null,
    subtotal bigint not null,
    tax bigint not null,
    taxes jsonb not null,
    tax_country text,
    tax_region text,
    paid_amount bigint not null default 0 check (paid_amount >= 0),
    refunded_amount bigint not null default 0 check (refunded_amount between 0 and paid_amount),
    reference text,
    notes text,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id)
  )`
  yield* sql`create index orders_listed on orders (company_id, livemode, id)`
  yield* sql`create index orders_contact on orders (company_id, contact_id, id)`
  yield* sql`create index orders_reference on orders (company_id, reference) where reference is not null`
  yield* sql`call confine('orders', 'select,
    insert (company_id, contact_id, amount, currency, lines, discount, order_discount, subtotal, tax, taxes, tax_country, tax_region, reference, notes,
      livemode),
    update (contact_id, state, payment_state, amount, lines, discount, order_discount, subtotal, tax, taxes, tax_country, tax_region, paid_amount,
      refunded_amount, reference, notes, version, updated_at)', '')`
})
