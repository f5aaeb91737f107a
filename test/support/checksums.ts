import { Effect } from "effect"
import { OwnerSql } from "./database.ts"

/** Heartbeats of the engine. */
const beating = ["engine.cluster_runners", "engine.cluster_locks"]

/**
 * One checksum for each table of the database, those of the engine too. Left out is what time alone changes: heartbeats,
 * and when a key was last used.
 */
export const checksums = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const tables = yield* sql<{ name: string }>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') order by 1`
  const sums: Record<string, string> = {}
  for (const { name } of tables.filter(({ name }) => !beating.includes(name))) {
    const [row] = yield* sql<{ sum: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(row, ' ' order by row)), '') as sum
      from (select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.literal(name)} t) rows`
    sums[name] = row!.sum
  }
  return sums
}).pipe(Effect.orDie)
