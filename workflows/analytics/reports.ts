import { Effect } from "effect"
import { Dashboards } from "#layers/analytics/dashboards"
import { Reports } from "#layers/analytics/reports"
import { requireRoom } from "#layers/kernel/company-lock"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { declared } from "#schemas/analytics/query"
import { MOST_REPORTS } from "#schemas/analytics/report"
import type * as api from "#schemas/analytics/reports.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { Download } from "#schemas/kernel/streams"
import { pageOf } from "../page-of.ts"
import { asked } from "./asking.ts"
import { csvOf } from "./csv.ts"
import { unscheduled } from "./schedule.ts"

const measures = [...declared.values()].map(({ counts, dimensions, name, records, title, unit }) => ({
  name, title, unit, counts, records,
  dimensions: Object.entries(dimensions).map(([name, { title, values }]) => ({ name, title, values: values ?? null }))
}))

export const list_measures = (query: Input<typeof api.list_measures>) => pageOf(measures, query)

export const list_reports = (query: Input<typeof api.list_reports>) => Reports.use((reports) => reports.page(query))

export const get_report = ({ id }: Input<typeof api.get_report>) => Reports.use((reports) => reports.get(id))

export const create_report = Effect.fnUntraced(function*(input: Input<typeof api.create_report>) {
  const reports = yield* Reports
  yield* requireRoom(reports.count, MOST_REPORTS, "reports")
  return yield* reports.create(input)
})

export const update_report = ({ id, ...changes }: Input<typeof api.update_report>) => Reports.use((reports) => reports.change(id, changes))

export const delete_report = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_report>) {
  const reports = yield* Reports
  const before = yield* reports.get(id, { lock: true })
  const showing = yield* Dashboards.use((dashboards) => dashboards.showing(id))
  if (showing.length > 0) {
    return yield* new Conflict({
      message: `It stands on ${showing.map(({ id, name }) => `"${name}" (dashboard ${id})`).join(", ")}: take it off there first.`
    })
  }
  yield* unscheduled(id)
  yield* reports.delete(id)
  yield* recordChange({ object: "report", id, before, after: null })
  return before
})

export const run_report = ({ id }: Input<typeof api.run_report>) =>
  asked(Effect.map(Reports.use((reports) => reports.get(id)), ({ query }) => query))

/** Rows of a file; more are in the records that a report counts. */
const MOST_EXPORTED = 1_000

export const export_report = Effect.fnUntraced(function*({ id }: Input<typeof api.export_report>) {
  const { name, query } = yield* Reports.use((reports) => reports.get(id))
  const result = yield* asked(Effect.succeed({ ...query, limit: MOST_EXPORTED }))
  return { type: "text/csv", name: `${name}.csv`, content: csvOf(result) } satisfies Download
})
