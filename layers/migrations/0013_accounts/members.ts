import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Members of companies have an account, once they took up the invitation. */
export const members = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table users add column account_id bigint references identity.accounts,
    add column removed_at timestamptz`
  yield* sql`create unique index users_account on users (company_id, account_id) where account_id is not null`
  yield* sql`create index users_by_account on users (account_id) where account_id is not null`

  /* Whoever had a password was made by the operator, who knew the address. */
  yield* sql`alter table users no force row level security`
  yield* sql`insert into identity.accounts (email, name, password_hash, password_changed_at, verified_at)
    select distinct on (lower(email)) lower(email), name, password_hash, now(), now() from users
    where password_hash is not null order by lower(email), created_at desc, id desc`
  /* Of several spellings of one address in a company, the newest is the member. */
  yield* sql`update users u set account_id = p.account_id from (
      select distinct on (w.company_id, a.id) w.company_id, w.id, a.id as account_id
      from users w join identity.accounts a on a.email = lower(w.email) where w.password_hash is not null
      order by w.company_id, a.id, w.created_at desc, w.id desc) p
    where u.company_id = p.company_id and u.id = p.id`
  yield* sql`alter table users force row level security`
  yield* sql`alter table users drop column password_hash`

  yield* sql`grant insert, update (name, role, account_id, removed_at) on users to service_app`
  yield* sql`grant select, update (name, role, account_id, removed_at) on users to service_system`

  /* A program of a company reaches the accounts of its members: to change a password in the transaction of the request. */
  const mine = "exists (select from users u where u.account_id = accounts.id and u.company_id = (select current_company()))"
  yield* sql.unsafe(`create policy member on identity.accounts to service_app using (${mine})`)
  yield* sql`grant select, update (name, password_hash, password_changed_at, totp_secret, totp_confirmed_at, totp_last_step)
    on identity.accounts to service_app`
  yield* sql`create policy member on identity.recovery_codes to service_app
    using (exists (select from identity.accounts a where a.id = recovery_codes.account_id))`
  yield* sql`grant select, insert, delete, update (used_at) on identity.recovery_codes to service_app`

  yield* sql`create table invitations (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    email text not null,
    role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
    token_hash bytea,
    invited_by bigint not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    accepted_at timestamptz,
    withdrawn_at timestamptz,
    primary key (company_id, id)
  )`
  yield* sql`create unique index invitations_token on invitations (token_hash) where token_hash is not null`
  yield* sql`create unique index invitations_open on invitations (company_id, email)
    where accepted_at is null and withdrawn_at is null`
  yield* sql`call confine('invitations', 'select, insert, update', 'select, insert, update, delete')`

  yield* sql`create trigger tell after update of role, removed_at, account_id on users
    for each row execute function tell_access_changed()`

  yield* sql`grant update (name) on companies to service_app`
})
