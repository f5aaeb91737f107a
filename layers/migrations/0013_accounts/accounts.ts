import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Accounts belong to no company. They have a schema of their own, where programs see those of the company's members only
 * and nobody but the system sees the rest.
 */
export const accounts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create schema identity`
  yield* sql`grant usage on schema identity to service_app, service_system`

  /* Secrets of two factors are sealed. The last step that a code was taken for is kept, so that no code is taken twice. */
  yield* sql`create table identity.accounts (
    id bigint generated always as identity primary key,
    email text not null unique,
    name text not null,
    password_hash text,
    password_changed_at timestamptz,
    verified_at timestamptz,
    totp_secret text,
    totp_confirmed_at timestamptz,
    totp_last_step bigint,
    created_at timestamptz not null default now()
  )`

  yield* sql`create table identity.recovery_codes (
    account_id bigint not null references identity.accounts on delete cascade,
    hash bytea not null,
    used_at timestamptz,
    primary key (account_id, hash)
  )`

  /* Letters with a link: to verify an address, to set a new password. */
  yield* sql`create table identity.mail_tokens (
    hash bytea primary key,
    account_id bigint not null references identity.accounts on delete cascade,
    purpose text not null check (purpose in ('verify', 'reset')),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`
  yield* sql`create index mail_tokens_account on identity.mail_tokens (account_id)`

  /* Failures by digests of what they are counted for: an address, an account, the two together. */
  yield* sql`create table identity.throttles (
    key bytea primary key,
    failures int not null,
    since timestamptz not null default now()
  )`
  yield* sql`create index throttles_age on identity.throttles (since)`

  /* Networks from which somebody has signed in, who is let in whatever others' failed attempts from elsewhere. */
  yield* sql`create table identity.known_networks (
    account_id bigint not null references identity.accounts on delete cascade,
    network text not null,
    last_at timestamptz not null default now(),
    primary key (account_id, network)
  )`

  /* Keys that access tokens are signed with. The private half is sealed. */
  yield* sql`create table identity.signing_keys (
    kid text primary key,
    public_jwk jsonb not null,
    private_jwk text not null,
    created_at timestamptz not null default now(),
    active_from timestamptz not null,
    retired_at timestamptz
  )`

  /* What secrets are sealed with where the operator set no key of their own. */
  yield* sql`create table identity.vault (id int primary key check (id = 1), key bytea not null)`

  for (const table of ["accounts", "recovery_codes", "mail_tokens", "throttles", "known_networks", "signing_keys", "vault"]) {
    yield* sql.unsafe(`alter table identity.${table} enable row level security`)
    yield* sql.unsafe(`alter table identity.${table} force row level security`)
    yield* sql.unsafe(`create policy system on identity.${table} to service_system using (true)`)
    yield* sql.unsafe(`grant select, insert, update, delete on identity.${table} to service_system`)
  }
})
