import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The numbers that companies call and write from. Each mode has its own. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Business hours: null are those of the calendar's settings. `order_run` and what it was promised for: of the run that buys or gives it back. */
  yield* sql`create table phone_numbers (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    livemode boolean not null,
    phone text not null,
    label text,
    state text not null check (state in ('ordering', 'active', 'failed', 'releasing', 'released')),
    failure text,
    provider text not null check (provider in ('twilio', 'telnyx', 'simulated')),
    provider_id text,
    country text not null,
    capabilities text[] not null,
    monthly_price_amount bigint,
    monthly_price_currency text,
    messages_per_second double precision not null,
    unknown_senders text not null check (unknown_senders in ('create_contact', 'keep_apart')),
    routing jsonb not null,
    business_hours jsonb,
    voicemail jsonb not null,
    recording jsonb not null,
    assignee_id bigint,
    registration jsonb not null,
    released_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    check (livemode or provider = 'simulated')
  )`
  /* A number that can be called belongs to one company; one that is only simulated may be had by several. */
  yield* sql`create unique index phone_numbers_live on phone_numbers (phone) where provider <> 'simulated' and state in ('ordering', 'active', 'releasing')`
  yield* sql`create unique index phone_numbers_own on phone_numbers (company_id, livemode, phone) where state in ('ordering', 'active', 'releasing')`
  yield* sql`call confine('phone_numbers',
    'select, insert (company_id, livemode, phone, label, state, failure, provider, provider_id, country, capabilities, monthly_price_amount,
      monthly_price_currency, messages_per_second, unknown_senders, routing, business_hours, voicemail, recording, assignee_id, registration),
    update (label, state, failure, provider_id, capabilities, monthly_price_amount, monthly_price_currency, messages_per_second, unknown_senders,
      routing, business_hours, voicemail, recording, assignee_id, registration, released_at, version, updated_at)',
    'select (company_id, id, livemode, phone, provider, state)')`
})
