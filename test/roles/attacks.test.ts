import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { DatabaseUrl, FreshDatabase, OwnerSql, plainDatabase, sessionAs } from "../support/database.ts"
import { seed } from "../support/test-server.ts"
import { refusalOf } from "./refusal.ts"

const DENIED = "42501"

/** What an account tries, for which it must lack the right. `app` and `system` name who has it after all. */
const forbidden: Readonly<Record<string, ReadonlyArray<string>>> = {
  "to become somebody else": [
    "set role postgres", "set role service_app", "set role service_system", "set local role service_app",
    "select set_config('role', 'postgres', false)", "select set_config('role', 'service_system', true)", "select set_config('role', 'service_app', true)",
    "set session authorization postgres", "set session authorization service_system", "select set_config('session_authorization', 'postgres', false)",
    "alter role current_user superuser", "alter role current_user bypassrls", "alter role current_user createrole", "create role mine",
    "grant service_system to current_user", "grant service_app to current_user", "grant pg_read_all_data to current_user"
  ],
  "to get around a policy": [
    "alter table contacts disable row level security", "alter table contacts no force row level security", "drop policy tenant on contacts",
    "create policy mine on contacts using (true)", "alter policy tenant on contacts using (true)", "alter table contacts owner to current_user",
    "set session_replication_role = replica", "alter table receipts disable trigger keep", "drop trigger keep on receipts",
    "drop function keep_receipts() cascade", "alter function current_company() volatile", "truncate contacts"
  ],
  "to make something that others would use": [
    "create function mine() returns int language sql return 1", "create function public.lower(text) returns text language sql return 'x'",
    "create table public.mine (id int)", "create table engine.mine (id int)", "create view public.mine as select 1 as x", "create schema mine",
    "create temporary table contacts (id int)", "create temporary view contacts as select 1 as id", "create temporary sequence mine",
    "create or replace function current_company() returns bigint language sql return 1", "create type public.mine as (x int)",
    "create operator public.= (leftarg = bigint, rightarg = bigint, function = int8eq)", "create cast (text as bigint) with inout as implicit",
    "create extension dblink", "create extension postgres_fdw", "create language plperlu", "create event trigger mine on ddl_command_end execute function keep_receipts()",
    "create index mine on contacts (id)", "create trigger mine before insert on contacts for each row execute function keep_receipts()",
    "create rule mine as on insert to contacts do instead nothing", "create publication mine for all tables",
    "create subscription mine connection 'host=localhost' publication mine", "create foreign data wrapper mine"
  ],
  "to reach the server's machine": [
    "select pg_read_file('/etc/passwd')", "select pg_read_binary_file('PG_VERSION')", "select pg_ls_dir('.')", "select pg_stat_file('PG_VERSION')",
    "copy (select 1) to '/tmp/roles-test'", "copy (select 1) to program 'true'", "create table if not exists pg_temp.x (t text)",
    "select lo_import('/etc/passwd')", "select lo_export(1, '/tmp/roles-test')", "load 'dblink'", "select pg_current_logfile()",
    "alter system set fsync = off", "select pg_reload_conf()", "select pg_rotate_logfile()", "select pg_promote()", "checkpoint"
  ],
  "to see what is not its own": [
    "select rolpassword from pg_authid", "select * from pg_shadow", "select secret from installation.secrets", "select * from effect_sql_migrations",
    "select * from pg_hba_file_rules", "select * from pg_file_settings", "select current_setting('data_directory')"
  ],
  "to end others' work": [
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'owner of the test'",
    "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'owner of the test'",
    "lock table contacts in access exclusive mode nowait", "lock table api_keys in share mode nowait", "lock table users in exclusive mode nowait"
  ]
}

/** Of what an account of background jobs may do by its role. */
const bySystem = ["lock table contacts in access exclusive mode nowait"]

/** They want no transaction around them. */
const alone = /^(alter system|create subscription)/

