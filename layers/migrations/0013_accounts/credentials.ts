import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Sessions of people and grants to tool clients are credentials like API keys: one id names whoever acted in receipts and
 * consents, and one notification tells all processes that one was cut off.
 */
export const credentials = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table api_keys
    add column kind text not null default 'key' check (kind in ('key', 'session', 'grant')),
    add column user_id bigint,
    add column created_by bigint,
    add column previous_hash bytea,
    add column previous_until timestamptz,
    alter column hash drop not null,
    add foreign key (company_id, user_id) references users,
    add constraint api_keys_key_hash check (kind <> 'key' or hash is not null),
    add constraint api_keys_person check (kind = 'key' or user_id is not null)`
  yield* sql`create unique index api_keys_previous_hash on api_keys (previous_hash) where previous_hash is not null`
  yield* sql`create index api_keys_user on api_keys (company_id, user_id) where user_id is not null`
  yield* sql`create index api_keys_kind on api_keys (company_id, kind, id)`
  const changing = "label, scopes, expires_at, revoked_at, hash, prefix, previous_hash, previous_until, allowed_addresses"
  yield* sql.unsafe(`grant insert, update (${changing}) on api_keys to service_app`)
  yield* sql.unsafe(`grant update (${changing}) on api_keys to service_system`)
  yield* sql`grant insert, update, delete on standing_consents to service_app`
  yield* sql`drop trigger tell on api_keys`
  yield* sql`create trigger tell after delete or update of
    hash, previous_hash, previous_until, mode, scopes, allowed_addresses, expires_at, revoked_at, agent, user_id
    on api_keys for each row execute function tell_access_changed()`

  /* A session's credential ends when it is revoked or its time is over; `stepped_up_at` is when it last proved who it is. */
  yield* sql`create table sessions (
    company_id bigint not null,
    key_id bigint not null,
    account_id bigint not null references identity.accounts,
    user_agent text,
    address text,
    created_at timestamptz not null default now(),
    refreshed_at timestamptz not null default now(),
    stepped_up_at timestamptz,
    primary key (company_id, key_id),
    foreign key (company_id, key_id) references api_keys on delete cascade
  )`
  yield* sql`create index sessions_account on sessions (account_id)`
  yield* sql`call confine('sessions', 'select, insert, update', 'select, insert, update, delete')`

  /* All refresh tokens of a session: one that was used and comes again was stolen, from its owner or by them. */
  yield* sql`create table refresh_tokens (
    company_id bigint not null,
    hash bytea not null,
    key_id bigint not null,
    created_at timestamptz not null default now(),
    used_at timestamptz,
    primary key (company_id, hash),
    foreign key (company_id, key_id) references sessions on delete cascade
  )`
  yield* sql`create unique index refresh_tokens_hash on refresh_tokens (hash)`
  yield* sql`create index refresh_tokens_session on refresh_tokens (company_id, key_id)`
  yield* sql`call confine('refresh_tokens', 'select', 'select, insert, update, delete')`

  yield* sql`create table install_tokens (
    company_id bigint not null,
    id bigint generated always as identity,
    hash bytea not null,
    minted_by bigint not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    redeemed_at timestamptz,
    redeemed_as bigint,
    primary key (company_id, id),
    foreign key (company_id, minted_by) references api_keys
  )`
  yield* sql`create unique index install_tokens_hash on install_tokens (hash)`
  yield* sql`call confine('install_tokens', 'select, insert', 'select, update (redeemed_at, redeemed_as), delete')`
})
