import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Columns of one table that a role may give a value in an insert, and those that it may change. */
export interface Columns {
  readonly insert?: string
  readonly update?: string
}

/**
 * Grants these columns and takes away the rest: nobody who writes a row may choose what numbers, dates or seals it. What may be
 * read and deleted stays as it was.
 */
export const columns = Effect.fnUntraced(function*(role: "service_app" | "service_system", tables: Readonly<Record<string, Columns>>) {
  const sql = yield* SqlClient.SqlClient
  for (const [table, granted] of Object.entries(tables)) {
    yield* sql.unsafe(`revoke insert, update on ${table} from ${role}`)
    for (const right of ["insert", "update"] as const) {
      if (granted[right] !== undefined) yield* sql.unsafe(`grant ${right} (${granted[right]}) on ${table} to ${role}`)
    }
  }
})
