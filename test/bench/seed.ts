import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"
import { hashOf, random } from "#layers/auth/api-keys"
import { provision } from "#layers/auth/provision"
import { makeKey, prefixOf } from "#schemas/kernel/api-key"
import { scopes } from "#schemas/kernel/tenancy"
import { employers, firstNames, lastNames } from "./names.ts"

export interface Seeded {
  readonly company: number
  readonly key: string
  readonly contacts: number
  readonly firstId: number
}

/** A company of the highest tier with a key that may do everything and `count` contacts, made by one statement. */
export const seed = Effect.fnUntraced(function*(name: string, count: number): Effect.fn.Return<Seeded, SqlError.SqlError, SqlClient.SqlClient> {
  const sql = yield* SqlClient.SqlClient
  const { company_id: company } = yield* provision({ name, tier: "enterprise", industry: null, owner: null })
  const key = makeKey("live", random)
  yield* sql`insert into api_keys ${
    sql.insert({ company_id: company, hash: hashOf(key), prefix: prefixOf(key), label: "bench", mode: "live", scopes: [...scopes] })
  }`
  yield* sql`
    with picked as (
      select n,
        (${firstNames}::text[])[1 + (hashint8extended(n, 1) & 2147483647) % ${firstNames.length}] as first,
        (${lastNames}::text[])[1 + (hashint8extended(n, 2) & 2147483647) % ${lastNames.length}] as last,
        (${employers}::text[])[1 + (hashint8extended(n, 3) & 2147483647) % ${employers.length}] as employer,
        now() - make_interval(secs => (hashint8extended(n, 4) & 2147483647) % 100000000) as at
      from generate_series(1, ${count}::int) n)
    insert into contacts (company_id, first_name, last_name, email, phone, company_name, tags, notes, source, created_at, updated_at)
    select ${company}, first, last, lower(first || '.' || last || '.' || n || '@' || employer || '.example'),
      '+1202555' || lpad((100 + n % 100)::text, 4, '0'), employer || ' Ltd',
      case n % 4 when 0 then array['newsletter', 'vip'] when 1 then array['newsletter'] else '{}' end,
      case n % 3 when 0 then 'Met at the spring fair; asked for an offer by the end of the quarter.' end,
      case n % 2 when 0 then 'web form' else 'import' end, at, at
    from picked order by n`
  const [range] = yield* sql<{ first: number; count: number }>`
    select min(id) as first, count(*) as count from contacts where company_id = ${company}`
  return { company, key, contacts: range!.count, firstId: range!.first }
})

/** Leaves tables as a quiet night would: vacuumed, analysed, and written out. */
export const settle = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`vacuum analyze`
  yield* sql`checkpoint`
}).pipe(Effect.orDie)

/** Rows that the chores have yet to seal or number. */
export const backlog = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ n: number }>`
    select (select count(*) from receipts where sequence is null) + (select count(*) from events where sequence is null) as n`
  return row!.n
}).pipe(Effect.orDie)

/** Process ids of PostgreSQL, in this cluster and visible here. */
export const postgresPids = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ pid: number }>`select pid from pg_stat_activity where pid <> pg_backend_pid()`
  return rows.map(({ pid }) => pid)
}).pipe(Effect.orDie)
