import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { inTenant } from "../kernel/sql.ts"

/** Finds those of some ids that are no records of the caller's company. */
export const missingOf = (sql: SqlClient.SqlClient, table: string) => (ids: ReadonlyArray<number>) =>
  Effect.orDie(Effect.map(
    sql<{ id: number }>`select id from unnest(${[...ids]}::bigint[]) id except select id from ${sql(table)} where ${inTenant(sql)}`,
    (rows) => rows.map(({ id }) => id)
  ))
