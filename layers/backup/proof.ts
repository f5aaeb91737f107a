import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { StartFailure } from "#schemas/kernel/start-failure"

/** What was read whole. */
export interface Examined {
  readonly tables: number
  readonly rows: number
  readonly indexes: number
}

/**
 * Reads each table and each index of a copy that is thrown away afterwards, so that the checksum of every page is computed, each row can be
 * found by each index, and nothing points at nothing (https://www.postgresql.org/docs/18/amcheck.html).
 */
export const examined = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create extension if not exists amcheck`
  const tables = yield* sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname <> 'information_schema' order by 1`
  let rows = 0
  for (const { name } of tables) {
    const [damage] = yield* sql<{ block: bigint; problem: string }>`select blkno as block, msg as problem from verify_heapam(${name}::regclass) limit 1`
    if (damage !== undefined) return yield* new StartFailure({ message: `Block ${damage.block} of ${name} is damaged: ${damage.problem}.` })
    const [counted] = yield* sql<{ rows: number }>`select count(*)::float8 as rows from ${sql.literal(name)}`
    rows += counted!.rows
  }
  const [indexes] = yield* sql<{ checked: number }>`
    select count(*)::int as checked from (
      select bt_index_check(index => i.indexrelid, heapallindexed => true) from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p' and i.indisvalid offset 0) checks`
  return { tables: tables.length, rows, indexes: indexes!.checked } satisfies Examined
})