/** Nothing that a grant could allow: a superuser's and an unchangeable parameter's, and a grant to oneself. */
const DENIALS = [DENIED, "55P02", "0LP01"]

const stays = (who: string, sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ same: boolean }>`select session_user = current_user and starts_with(current_user, ${who}) as same`, ([row]) =>
    assert.isTrue(row!.same))

layer(FreshDatabase(seed), { excludeTestServices: true })("an account of the service", (it) => {
  for (const who of ["app", "system"] as const) {
    for (const [what, statements] of Object.entries(forbidden)) {
      it.effect(`cannot be used ${what}: ${who}`, () =>
        Effect.gen(function*() {
          const owner = yield* OwnerSql
          yield* owner`select set_config('application_name', 'owner of the test', false)`
          const sql = yield* sessionAs(who, yield* DatabaseUrl)
          for (const statement of statements) {
            if (who === "system" && bySystem.includes(statement)) continue
            const code = yield* refusalOf(alone.test(statement) ? sql.unsafe(statement) : sql.withTransaction(sql.unsafe(statement)))
            assert.include(DENIALS, code, statement)
            yield* stays(`service_${who}_`, sql)
          }
          assert.lengthOf(yield* owner`select 1 as x`, 1)
        }))
    }

    it.effect(`takes nothing away by what PostgreSQL lets everybody do: ${who}`, () =>
      Effect.gen(function*() {
        const owner = yield* OwnerSql
        const sql = yield* sessionAs(who, yield* DatabaseUrl)
        const shape = owner<{ rights: number; policies: number }>`
          select (select count(*) from information_schema.column_privileges where grantee in ('service_app', 'service_system', 'PUBLIC')
              and table_schema in ('public', 'identity', 'operator', 'engine')) as rights,
            (select count(*) from pg_policies) as policies`
        const before = yield* shape
        for (const statement of [
          "reset role", "set role none", "reset session authorization", "set session authorization default", "drop owned by current_user",
          "drop owned by service_app", "drop owned by service_app cascade", "reassign owned by current_user to current_user",
          "grant select on contacts to public", "grant all on receipts to current_user", "revoke select on contacts from service_app",
          "revoke all on companies from service_app", "alter default privileges grant all on tables to public"
        ]) {
          yield* refusalOf(sql.unsafe(statement))
          yield* stays(`service_${who}_`, sql)
        }
        assert.deepStrictEqual(yield* shape, before)
      }))

    it.effect(`is as it should be at the next start, whatever it did to itself: ${who}`, () =>
      Effect.gen(function*() {
        const owner = yield* OwnerSql
        const url = yield* DatabaseUrl
        const sql = yield* sessionAs(who, url)
        yield* sql`alter role current_user set search_path = 'nowhere'`
        yield* sql`alter role current_user set statement_timeout = 1`
        yield* sql`alter role current_user password 'known'`
        yield* sql`select lo_create(0)`
        yield* Effect.scoped(Layer.build(plainDatabase(url, { connections: 2 })))
        const roles = yield* owner<{ config: unknown }>`
          select rolconfig as config from pg_roles where rolname = (select ${`service_${who}_`} || oid from pg_database where datname = current_database())`
        assert.deepStrictEqual(roles, [{ config: null }])
      }))
  }

  it.effect("of requests writes no row that is sealed, dated or numbered already, and nobody into a company", () =>
    Effect.gen(function*() {
      const sql = yield* sessionAs("app", yield* DatabaseUrl)
      const receipt = "company_id, verb, payload_hash, changes, livemode, key_id, request_id"
      const values = "1, 'x', '', '[]', true, 1, 'r'"
      for (const statement of [
        `insert into receipts (${receipt}, sequence) values (${values}, 1)`,
        `insert into receipts (${receipt}, hash) values (${values}, '\\x00')`,
        `insert into receipts (${receipt}, previous_hash) values (${values}, '\\x00')`,
        `insert into receipts (${receipt}, created_at) values (${values}, now() + interval '1 day')`,
        `insert into receipts (${receipt}, id) overriding system value values (${values}, 1)`,
        "update receipts set hash = '\\x00'", "delete from receipts",
        "insert into events (company_id, kind, livemode, request_id, data, sequence) values (1, 'x', true, 'r', '{}', 1)",
        "update events set sequence = 1", "update chain_heads set receipts = 0", "update event_heads set last = 0",
        "update users set account_id = 1", "insert into users (company_id, email, name, role, account_id) values (1, 'x@x.example', 'x', 'owner', 1)",
        "update users set email = 'x@x.example'", "update users set name = 'x'", "update companies set tier = 'enterprise'", "update companies set demo = true", "update companies set industry = 'x'",
        "insert into api_keys (company_id, kind, user_id, prefix, label, mode, scopes) values (1, 'session', 1, '', 'x', 'live', '{}')",
        "update api_keys set kind = 'grant'", "update api_keys set user_id = 1", "update api_keys set scopes = '{}'", "update api_keys set agent = null",
        "insert into sessions (company_id, key_id, account_id) values (1, 1, 1)", "update sessions set account_id = 1",
        "update invitations set token_hash = ''", "update invitations set email = 'x@x.example'", "update invitations set accepted_at = null",
        "insert into refresh_tokens (company_id, hash, key_id) values (1, '', 1)", "update install_tokens set redeemed_at = null",
        "update identity.accounts set email = 'x@x.example'", "update identity.accounts set verified_at = now()", "delete from identity.accounts",
        "select * from identity.vault", "select * from identity.mail_tokens", "update workflow_runs set payload = '{}'", "select * from engine.cluster_messages",
        "update background_failures set tried_at = 'infinity'", "insert into background_failures (company_id, job, problem) values (2, 'seal_receipts', 'x')"
      ]) {
        const asAcme = sql.withTransaction(Effect.andThen(sql`select set_config('app.company_id', '1', true)`, sql.unsafe(statement)))
        assert.strictEqual(yield* refusalOf(asAcme), DENIED, statement)
      }
      /* A key of a company is a key, and no person's. */
      assert.strictEqual(
        yield* refusalOf(sql.withTransaction(Effect.andThen(
          sql`select set_config('app.company_id', '1', true)`,
          sql`insert into api_keys (company_id, kind, prefix, label, mode, scopes) values (1, 'session', '', 'x', 'live', '{}')`
        ))),
        "23514"
      )
    }))

  it.effect("of requests ends sessions only of members of its company", () =>
    Effect.gen(function*() {
      const owner = yield* OwnerSql
      const sql = yield* sessionAs("app", yield* DatabaseUrl)
      const [theirs] = yield* owner<{ account_id: number }>`select account_id from users where company_id = 2 and account_id is not null`
      const end = (company: string) => refusalOf(sql.withTransaction(Effect.andThen(
        sql`select set_config('app.company_id', ${company}, true)`, sql`select identity.end_sessions(${theirs!.account_id}::bigint, 0)`)))
      assert.deepStrictEqual([yield* end(""), yield* end("1"), yield* end("2")], [DENIED, "P0001", "done"])
    }))

  it.effect("calls functions that read for everybody, whatever search path it sets, and gets its company's rows", () =>
    Effect.gen(function*() {
      const owner = yield* OwnerSql
      const sql = yield* sessionAs("app", yield* DatabaseUrl)
      yield* owner`insert into contacts (company_id, first_name, tags) values (1, 'Ours', '{ours}'), (2, 'Ours too', '{ours}')`
      const seen = sql.withTransaction(Effect.gen(function*() {
        yield* sql`select set_config('app.company_id', '1', true), set_config('search_path', 'pg_temp, engine, identity, public', true)`
        return yield* sql<{ id: number }>`
          select id from public.find_contacts(array['ours']) union all select id from public.contacts_tagged('ours', 10)`
      }))
      assert.strictEqual(new Set((yield* seen).map(({ id }) => id)).size, 1)
      assert.lengthOf(yield* seen, 2)
    }))
})
