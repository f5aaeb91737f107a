import type { SqlClient } from "effect/sql"
import { personal } from "../../categories.ts"

/** By table, the deletion of rows that are older than their company keeps their kind for (`retention` of its settings). */
export const keptNoLonger = (sql: SqlClient.SqlClient, most: number) =>
  personal.flatMap(({ object, since, table }) => since === undefined ? [] : [{
    table,
    batch: sql<{ n: number }>`
      with old as (
        delete from ${sql(table)} where ctid = any (array(
          select r.ctid from companies c join ${sql(table)} r on r.company_id = c.id
          where c.retention ? ${object} and r.${sql(since)} < now() - make_interval(days => (c.retention->>${object})::int) limit ${most}))
        returning 1)
      select count(*) as n from old`
  }])
