import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Two roles that can do little. `service_app` runs the programs and sees one company at a time. `service_system` makes
 * companies and runs the chores that cross them (finding a key, sealing receipts); it is granted table by table what that
 * needs.
 * Neither owns anything, so neither can switch a policy off.
 */
const roles = ["service_app", "service_system"]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create extension if not exists pg_trgm`
  yield* sql`create extension if not exists btree_gin`

  for (const role of roles) {
    yield* sql.unsafe(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
    exception when duplicate_object or unique_violation then null;
    end $$`)
    /* From 16 on, whoever makes a role may grant it but not yet become it. */
    yield* sql.unsafe(`do $$ begin
      if current_setting('server_version_num')::int < 160000 then
        if not pg_has_role(current_user, '${role}', 'member') then execute 'grant ${role} to current_user'; end if;
      elsif not pg_has_role(current_user, '${role}', 'set') then execute 'grant ${role} to current_user with set true, inherit false';
      end if;
    end $$`)
    yield* sql.unsafe(`grant usage on schema public to ${role}`)
  }

  yield* sql`create function current_company() returns bigint language sql stable parallel safe
    return nullif(current_setting('app.company_id', true), '')::bigint`

  /* Every tenant table goes through here: forced policies, then the grants. */
  yield* sql`create procedure confine(target regclass, app_grants text, system_grants text) language plpgsql as $$
    begin
      execute format('alter table %s enable row level security', target);
      execute format('alter table %s force row level security', target);
      execute format('create policy tenant on %s to service_app using (company_id = (select current_company()))', target);
      if app_grants <> '' then execute format('grant %s on %s to service_app', app_grants, target); end if;
      if system_grants <> '' then
        execute format('create policy system on %s to service_system using (true)', target);
        execute format('grant %s on %s to service_system', system_grants, target);
      end if;
    end $$`

  yield* sql`create table companies (
    id bigint generated always as identity primary key,
    name text not null,
    tier text not null check (tier in ('starter', 'builder', 'professional', 'enterprise')),
    industry text,
    currency text not null default 'USD',
    time_zone text not null default 'UTC',
    demo boolean not null default false,
    created_at timestamptz not null default now()
  )`
  yield* sql`alter table companies enable row level security`
  yield* sql`alter table companies force row level security`
  yield* sql`create policy tenant on companies to service_app using (id = (select current_company()))`
  yield* sql`create policy system on companies to service_system using (true)`
  yield* sql`grant select on companies to service_app, service_system`
  yield* sql`grant insert on companies to service_system`

  yield* sql`create table users (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    email text not null,
    name text not null,
    role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
    password_hash text,
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create unique index users_email on users (company_id, email)`
  yield* sql`call confine('users', 'select', 'select (company_id, id), insert')`

  yield* sql`create table api_keys (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    hash bytea not null,
    prefix text not null,
    label text not null,
    mode text not null check (mode in ('live', 'test')),
    scopes text[] not null,
    allowed_addresses text[] not null default '{}',
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create unique index api_keys_hash on api_keys (hash)`
  yield* sql`call confine('api_keys', 'select', 'select, insert, update (last_used_at)')`

  yield* sql`create table standing_consents (
    company_id bigint not null,
    key_id bigint not null,
    verb text not null,
    amount_cap bigint,
    agents boolean not null default false,
    expires_at timestamptz,
    granted_by bigint,
    created_at timestamptz not null default now(),
    primary key (company_id, key_id, verb),
    foreign key (company_id, key_id) references api_keys on delete cascade
  )`
  yield* sql`call confine('standing_consents', 'select', 'select')`

  /* Whoever caches what a key may do listens here. A last use is not a change of what it may do. */
  yield* sql`create function tell_access_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('access_changed', case tg_op when 'DELETE' then old.company_id else new.company_id end::text);
      return null;
    end $$`
  yield* sql`create function tell_company_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('access_changed', new.id::text);
      return null;
    end $$`
  yield* sql`create trigger tell after delete or update of hash, mode, scopes, allowed_addresses, expires_at, revoked_at
    on api_keys for each row execute function tell_access_changed()`
  yield* sql`create trigger tell after insert or update or delete
    on standing_consents for each row execute function tell_access_changed()`
  yield* sql`create trigger tell after update of tier on companies for each row execute function tell_company_changed()`
})
