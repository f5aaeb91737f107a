import { Effect } from "effect"
import type { Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { type BackgroundState, backgroundState } from "../kernel/jobs/failures.ts"
import { owner } from "./connections.ts"
import { faultsOf } from "./login-checks.ts"
import type { ServiceRole } from "./logins.ts"
import { latestMigration, latestRun } from "./migrations.ts"
import { asSystem } from "../auth/provision.ts"

/** What a look at the database found. */
export interface DatabaseReport {
  /** Migrations this program has and the database has not; below zero when the database is ahead of the program. */
  readonly pending: number
  /** What is wrong with the roles and policies that confine companies, in words. */
  readonly leaks: ReadonlyArray<string>
  /** How background jobs get on; none before the database knows of it. */
  readonly background: BackgroundState | undefined
  /** How far the database's clock is ahead of ours, in milliseconds, give or take the way there and back. */
  readonly skewMs: number
  readonly bytes: number
  /** Of the server, like `18.4`. */
  readonly version: string
}

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

/** The accounts that the service made for itself; those that the operator named are looked at when it starts. */
const strongAccounts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* sql<{ name: string; role: ServiceRole }>`
    select r.rolname::text as name, role from unnest(array['service_app', 'service_system']) role
    join pg_roles r on r.rolname = role || '_' || (select oid from pg_database where datname = current_database())`
  const found = yield* Effect.forEach(accounts, ({ name, role }) =>
    Effect.map(faultsOf(role, name), (faults) => faults.map((fault) => `the account ${name} ${fault}`)))
  return found.flat()
})

/** The migration that made what jobs note. */
const NOTED = 21

/** Looks at a database that can be reached; changes nothing. */
export const inspectDatabase = (url: Redacted.Redacted) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const done = yield* latestRun
    const leaks = done === 0 ? [] : [...yield* strongRoles, ...yield* strongAccounts, ...yield* openTables]
    const background = done < NOTED ? undefined : yield* asSystem(backgroundState)
    const before = Date.now()
    const [clock] = yield* sql<{ ms: number; bytes: number; version: string }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms, pg_database_size(current_database()) as bytes,
        split_part(current_setting('server_version'), ' ', 1) as version`
    const after = Date.now()
    return {
      pending: latestMigration - done,
      leaks,
      background,
      skewMs: Math.round(clock!.ms - (before + after) / 2),
      bytes: clock!.bytes,
      version: clock!.version
    } satisfies DatabaseReport
  }).pipe(Effect.provide(owner(url)))
