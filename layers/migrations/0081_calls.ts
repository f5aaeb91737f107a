import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Calls in both directions, and what was recorded of them. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table phone_numbers add column text_back jsonb`
  yield* sql`grant insert (text_back), update (text_back) on phone_numbers to service_app`

  /* Plan: what the number's routing said when the call came, which holds until its end. What is asked of the provider is marked before it is
     (asked_at): who finds the mark asks what became of it, and places no call. */
  yield* sql`create table calls (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    livemode boolean not null,
    direction text not null check (direction in ('outbound', 'inbound')),
    state text not null check (state in ('queued', 'unknown', 'ringing', 'in_progress', 'completed', 'busy', 'no_answer', 'failed', 'canceled')),
    result text check (result in ('answered', 'voicemail', 'told', 'missed', 'not_reached')),
    from_phone text not null,
    to_phone text not null,
    number_id bigint,
    contact_id bigint,
    say text,
    bridge_phone text,
    rule text check (rule in ('open', 'closed', 'holiday')),
    answered_by text,
    duration_seconds int check (duration_seconds >= 0),
    price text,
    price_currency text,
    error_code text,
    error_message text,
    task_id bigint,
    provider text not null,
    provider_id text,
    plan jsonb,
    events jsonb not null default '[]',
    run_id bigint,
    closed boolean not null default false,
    asked_at timestamptz,
    answered_at timestamptz,
    ended_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, number_id) references phone_numbers,
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id),
    foreign key (company_id, task_id) references tasks on delete set null (task_id),
    check ((direction = 'inbound') = (rule is not null)),
    check (livemode or provider = 'simulated')
  )`
  yield* sql`create unique index calls_provider on calls (company_id, provider, provider_id) where provider_id is not null`
  yield* sql`create index calls_listed on calls (company_id, livemode, id)`
  yield* sql`create index calls_contact on calls (company_id, contact_id, id) where contact_id is not null`
  yield* sql`create index calls_number on calls (company_id, number_id, id) where number_id is not null`
  yield* sql`create index calls_task on calls (company_id, task_id) where task_id is not null`
  yield* sql`create index calls_missed on calls (company_id, livemode, id) where result = 'missed'`
  yield* sql`create index calls_from on calls (company_id, from_phone, id)`
  yield* sql`create index calls_to on calls (company_id, to_phone, id)`
  yield* sql`create index calls_age on calls (created_at)`
  yield* sql`call keep_counts_of_modes('calls')`
  yield* sql`call confine('calls', 'select, insert (company_id, livemode, direction, state, result, from_phone, to_phone, number_id, contact_id, say, bridge_phone,
      rule, duration_seconds, provider, provider_id, plan, events, closed, answered_at, ended_at),
    update (state, result, contact_id, say, bridge_phone, answered_by, duration_seconds, price, price_currency, error_code, error_message, task_id, provider_id, plan,
      events, run_id, closed, asked_at, answered_at, ended_at, version, updated_at)', '')`
  yield* sql`create trigger queue_of_new after insert on calls for each row
    when (new.livemode and new.contact_id is not null) execute function queue_contact_of()`
  yield* sql`create trigger queue_of_changed after update on calls for each row
    when (new.livemode and (old.contact_id, old.result) is distinct from (new.contact_id, new.result)) execute function queue_contact_of()`
  yield* sql`call make_erasable('calls')`

  /* Prefix: of the keys of its objects, as those of media have one. */
  yield* sql`create table call_recordings (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    livemode boolean not null,
    call_id bigint not null,
    kind text not null check (kind in ('voicemail', 'conversation')),
    state text not null check (state in ('fetching', 'stored', 'failed')),
    seconds int not null check (seconds >= 0),
    bytes bigint check (bytes >= 0),
    type text not null,
    transcript text,
    provider text not null,
    provider_id text not null,
    prefix text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, call_id) references calls on delete cascade
  )`
  yield* sql`create unique index call_recordings_provider on call_recordings (company_id, provider, provider_id)`
  yield* sql`create index call_recordings_call on call_recordings (company_id, call_id, id)`
  yield* sql`create index call_recordings_listed on call_recordings (company_id, livemode, id)`
  yield* sql`create index call_recordings_age on call_recordings (created_at)`
  yield* sql`call keep_counts_of_modes('call_recordings')`
  yield* sql`call confine('call_recordings', 'select, insert (company_id, livemode, call_id, kind, state, seconds, bytes, type, transcript, provider, provider_id, prefix),
    update (state, bytes, transcript, prefix, version, updated_at), delete', '')`
  yield* sql`call make_erasable('call_recordings')`
})
