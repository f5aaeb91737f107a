import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { ReportId } from "#schemas/analytics/ids"
import { report } from "#schemas/analytics/report"
import type { UserId } from "#schemas/kernel/ids"
import { RunId } from "#schemas/workflows/run"
import { countForLimit } from "../kernel/company-lock.ts"
import { repository } from "../kernel/repository.ts"
import { execute } from "../kernel/sql.ts"

/** Questions that the caller's company gave names to. Both modes share them. */
export class Reports extends Context.Service<Reports>()("layers/analytics/Reports", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const reports = yield* repository(report, {
      sort: { name: { column: "sort_name", type: "text" } }, unique: { reports_name: "name" }, internal: { timer_run: Schema.NullOr(RunId), timer_live: Schema.NullOr(Schema.Boolean) }
    })
    const { inTenant } = reports.sql
    return {
      ...reports,
      /** How many there are; nobody else adds one until the transaction ends. */
      count: Effect.orDie(countForLimit(sql, "reports", sql`reports where ${inTenant}`)),
      /** Those that are mailed. */
      scheduled: Effect.orDie(sql<{ id: ReportId }>`select id from reports where ${inTenant} and schedule is not null order by id`),
      delete: (id: ReportId) => execute(sql`delete from reports where ${inTenant} and id = ${id}`),
      /** Those of these people who are members. */
      members: (ids: ReadonlyArray<UserId>) =>
        Effect.orDie(sql<{ id: UserId; email: string }>`select id, email from users where ${inTenant} and removed_at is null and id = any(${[...ids]}::bigint[])`),
      /** When it is mailed next and what became of the last time: that is no change of the report. */
      told: (id: ReportId, values: { readonly next_at?: string | null; readonly last_mailed_at?: string; readonly last_outcome?: string }) =>
        execute(sql`update reports set ${sql.update(values)} where ${inTenant} and id = ${id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(Reports, Reports.make)
}
