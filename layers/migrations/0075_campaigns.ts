import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Texts to a segment, each of its recipients once. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* `wakes` numbers what the run waits for: whoever pauses, resumes or cancels tells it by the number of now and counts on. */
  yield* sql`create table campaigns (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    segment_id bigint not null,
    purpose text not null check (purpose in ('marketing', 'service')),
    variants jsonb not null,
    from_phone text not null,
    shorten_links boolean not null,
    starts_at timestamptz,
    state text not null check (state in ('sending', 'paused', 'completed', 'canceled')),
    failure text,
    wakes int not null default 0,
    finished_at timestamptz,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, segment_id) references segments
  )`
  yield* sql`create index campaigns_listed on campaigns (company_id, livemode, id)`
  yield* sql`create index campaigns_state on campaigns (company_id, livemode, state, id)`
  yield* sql`call keep_counts_of_modes('campaigns')`
  yield* sql`call confine('campaigns', 'select, insert (company_id, name, segment_id, purpose, variants, from_phone, shorten_links, starts_at, state, livemode),
    update (name, variants, state, failure, wakes, finished_at, version, updated_at)', '')`

  /* Who is left out stays, with the reason. A number is texted once by a campaign, whoever else has it. */
  yield* sql`create table campaign_recipients (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    campaign_id bigint not null,
    contact_id bigint not null,
    phone text,
    variant int not null,
    state text not null check (state in ('waiting', 'taken', 'sent', 'failed', 'unknown', 'excluded')),
    reason text,
    due_at timestamptz not null,
    attempts int not null default 0,
    batch int,
    message_id bigint,
    livemode boolean not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, campaign_id) references campaigns,
    foreign key (company_id, contact_id) references contacts on delete cascade,
    foreign key (company_id, message_id) references sms_messages on delete set null (message_id),
    check ((state = 'excluded') = (reason is not null))
  )`
  yield* sql`create unique index campaign_recipients_phone on campaign_recipients (company_id, campaign_id, phone) where state <> 'excluded'`
  yield* sql`create index campaign_recipients_due on campaign_recipients (company_id, campaign_id, due_at, id) where state = 'waiting'`
  yield* sql`create index campaign_recipients_batch on campaign_recipients (company_id, campaign_id, batch, id) where batch is not null`
  yield* sql`create index campaign_recipients_capped on campaign_recipients (company_id, phone, updated_at) where state in ('taken', 'sent', 'unknown')`
  yield* sql`create index campaign_recipients_contact on campaign_recipients (company_id, contact_id, id)`
  yield* sql`create index campaign_recipients_message on campaign_recipients (company_id, message_id) where message_id is not null`
  yield* sql`call confine('campaign_recipients', 'select, insert (company_id, campaign_id, contact_id, phone, variant, state, reason, due_at, livemode),
    update (contact_id, state, reason, due_at, attempts, batch, message_id, updated_at)', '')`
  yield* sql`call make_erasable('campaign_recipients')`

  /* A link of a text, where it leads, and how often somebody followed it. */
  yield* sql`create table campaign_links (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    recipient_id bigint not null,
    code text not null unique,
    url text not null,
    clicks int not null default 0,
    clicked_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, recipient_id) references campaign_recipients on delete cascade
  )`
  yield* sql`create index campaign_links_recipient on campaign_links (company_id, recipient_id)`
  yield* sql`call confine('campaign_links', 'select, insert (company_id, recipient_id, code, url)', 'select, update (clicks, clicked_at)')`

  /* Which campaign sends from a number now: its rate is one for all of them. */
  yield* sql`create table campaign_turns (
    company_id bigint not null references companies,
    phone text not null,
    campaign_id bigint not null,
    until timestamptz not null,
    primary key (company_id, phone)
  )`
  yield* sql`call confine('campaign_turns', 'select, insert, update (campaign_id, until), delete', '')`
})
