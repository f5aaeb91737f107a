import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunFilter } from "#schemas/workflows/run-filter"
import { inTenant, where } from "../kernel/sql.ts"
import { type AttributeCondition, attributeCondition } from "./search-attributes.ts"

/** Holds for the runs that the caller is shown. */
export const shownRuns = (sql: SqlClient.SqlClient): Effect.Effect<Statement.Fragment, never, Caller> =>
  Effect.map(Caller, ({ mode }) => sql`${inTenant(sql)} and not starts_with(workflow, 'auth.') and livemode = ${mode === "live"}`)

/** Hold for those of them that a filter asks for; `found` is what it asks of search attributes. */
export const runConditions = (
  sql: SqlClient.SqlClient, { schedule_id, search_attribute: _, ...filter }: RunFilter, found: ReadonlyArray<AttributeCondition>
): Effect.Effect<ReadonlyArray<Statement.Fragment>, never, Caller> =>
  Effect.map(shownRuns(sql), (shown) => [
    shown,
    ...found.map((one) => attributeCondition(sql, one)),
    ...schedule_id === undefined ? [] : [sql`origin ? 'schedule_id' and (origin ->> 'schedule_id')::bigint = ${schedule_id}`],
    ...where(sql, filter, {
      created_since: (at) => sql`created_at >= ${at}`, created_until: (at) => sql`created_at < ${at}`,
      finished_since: (at) => sql`finished_at >= ${at}`, finished_until: (at) => sql`finished_at < ${at}`
    })
  ])
