import { Effect } from "effect"
import { JobsSql } from "../../database/connections.ts"

/**
 * Removes what is left of erased people outside of rows: samples of the planner, dead rows with their entries in indexes, and the
 * write-ahead log, as far as PostgreSQL lets us. The number of erasures. What a crash interrupts is left to autovacuum.
 */
export const remains = Effect.map(JobsSql, (sql) => Effect.gen(function*() {
  const [{ n = 0 } = {}] = yield* sql<{ n: number }>`select forget_statistics() as n`
  if (n === 0) return 0
  const tables = yield* sql<{ name: string }>`
    select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'engine') order by 1`
  for (const { name } of tables) {
    yield* sql.unsafe(`vacuum (index_cleanup on) ${name}`).pipe(
      Effect.tapCause((cause) => Effect.logWarning(`${name} is left to autovacuum, with dead rows of erased people`, cause)), Effect.exit)
  }
  yield* sql`select installation.end_write_ahead_log()`
  return n
}))
