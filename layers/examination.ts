import { Effect } from "effect"
import type { Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "./database.ts"
import { latestMigration } from "./migrations.ts"

/** What a look at the database found. */
export interface Examination {
  /** Migrations this program has and the database has not; below zero when the database is ahead of the program. */
  readonly pending: number
  /** What is wrong with the roles and policies that confine companies, in words. */
  readonly leaks: ReadonlyArray<string>
  /** How far the database's clock is ahead of ours, in milliseconds, give or take the way there and back. */
  readonly skewMs: number
  readonly bytes: number
  /** Of the server, like `18.4`. */
  readonly version: string
}

const migrationsDone = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [table] = yield* sql<{ there: boolean }>`select to_regclass('effect_sql_migrations') is not null as there`
  if (!table!.there) return 0
  const [row] = yield* sql<{ latest: number }>`select coalesce(max(migration_id), 0) as latest from effect_sql_migrations`
  return row!.latest
})

const strongRoles = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; missing: boolean; strong: boolean; owns: number }>`
    select name, r.oid is null as missing, coalesce(r.rolsuper or r.rolbypassrls, false) as strong,
      (select count(*) from pg_class c where c.relowner = r.oid) as owns
    from unnest(array['service_app', 'service_system']) name left join pg_roles r on r.rolname = name`
  return rows.flatMap(({ missing, name, owns, strong }) => [
    ...missing ? [`the role ${name} does not exist`] : [],
    ...strong ? [`the role ${name} may pass by row level security`] : [],
    ...owns > 0 ? [`the role ${name} owns ${owns} tables`] : []
  ])
})

const openTables = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`
    select c.relname::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))
    order by 1`
  return rows.map(({ name }) => `the table ${name} is not confined to its company`)
})

/** Looks at a database that can be reached; changes nothing. */
export const examination = (url: Redacted.Redacted) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const done = yield* migrationsDone
    const leaks = done === 0 ? [] : [...yield* strongRoles, ...yield* openTables]
    const before = Date.now()
    const [clock] = yield* sql<{ ms: number; bytes: number; version: string }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms, pg_database_size(current_database()) as bytes,
        split_part(current_setting('server_version'), ' ', 1) as version`
    const after = Date.now()
    return {
      pending: latestMigration - done,
      leaks,
      skewMs: Math.round(clock!.ms - (before + after) / 2),
      bytes: clock!.bytes,
      version: clock!.version
    } satisfies Examination
  }).pipe(Effect.provide(owner(url)))
