import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Who and what is taken when, so that nobody and nothing is booked twice, and the appointments that took it. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create extension if not exists btree_gist`

  /* What takes place: appointments of a group service at one start with one person share it. It is deleted when nobody is left in it.
     Both modes share the people, so it has none. */
  yield* sql`create table booked_sessions (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    service_id bigint not null,
    staff_id bigint,
    resource_ids bigint[] not null default '{}',
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    capacity int not null check (capacity > 0),
    taken int not null,
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, service_id) references services,
    foreign key (company_id, staff_id) references staff,
    constraint booked_sessions_taken check (taken between 0 and capacity),
    check (starts_at < ends_at)
  )`
  yield* sql`create index booked_sessions_open on booked_sessions (company_id, service_id, starts_at) where taken < capacity`
  yield* sql`call confine('booked_sessions', 'select, insert (company_id, service_id, staff_id, resource_ids, starts_at, ends_at, capacity, taken), delete,
    update (taken)', '')`

  /* A person or a resource for a time, with the buffers around the session. Whoever writes it: PostgreSQL refuses a second claim of the same
     at the same time. What is looked for by time is bounded by the longest that one can be: a day, and eight hours before and after. */
  yield* sql`create table claims (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    session_id bigint not null,
    staff_id bigint,
    resource_id bigint,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    during tstzrange not null generated always as (tstzrange(starts_at, ends_at, '[)')) stored,
    primary key (company_id, id),
    foreign key (company_id, session_id) references booked_sessions on delete cascade,
    foreign key (company_id, staff_id) references staff,
    foreign key (company_id, resource_id) references resources,
    check (num_nonnulls(staff_id, resource_id) = 1),
    check (starts_at < ends_at and ends_at - starts_at <= interval '40 hours'),
    constraint claims_staff exclude using gist (company_id with =, staff_id with =, during with &&) where (staff_id is not null),
    constraint claims_resource exclude using gist (company_id with =, resource_id with =, during with &&) where (resource_id is not null)
  )`
  yield* sql`create index claims_session on claims (company_id, session_id)`
  yield* sql`create index claims_staff_time on claims (company_id, staff_id, starts_at) include (ends_at, session_id) where staff_id is not null`
  yield* sql`create index claims_resource_time on claims (company_id, resource_id, starts_at) include (ends_at, session_id) where resource_id is not null`
  yield* sql`call confine('claims', 'select, insert (company_id, session_id, staff_id, resource_id, starts_at, ends_at), delete', '')`

  /* It names its session until it gives its seats up. One that moves gives its session up before it has another. */
  yield* sql`create table appointments (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    service_id bigint not null,
    contact_id bigint,
    staff_id bigint,
    resource_ids bigint[] not null default '{}',
    session_id bigint,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    status text not null check (status in ('requested', 'booked', 'completed', 'no_show', 'canceled', 'declined')),
    seats int not null default 1 check (seats > 0),
    price bigint check (price >= 0),
    currency text,
    answers jsonb,
    notes text,
    time_zone text,
    canceled_at timestamptz,
    cancellation_reason text,
    canceled_by text check (canceled_by in ('company', 'customer')),
    rescheduled_count int not null default 0,
    reschedule_reason text,
    sequence int not null default 0,
    held_until timestamptz,
    held_for text check (held_for in ('deposit', 'offer')),
    series_id bigint,
    deposit_order_id bigint,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, service_id) references services,
    foreign key (company_id, staff_id) references staff,
    foreign key (company_id, session_id) references booked_sessions deferrable initially deferred,
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id),
    foreign key (company_id, deposit_order_id, livemode) references orders (company_id, id, livemode),
    check (starts_at < ends_at),
    check ((price is null) = (currency is null)),
    check ((held_until is null) = (held_for is null)),
    constraint appointments_session check ((session_id is null) = (status in ('canceled', 'declined')))
  )`
  yield* sql`create index appointments_start on appointments (company_id, livemode, starts_at, id)`
  yield* sql`create index appointments_staff on appointments (company_id, livemode, staff_id, starts_at, id)`
  yield* sql`create index appointments_service on appointments (company_id, service_id, livemode, starts_at, id) include (status)`
  yield* sql`create index appointments_contact on appointments (company_id, contact_id, id) where contact_id is not null`
  yield* sql`create index appointments_status on appointments (company_id, livemode, status, starts_at, id)`
  yield* sql`create index appointments_session on appointments (company_id, session_id) where session_id is not null`
  yield* sql`create index appointments_series on appointments (company_id, series_id) where series_id is not null`
  yield* sql`create index appointments_deposit on appointments (company_id, deposit_order_id) where deposit_order_id is not null`
  yield* sql`create index appointments_held on appointments (held_until) where held_until is not null`
  yield* sql`call keep_counts_of_modes('appointments')`
  yield* sql`call confine('appointments', 'select, insert (company_id, service_id, contact_id, staff_id, resource_ids, session_id, starts_at, ends_at, status,
      seats, price, currency, answers, notes, time_zone, held_until, held_for, series_id, deposit_order_id, livemode),
    update (contact_id, staff_id, resource_ids, session_id, starts_at, ends_at, status, answers, notes, time_zone, canceled_at, cancellation_reason, canceled_by,
      rescheduled_count, reschedule_reason, sequence, held_until, held_for, deposit_order_id, version, updated_at)',
    'select (company_id, id, status, held_until, held_for, livemode)')`
  yield* sql`create trigger queue_of_new after insert on appointments for each row
    when (new.livemode and new.contact_id is not null) execute function queue_contact_of()`
  yield* sql`create trigger queue_of_changed after update on appointments for each row
    when (new.livemode and (old.contact_id is distinct from new.contact_id or old.status <> new.status)) execute function queue_contact_of()`

  yield* sql`create or replace function is_mode_bound(kind text) returns boolean language sql immutable parallel safe
    return split_part(kind, '.', 1) in ('order', 'payment', 'invoice', 'quote', 'subscription', 'cart', 'fulfillment', 'return', 'inventory', 'appointment',
      'message', 'call')`
})
