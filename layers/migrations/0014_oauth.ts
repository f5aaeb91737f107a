import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The authorization server of the tool connector: which clients are connected, and what they hold. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* What only grants have, beside their credential. The authorization server finds one by the hash of its own id for it. */
  yield* sql`create table oauth_grants (
    company_id bigint not null,
    key_id bigint not null,
    account_id bigint not null references identity.accounts,
    grant_hash bytea not null,
    client_id text not null,
    client_name text not null,
    client_host text,
    created_at timestamptz not null default now(),
    primary key (company_id, key_id),
    foreign key (company_id, key_id) references api_keys on delete cascade
  )`
  yield* sql`create unique index oauth_grants_hash on oauth_grants (grant_hash)`
  yield* sql`create index oauth_grants_client on oauth_grants (client_id)`
  yield* sql`create index oauth_grants_account on oauth_grants (account_id)`
  yield* sql`call confine('oauth_grants', 'select', 'select, insert')`

  /*
   * Codes, tokens and requests that wait for a person. A row is found by the hash of its id, and its contents are sealed
   * under the id itself: whoever reads the table can neither use nor read one.
   */
  yield* sql`create table identity.oauth_records (
    kind text not null,
    hash bytea not null,
    grant_hash bytea,
    resource text,
    sealed bytea not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    consumed_at timestamptz,
    primary key (kind, hash)
  )`
  yield* sql`create index oauth_records_grant on identity.oauth_records (grant_hash) where grant_hash is not null`
  yield* sql`create index oauth_records_end on identity.oauth_records (expires_at)`

  /* Clients that registered themselves (RFC 7591); all are public, so none has a secret. */
  yield* sql`create table identity.oauth_clients (
    client_id text primary key,
    metadata jsonb not null,
    created_at timestamptz not null default now(),
    used_at timestamptz not null default now()
  )`
  yield* sql`create index oauth_clients_use on identity.oauth_clients (used_at)`

  for (const table of ["oauth_records", "oauth_clients"]) {
    yield* sql.unsafe(`alter table identity.${table} enable row level security`)
    yield* sql.unsafe(`alter table identity.${table} force row level security`)
    yield* sql.unsafe(`create policy system on identity.${table} to service_system using (true)`)
    yield* sql.unsafe(`grant select, insert, update, delete on identity.${table} to service_system`)
  }
})
