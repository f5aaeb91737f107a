import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a company says of itself, beside what the operator decides about it. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table companies
    add column legal_name text,
    add column logo_url text,
    add column website text,
    add column contact_email text,
    add column contact_phone text,
    add column address jsonb,
    add column tax_ids jsonb not null default '[]',
    add column locale text not null default 'en',
    add column week_start text not null default 'monday' check (week_start in ('monday', 'saturday', 'sunday')),
    add column opening_hours jsonb not null default '[]',
    add column version int not null default 1,
    add column updated_at timestamptz not null default now()`
  yield* sql`grant update (
    name, legal_name, logo_url, website, contact_email, contact_phone, address, tax_ids, currency, time_zone, locale, week_start, opening_hours,
    version, updated_at
  ) on companies to service_app`
})
