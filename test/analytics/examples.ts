import { Effect, type Layer } from "effect"
import type { Call } from "../contract/examples.ts"
import { companyIds, json, type Key, keys, send, type TestServer } from "../support/test-server.ts"
import { OwnerSql } from "../support/database.ts"

type Here = Layer.Success<typeof TestServer>
type Adjust = (call: Call, key: Key) => Effect.Effect<Call, never, Here>

let turn = 0

/** A report of a company. */
export const someReport = Effect.fnUntraced(function*(key: Key) {
  const body = { name: `Example of reports ${turn++}`, query: { measure: "new_deals", dimensions: ["day"], period: "last_7_days" } }
  const made = yield* send("/analytics/reports", { key, method: "POST", ...json(body) })
  if (made.status !== 201) throw new Error(`create_report answered ${made.status}: ${made.text}`)
  return made.json.id as number
})

/** With a tile of a report that there is. */
const tiled: Adjust = (call, key) =>
  Effect.map(someReport(key), (report_id) => ({ ...call, payload: { ...call.payload, tiles: [{ report_id, title: "This month", show: "figure", wide: true }] } }))

/** To somebody who is a member. */
const toMember: Adjust = Effect.fnUntraced(function*(call, key) {
  const sql = yield* OwnerSql
  const [row] = yield* Effect.orDie(sql<{ id: number }>`select id from users where company_id = ${companyIds[keys[key].company]} and removed_at is null order by id limit 1`)
  return { ...call, payload: { schedule: { every: "month", day: 31, at: "07:30", recipients: [row!.id], skip_empty: true, attach_csv: true } } }
})

/** What examples of analytics have. */
export const callsOfReports: Readonly<Record<string, Adjust>> = { create_dashboard: tiled, update_dashboard: tiled, schedule_report: toMember }
