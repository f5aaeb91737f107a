import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Files that stay, and answers that are sent piece by piece. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table uploads add column stored boolean not null default false`
  yield* sql`grant update (stored) on uploads to service_app`

  /* Who works on one says so every few seconds; after a crash another process goes on. */
  yield* sql`create table event_streams (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    verb text not null,
    livemode boolean not null,
    key text,
    fingerprint bytea not null,
    worker uuid not null,
    leased_until timestamptz not null,
    pieces int not null default 0,
    outcome jsonb,
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create unique index event_streams_key on event_streams (company_id, livemode, key) where key is not null`
  yield* sql`create index event_streams_age on event_streams (created_at)`
  yield* sql`call confine('event_streams', 'select', 'select, delete')`
  yield* sql`grant insert (company_id, verb, livemode, key, fingerprint, worker, leased_until),
    update (key, worker, leased_until, pieces, outcome) on event_streams to service_app`

  yield* sql`create table event_pieces (
    company_id bigint not null,
    stream_id bigint not null,
    position int not null,
    data text not null,
    primary key (company_id, stream_id, position),
    foreign key (company_id, stream_id) references event_streams on delete cascade
  )`
  yield* sql`call confine('event_pieces', 'select', '')`
  yield* sql`grant insert (company_id, stream_id, position, data) on event_pieces to service_app`
})
