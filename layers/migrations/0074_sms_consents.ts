import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Who agreed to texts, to what and when; and how a company texts. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table sms_consents (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    contact_id bigint not null,
    phone text not null,
    purposes text[] not null,
    source text not null check (source in ('web_form', 'checkout', 'booking', 'keyword', 'in_person', 'phone_call', 'paper', 'import', 'other')),
    text text not null,
    given_at timestamptz not null,
    revoked_at timestamptz,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, contact_id) references contacts on delete cascade
  )`
  yield* sql`create index sms_consents_phone on sms_consents (company_id, livemode, phone) where revoked_at is null`
  yield* sql`create index sms_consents_contact on sms_consents (company_id, contact_id, id)`
  yield* sql`call keep_counts_of_modes('sms_consents')`
  yield* sql`call confine('sms_consents', 'select, insert (company_id, contact_id, phone, purposes, source, text, given_at, livemode),
    update (contact_id, text, revoked_at, version, updated_at)', '')`
  yield* sql`call make_erasable('sms_consents')`

  /* A company without a row has the usual hours and no rates. */
  yield* sql`create table sms_settings (
    company_id bigint primary key references companies,
    quiet_from text not null,
    quiet_to text not null,
    most_texts int check (most_texts > 0),
    most_texts_days int not null check (most_texts_days > 0),
    currency text not null,
    rates jsonb not null
  )`
  yield* sql`call confine('sms_settings', 'select, insert, update (quiet_from, quiet_to, most_texts, most_texts_days, currency, rates)', '')`
})
