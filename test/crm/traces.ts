import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"

/** Words that stand nowhere by chance. */
export const traced = ["zyxolde", "quarnwick", "unmistakable.example", "2025550187", "202-555-0187", "vexillary", "zyxie@elsewhere.example"]

export const holds = (text: string) => {
  const lower = text.toLowerCase()
  return traced.some((trace) => lower.includes(trace))
}

/** Which of the traces any table holds, with the table. */
export const found = Effect.gen(function*() {
  const sql = yield* OwnerSql
  /* The job does it within a minute. */
  yield* sql`select forget_statistics()`
  const tables = yield* sql<{ name: string }>`select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text not in ('information_schema', 'pg_toast') order by 1`
  const pattern = traced.join("|")
  const hits: Array<string> = []
  for (const { name } of tables) {
    if (name === "pg_catalog.pg_largeobject") continue
    const rows = yield* sql.unsafe<{ row: string }>(`select t::text as row from ${name} t where t::text ~* $1 limit 3`, [pattern])
    hits.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 400)}`))
  }
  /* Bytes are printed as hexadecimal digits. */
  const pieces = yield* sql<{ upload_id: number }>`select upload_id from upload_pieces
    where encode(bytes, 'escape') ~* ${pattern}`
  return [...hits, ...pieces.map(({ upload_id }) => `upload ${upload_id}`)]
}).pipe(Effect.orDie)

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : entry.isFile() ? [join(folder, entry.name)] : [])

/** Files below a folder that hold a trace. */
export const left = (folder: string) =>
  filesBelow(folder).filter((file) => statSync(file, { throwIfNoEntry: false }) !== undefined && holds(readFileSync(file).toString("latin1")))
