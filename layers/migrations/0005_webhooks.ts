import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import deliveries from "./0005_webhooks/deliveries.ts"
import numbering from "./0005_webhooks/numbering.ts"
import replays from "./0005_webhooks/replays.ts"

/** Who is told of events, what was told, and the statements by which processes share the telling. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Programs write secrets and never read them: only the session that signs may. */
  yield* sql`create table webhooks (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    url text not null,
    events text[] not null,
    description text,
    livemode boolean not null,
    secret text not null,
    previous_secret text,
    previous_until timestamptz,
    active_since timestamptz not null default clock_timestamp(),
    disabled_at timestamptz,
    disabled_reason text check (disabled_reason in ('by_request', 'gone', 'failing')),
    failing_since timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    primary key (company_id, id)
  )`
  yield* sql`create index webhooks_active on webhooks (company_id) where disabled_at is null and deleted_at is null`
  yield* sql`create index webhooks_deleted on webhooks (deleted_at) where deleted_at is not null`
  const shown = "company_id, id, url, events, description, livemode, previous_until, disabled_at, disabled_reason, " +
    "active_since, failing_since, version, created_at, updated_at, deleted_at"
  const changed = "url, events, description, secret, previous_until, active_since, disabled_at, disabled_reason, failing_since, " +
    "version, updated_at, deleted_at"
  yield* sql.unsafe(`call confine('webhooks', 'select (${shown}), insert, update (${changed})',
    'select, update (disabled_at, disabled_reason, failing_since), delete')`)

  /* A new secret keeps the one before it, which the writer may not read. */
  yield* sql`create function keep_previous_secret() returns trigger language plpgsql as $$
    begin
      new.previous_secret := old.secret;
      return new;
    end $$`
  yield* sql`create trigger keep_previous before update of secret on webhooks
    for each row execute function keep_previous_secret()`

  /* Which companies have somebody to tell: processes keep it in memory and hear of changes. */
  yield* sql`create function tell_webhooks_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('webhooks_changed', new.company_id::text);
      return null;
    end $$`
  yield* sql`create trigger tell after insert or update of disabled_at, deleted_at on webhooks
    for each row execute function tell_webhooks_changed()`

  yield* deliveries
  yield* numbering
  yield* replays
})
