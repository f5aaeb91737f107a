import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { ReportId } from "./ids.ts"
import { report, Report } from "./report.ts"
import { ReportResult, UnitName } from "./result.ts"
import { MeasureNames } from "./query.ts"
import { Schedule } from "./schedule.ts"

const Known = Schema.Struct({
  name: MeasureNames,
  title: Schema.String.annotate({ examples: ["Won amount"] }),
  unit: UnitName,
  counts: Schema.String.annotate({ description: "What it counts, and by which time.", examples: ["What those deals are worth, by when they were closed."] }),
  records: Schema.String.annotate({ description: "The kind of record.", examples: ["deals"] }),
  dimensions: Schema.Array(Schema.Struct({
    name: Schema.String.annotate({ examples: ["deal_status"] }),
    title: Schema.String.annotate({ examples: ["Status"] }),
    values: Schema.NullOr(Schema.Array(Schema.String)).annotate({ description: "All that there are; `null` where that depends on the records.", examples: [["open", "won", "lost"]] })
  }).annotate({ identifier: "MeasureDimension" })).annotate({ description: "By what it can be broken down and narrowed, besides time." })
}).annotate({ identifier: "Measure" })

export const list_measures = operation.list("list_measures", "/measures", Known, {
  summary: "List what reports can ask",
  description: "Every figure that a report can ask for, of all categories: what it counts, in which unit, and by what it can be broken down. Each has one definition, " +
    "which holds wherever it is shown."
})

export const list_reports = operation.list("list_reports", "/reports", Report, {
  ...report.list,
  summary: "List reports",
  description: "The company's reports with what each asks, and when it is mailed. Live and test keys share them; what they tell is of the key's mode."
})

export const get_report = operation.get("get_report", "/reports/:id", Report, {
  summary: "Get a report",
  description: "A report's name, question and schedule. `run_report` answers the question."
})

export const create_report = operation.create("create_report", "/reports", report.create, Report, {
  errors: [Conflict],
  tierFloor: "builder",
  summary: "Add a report",
  description: "Saves a question to the company's own records under a name: a figure of `list_measures`, by what it is broken down, of which records and days, and " +
    "with what it is compared. Everybody of the company sees it. A name that another report has is a conflict."
})

export const update_report = operation.update("update_report", "/reports/:id", report.change, Report, {
  errors: [Conflict],
  tierFloor: "builder",
  summary: "Change a report"
})

export const delete_report = operation.remove("delete_report", "/reports/:id", Report, {
  errors: [Conflict],
  summary: "Delete a report",
  description: "Nothing brings it back, and it is mailed no more. One that a dashboard shows is a conflict that names the dashboard.",
  requiresConsent: true,
  undo: "nothing",
  tierFloor: "builder"
})

export const run_report = operation.act("run_report", "/reports/:id/run", ReportResult, {
  params: { id: ReportId },
  readOnly: true,
  idempotent: true,
  summary: "Run a report",
  description: "Asks the report's question now, of records of the key's mode. Money is told by currency and never added across currencies; days are those of the " +
    "company's time zone. What would take the database more than some seconds is stopped: `query_too_expensive`."
})

export const schedule_report = operation.replace("schedule_report", "/reports/:id/schedule", Schema.Struct({
  schedule: Schema.NullOr(Schedule).annotate({ description: "`null` ends it." })
}).annotate({ identifier: "NewReportSchedule" }), Report, {
  tierFloor: "professional",
  summary: "Mail a report regularly",
  description: "Mails the report to members of the company every day, week or month at a time of the company's zone: with the chart as a picture, the table, and what it " +
    "is narrowed by. With a test key nothing is sent. It ends by itself when none of the recipients is a member any more. With `If-Match`, only if nobody changed the report since."
})

export const export_report = operation.download("export_report", "/reports/:id/export", {
  description: "The rows as a file, in UTF-8, with one line of names. Money is in the smallest unit of its currency.",
  examples: { "text/csv": "month,deal_owner,currency,won_amount\n2026-11-01,Olga,USD,125000\n" }
}, {
  params: { id: ReportId },
  tierFloor: "builder",
  summary: "Export a report",
  description: `Runs the report and gives its rows as CSV, up to 1,000, with what they are compared with.`
})

