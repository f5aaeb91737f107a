import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Texts in both directions, the conversations that they are part of, and who does not want any. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Somebody who writes is looked for by their number. */
  yield* sql`create index contacts_phone on contacts (company_id, phone, id) where phone is not null and deleted_at is null`

  yield* sql`create table sms_threads (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    own_phone text not null,
    phone text not null,
    contact_id bigint,
    assignee_id bigint,
    unread int not null default 0 check (unread >= 0),
    last_message text not null,
    last_direction text not null check (last_direction in ('outbound', 'inbound')),
    last_message_at timestamptz not null default now(),
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id),
    foreign key (company_id, assignee_id) references users
  )`
  yield* sql`create unique index sms_threads_numbers on sms_threads (company_id, livemode, own_phone, phone)`
  yield* sql`create index sms_threads_latest on sms_threads (company_id, livemode, last_message_at, id)`
  yield* sql`create index sms_threads_phone on sms_threads (company_id, phone)`
  yield* sql`create index sms_threads_contact on sms_threads (company_id, contact_id, id) where contact_id is not null`
  yield* sql`create index sms_threads_unread on sms_threads (company_id, livemode, last_message_at, id) where unread > 0`
  yield* sql`create index sms_threads_assignee on sms_threads (company_id, assignee_id, id) where assignee_id is not null`
  yield* sql`call keep_counts_of_modes('sms_threads')`
  yield* sql`call confine('sms_threads', 'select, insert (company_id, own_phone, phone, contact_id, unread, last_message, last_direction, livemode),
    update (contact_id, assignee_id, unread, last_message, last_direction, last_message_at, version, updated_at)', '')`
  yield* sql`call make_erasable('sms_threads')`

  yield* sql`create table sms_templates (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    text text not null,
    variables jsonb not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create unique index sms_templates_name on sms_templates (company_id, name)`
  yield* sql`call confine('sms_templates', 'select, insert (company_id, name, text, variables), update (name, text, version, updated_at)', '')`

  /* What is asked of the provider is marked before it is (asked_at): who finds the mark asks what became of it, and sends nothing. An answer to
     a keyword goes out although the number opted out. */
  yield* sql`create table sms_messages (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    thread_id bigint not null,
    direction text not null check (direction in ('outbound', 'inbound')),
    state text not null check (state in ('queued', 'sent', 'delivered', 'failed', 'unknown', 'received')),
    from_phone text not null,
    to_phone text not null,
    message text not null,
    encoding text not null check (encoding in ('GSM-7', 'UCS-2')),
    segments int not null check (segments > 0),
    media jsonb not null default '[]',
    contact_id bigint,
    template_id bigint,
    answers_keyword boolean not null default false,
    error_code text,
    error_message text,
    provider text not null,
    provider_id text,
    asked_at timestamptz,
    livemode boolean not null,
    sent_at timestamptz,
    delivered_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, thread_id) references sms_threads,
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id),
    foreign key (company_id, template_id) references sms_templates,
    check ((direction = 'inbound') = (state = 'received'))
  )`
  yield* sql`create unique index sms_messages_provider on sms_messages (company_id, provider, provider_id) where provider_id is not null`
  yield* sql`create index sms_messages_listed on sms_messages (company_id, livemode, id)`
  yield* sql`create index sms_messages_thread on sms_messages (company_id, thread_id, id)`
  yield* sql`create index sms_messages_contact on sms_messages (company_id, contact_id, id) where contact_id is not null`
  yield* sql`create index sms_messages_state on sms_messages (company_id, livemode, state, id) where state in ('queued', 'failed', 'unknown')`
  yield* sql`create index sms_messages_to on sms_messages (company_id, to_phone, id)`
  yield* sql`create index sms_messages_age on sms_messages (created_at)`
  yield* sql`call keep_counts_of_modes('sms_messages')`
  yield* sql`call confine('sms_messages', 'select, insert (company_id, thread_id, direction, state, from_phone, to_phone, message, encoding, segments, media, contact_id, template_id,
      answers_keyword, error_code, error_message, provider, provider_id, livemode, sent_at, delivered_at),
    update (thread_id, state, message, media, contact_id, error_code, error_message, provider_id, asked_at, sent_at, delivered_at, version, updated_at)', '')`
  yield* sql`create trigger queue_of_new after insert on sms_messages for each row
    when (new.livemode and new.contact_id is not null) execute function queue_contact_of()`
  yield* sql`create trigger queue_of_changed after update on sms_messages for each row
    when (new.livemode and old.contact_id is distinct from new.contact_id) execute function queue_contact_of()`
  yield* sql`call make_erasable('sms_messages')`

  /* What a provider told of a text before it was known by the provider's id. */
  yield* sql`create table sms_early_reports (
    company_id bigint not null references companies,
    provider text not null,
    provider_id text not null,
    state text not null check (state in ('sent', 'delivered', 'failed')),
    error_code text,
    created_at timestamptz not null default now(),
    primary key (company_id, provider, provider_id, state)
  )`
  yield* sql`create index sms_early_reports_age on sms_early_reports (created_at)`
  yield* sql`call confine('sms_early_reports', 'select, insert (company_id, provider, provider_id, state, error_code)', 'select, delete')`

  /* Who must not be written to. The number stands there as a digest too: that outlives the erasure of a person. Each mode has its own. */
  yield* sql`create table opt_outs (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    address bytea not null,
    phone text,
    source text not null check (source in ('keyword', 'free_text', 'link', 'api', 'provider')),
    guessed boolean not null,
    text text,
    message_id bigint,
    livemode boolean not null,
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create unique index opt_outs_address on opt_outs (company_id, livemode, address)`
  yield* sql`call confine('opt_outs', 'select, insert (company_id, address, phone, source, guessed, text, message_id, livemode),
    update (phone, text, message_id), delete', '')`
})
