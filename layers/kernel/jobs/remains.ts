import { Effect } from "effect"
import { JobsSql } from "../../database/connections.ts"

/**
 * Removes what is left of erased people outside of rows: samples of the planner and the write-ahead log, as far as PostgreSQL lets us. The
 * number of erasures. Dead rows are left to autovacuum: the right to VACUUM a table is the right to lock it.
 */
export const remains = Effect.map(JobsSql, (sql) => Effect.gen(function*() {
  const [{ n = 0 } = {}] = yield* sql<{ n: number }>`select forget_statistics() as n`
  if (n === 0) return 0
  yield* sql`select installation.end_write_ahead_log()`
  return n
}))
