import { Cause, Effect, Option } from "effect"
import { Dashboards } from "#layers/analytics/dashboards"
import { Reports } from "#layers/analytics/reports"
import { isTooExpensive } from "#layers/database/problem"
import { requireRoom } from "#layers/kernel/company-lock"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { MOST_DASHBOARDS, type Dashboard, type ShownTile } from "#schemas/analytics/dashboard"
import type * as api from "#schemas/analytics/dashboards.api"
import type { Input } from "#schemas/kernel/catalog"
import { type Detail, ValidationError } from "#schemas/kernel/errors"
import { asked } from "./asking.ts"

type Tile = Dashboard["tiles"][number]

export const list_dashboards = (query: Input<typeof api.list_dashboards>) => Dashboards.use((dashboards) => dashboards.page(query))

/** Every tile names a report that there is; it is there until the transaction ends. */
const requireReports = Effect.fnUntraced(function*(tiles: ReadonlyArray<Tile>) {
  const reports = yield* Reports
  const details = (yield* Effect.forEach(tiles, ({ report_id }, n) =>
    Effect.map(reports.find(report_id, { lock: true }), (found): ReadonlyArray<Detail> =>
      Option.isSome(found) ? [] : [{ field: `tiles[${n}].report_id`, error: "there is no such report", received: report_id }]))).flat()
  if (details.length > 0) return yield* new ValidationError({ message: "Some tiles name reports that are not there.", details })
})

export const create_dashboard = Effect.fnUntraced(function*(input: Input<typeof api.create_dashboard>) {
  const dashboards = yield* Dashboards
  yield* requireReports(input.tiles)
  yield* requireRoom(dashboards.count, MOST_DASHBOARDS, "dashboards")
  return yield* dashboards.create(input)
})

export const update_dashboard = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_dashboard>) {
  yield* requireReports(changes.tiles)
  return yield* Dashboards.use((dashboards) => dashboards.change(id, changes))
})

export const delete_dashboard = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_dashboard>) {
  const dashboards = yield* Dashboards
  const before = yield* dashboards.get(id, { lock: true })
  yield* dashboards.delete(id)
  yield* recordChange({ object: "dashboard", id, before, after: null })
  return before
})

const TOO_EXPENSIVE = "This takes the database too long, and was stopped: narrow the report down, or let it look at fewer days."

const shown = Effect.fnUntraced(function*(tile: Tile) {
  const found = yield* Reports.use((reports) => reports.find(tile.report_id))
  if (Option.isNone(found)) return { ...tile, name: "", chart: null, result: null, problem: "The report is gone." } satisfies ShownTile
  const { chart, name, query } = found.value
  return yield* asked(Effect.succeed(query)).pipe(
    Effect.map((result): ShownTile => ({ ...tile, name, chart, result, problem: null })),
    Effect.catchCause((cause) => isTooExpensive(Cause.squash(cause))
      ? Effect.succeed<ShownTile>({ ...tile, name, chart, result: null, problem: TOO_EXPENSIVE })
      : Effect.failCause(cause))
  )
})

export const get_dashboard = Effect.fnUntraced(function*({ id }: Input<typeof api.get_dashboard>) {
  const dashboard = yield* Dashboards.use((dashboards) => dashboards.get(id))
  /* Each is a statement of its own: a slow one keeps no other from being shown. */
  return { ...dashboard, tiles: yield* Effect.forEach(dashboard.tiles, shown, { concurrency: 4 }) }
})
