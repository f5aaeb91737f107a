import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Calendars that staff keep elsewhere: how they are reached, what they say, and what was written into them. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* `secret` is the address with the password, sealed. `timer_run` is the run whose turn it is: one that was replaced writes nothing more. `mark` is
     what the other side is asked by for what changed: a sync-token, a CTag, or an ETag. */
  yield* sql`create table calendar_connections (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    staff_id bigint not null,
    kind text not null check (kind in ('ics', 'caldav')),
    name text not null,
    host text not null,
    username text,
    secret text not null,
    address_hash text not null,
    direction text not null check (direction in ('read', 'both')),
    state text not null default 'active' check (state in ('active', 'failing')),
    failure text,
    failures int not null default 0,
    events int not null default 0,
    mark text,
    zone text,
    expanded_until timestamptz,
    timer_run bigint,
    last_synced_at timestamptz,
    next_sync_at timestamptz,
    deleted_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, staff_id) references staff,
    check (kind = 'caldav' or direction = 'read')
  )`
  yield* sql`create unique index calendar_connections_address on calendar_connections (company_id, staff_id, address_hash) where deleted_at is null`
  yield* sql`create index calendar_connections_staff on calendar_connections (company_id, staff_id, id)`
  yield* sql`call confine('calendar_connections', 'select, delete, insert (company_id, staff_id, kind, name, host, username, secret, address_hash, direction),
    update (name, state, failure, failures, events, mark, zone, expanded_until, timer_run, last_synced_at, next_sync_at, deleted_at, version, updated_at)',
    'select (company_id, id, secret), update (secret)')`

  /* Only what is needed to tell the times again as time goes on. */
  yield* sql`create table calendar_objects (
    company_id bigint not null references companies,
    connection_id bigint not null,
    href text not null,
    etag text not null,
    times text not null,
    goes_on boolean not null,
    primary key (company_id, connection_id, href),
    foreign key (company_id, connection_id) references calendar_connections on delete cascade
  )`
  yield* sql`create index calendar_objects_going_on on calendar_objects (company_id, connection_id, href) where goes_on`
  yield* sql`call confine('calendar_objects', 'select, delete, insert (company_id, connection_id, href, etag, times, goes_on),
    update (etag, times, goes_on)', '')`

  /* Longer times are several rows, so that what overlaps a span is found by an index over the beginnings. */
  yield* sql`create table busy_times (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    staff_id bigint not null,
    connection_id bigint not null,
    href text not null,
    uid text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    primary key (company_id, id),
    foreign key (company_id, staff_id) references staff,
    foreign key (company_id, connection_id) references calendar_connections on delete cascade,
    check (starts_at < ends_at and ends_at - starts_at <= interval '24 hours')
  )`
  yield* sql`create index busy_times_staff on busy_times (company_id, staff_id, starts_at) include (ends_at, id)`
  yield* sql`create index busy_times_object on busy_times (company_id, connection_id, href)`
  yield* sql`call confine('busy_times', 'select, delete, insert (company_id, staff_id, connection_id, href, uid, starts_at, ends_at)', '')`

  /* What of our appointments stands in a calendar elsewhere, and as of which version. */
  yield* sql`create table appointment_copies (
    company_id bigint not null references companies,
    connection_id bigint not null,
    appointment_id bigint not null,
    etag text,
    version int not null,
    primary key (company_id, connection_id, appointment_id),
    foreign key (company_id, connection_id) references calendar_connections on delete cascade
  )`
  yield* sql`create index appointment_copies_appointment on appointment_copies (company_id, appointment_id)`
  yield* sql`call confine('appointment_copies', 'select, delete, insert (company_id, connection_id, appointment_id, etag, version), update (etag, version)', '')`

  yield* sql`create table calendar_feeds (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    livemode boolean not null,
    staff_id bigint,
    with_customers boolean not null,
    token_hash text not null constraint calendar_feeds_token unique,
    token text not null,
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, staff_id) references staff
  )`
  yield* sql`create unique index calendar_feeds_choice on calendar_feeds (company_id, livemode, coalesce(staff_id, 0), with_customers)`
  yield* sql`call confine('calendar_feeds', 'select, delete, insert (company_id, livemode, staff_id, with_customers, token_hash, token)',
    'select (company_id, id, livemode, token_hash, token), update (token)')`
})
