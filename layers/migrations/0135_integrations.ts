import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Other systems that companies are connected to, the addresses by which others send data, and events told to team chats. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * Both modes share a connection. Settings: {account, events, mapping, conflict}. Secret: its credentials, sealed. Challenge: what an authorization under way
   * is checked by, sealed, and found by the digest of what the other side returns.
   */
  yield* sql`create table integrations (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    key text not null,
    state text not null check (state in ('authorizing', 'connected', 'needs_reconnection', 'failing')),
    account text,
    settings jsonb not null default '{}',
    secret text,
    challenge text,
    challenge_hash text constraint integrations_challenge unique,
    challenge_until timestamptz,
    failure text,
    connected_at timestamptz,
    checked_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create unique index integrations_key on integrations (company_id, key)`
  yield* sql`call confine('integrations',
    'select, delete, insert (company_id, key, state, account, settings, secret, challenge, challenge_hash, challenge_until, connected_at, checked_at),
    update (state, account, settings, secret, challenge, challenge_hash, challenge_until, failure, connected_at, checked_at)',
    'select (company_id, id, key, secret, challenge, challenge_hash, challenge_until), update (secret, challenge)')`

  yield* sql`create table integration_addresses (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    key text not null,
    livemode boolean not null default true,
    token_hash text not null constraint integration_addresses_token unique,
    token text not null,
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create unique index integration_addresses_key on integration_addresses (company_id, key)`
  yield* sql`call confine('integration_addresses', 'select, delete, insert (company_id, key, token_hash, token)',
    'select (company_id, id, livemode, token_hash, token), update (token)')`

  /* A team chat is told of events as an endpoint is, by its own message: its address is its secret, and the url says which chat it is. */
  yield* sql`alter table webhooks add column integration text`
  yield* sql`create unique index webhooks_integration on webhooks (company_id, integration) where integration is not null and deleted_at is null`
  yield* sql`grant insert (integration), select (integration) on webhooks to service_app`
})
