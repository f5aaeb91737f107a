import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ReportQuery } from "#schemas/analytics/query"

type Asked = Pick<ReportQuery, "measure" | "dimensions" | "period" | "compare">

/** What the company asks its own records, by name. */
const reports: ReadonlyArray<readonly [name: string, asked: Asked]> = [
  ["Revenue by month", { measure: "revenue", dimensions: ["month"], period: "last_365_days", compare: "none" }],
  ["Revenue this month", { measure: "revenue", dimensions: [], period: "this_month", compare: "period_before" }],
  ["Won by owner", { measure: "won_amount", dimensions: ["deal_owner"], period: "last_365_days", compare: "none" }],
  ["New contacts by source", { measure: "new_contacts", dimensions: ["contact_source"], period: "last_90_days", compare: "period_before" }],
  ["Orders by week", { measure: "new_orders", dimensions: ["week"], period: "last_90_days", compare: "period_before" }],
  ["Appointments by weekday", { measure: "appointments", dimensions: ["weekday"], period: "last_90_days", compare: "none" }]
]

/** Puts reports of one company, and a dashboard of them, into its tables. As the database's owner, in a transaction. */
export const insertReports = Effect.fnUntraced(function*(company_id: number) {
  const sql = yield* SqlClient.SqlClient
  const ids: Array<number> = []
  for (const [name, asked] of reports) {
    const [row] = yield* sql<{ id: number }>`insert into reports (company_id, name, query)
      values (${company_id}, ${name}, ${JSON.stringify({ ...asked, filters: [], limit: 100 })}::jsonb) returning id`
    ids.push(row!.id)
  }
  const [byMonth, thisMonth, won, sources, orders, weekdays] = ids
  const tiles = [
    [thisMonth, "figure", false], [orders, "chart", false], [byMonth, "chart", true], [won, "chart", false], [sources, "table", false], [weekdays, "chart", false]
  ].map(([report_id, show, wide]) => ({ report_id, title: null, show, wide }))
  yield* sql`insert into dashboards (company_id, name, tiles) values (${company_id}, 'How we do', ${JSON.stringify(tiles)}::jsonb)`
})
