import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dashboard } from "#schemas/analytics/dashboard"
import type { DashboardId, ReportId } from "#schemas/analytics/ids"
import { countForLimit } from "../kernel/company-lock.ts"
import { repository } from "../kernel/repository.ts"
import { execute } from "../kernel/sql.ts"

/** Reports that the caller's company put side by side. Both modes share them. */
export class Dashboards extends Context.Service<Dashboards>()("layers/analytics/Dashboards", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const dashboards = yield* repository(dashboard, { sort: { name: { column: "sort_name", type: "text" } }, unique: { dashboards_name: "name" } })
    const { inTenant } = dashboards.sql
    return {
      ...dashboards,
      /** How many there are; nobody else adds one until the transaction ends. */
      count: Effect.orDie(countForLimit(sql, "dashboards", sql`dashboards where ${inTenant}`)),
      delete: (id: DashboardId) => execute(sql`delete from dashboards where ${inTenant} and id = ${id}`),
      /** Those that show a report. */
      showing: (id: ReportId) =>
        Effect.orDie(sql<{ id: DashboardId; name: string }>`select id, name from dashboards
          where ${inTenant} and tiles @> ${JSON.stringify([{ report_id: id }])}::jsonb order by id limit 10`)
    }
  })
}) {
  static readonly layer = Layer.effect(Dashboards, Dashboards.make)
}
