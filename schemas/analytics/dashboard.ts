import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { line } from "#schemas/kernel/text"
import { DashboardId, ReportId } from "./ids.ts"
import { ReportResult } from "./result.ts"

/** Dashboards that a company may keep. */
export const MOST_DASHBOARDS = 100

/** Each is a question to the database. */
export const MOST_TILES = 12

const tile = {
  report_id: ReportId,
  title: defaulted(Schema.NullOr(line(100)).annotate({ description: "`null`: the name of the report.", examples: ["This month"] }), null),
  show: defaulted(Schema.Literals(["chart", "table", "figure"]).annotate({ description: "`figure`: the total alone, large.", examples: ["chart"] }), "chart"),
  wide: defaulted(Schema.Boolean.annotate({ description: "It has the whole width." }), false)
}

const Tile = Schema.Struct(tile).annotate({ identifier: "NewTile" })
const Kept = Schema.Struct({
  report_id: ReportId,
  title: Schema.NullOr(Schema.String).annotate({ examples: ["This month"] }),
  show: Schema.Literals(["chart", "table", "figure"]).annotate({ examples: ["chart"] }),
  wide: Schema.Boolean
}).annotate({ identifier: "Tile" })

/** Reports side by side. */
export const dashboard = entity("Dashboard", {
  id: field.readOnly(DashboardId),
  name: field.required(line(100).annotate({ description: "One dashboard of a company, whatever the letter case.", examples: ["Sales"] })),
  tiles: field.required(
    Schema.Array(Tile).check(Schema.isMaxLength(MOST_TILES)).annotate({ description: `In this order, at most ${MOST_TILES}.`, examples: [[{ report_id: ReportId.make(1), title: null, show: "chart", wide: false }]] }),
    Schema.Array(Kept)
  ),
  ...versioned
}, { sort: ["id", "name"] })
export const Dashboard = dashboard.read
export type Dashboard = typeof Dashboard.Type

const Shown = Schema.Struct({
  ...Kept.fields,
  name: Schema.String.annotate({ description: "Of the report.", examples: ["Won by month"] }),
  chart: Schema.NullOr(Schema.Literals(["line", "bars", "none"])).annotate({ description: "As the report says.", examples: ["line"] }),
  result: Schema.NullOr(ReportResult).annotate({ description: "`null` where the database took too long, or the report is gone." }),
  problem: Schema.NullOr(Schema.String).annotate({ description: "Why there is no result.", examples: ["This takes the database too long, and was stopped."] })
}).annotate({ identifier: "ShownTile" })
export type ShownTile = typeof Shown.Type

export const DashboardWithData = Schema.Struct({ ...Dashboard.fields, tiles: Schema.Array(Shown) }).annotate({ identifier: "DashboardWithData", ...dashboard.about })
