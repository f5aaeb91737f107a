import { Schema } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { line, prose } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { ReportId } from "./ids.ts"
import { ReportQuery } from "./query.ts"
import { Schedule } from "./schedule.ts"

/** Reports that a company may keep. */
export const MOST_REPORTS = 1_000

const Chart = Schema.Literals(["line", "bars", "none"]).annotate({
  description: "How it is drawn: `line` over time, `bars` beside each other, or only as a table.", examples: ["line"]
})

/** A question to the company's records that was given a name. It is asked anew each time. */
export const report = entity("Report", {
  id: field.readOnly(ReportId),
  name: field.required(line(100).annotate({ description: "One report of a company, whatever the letter case.", examples: ["Won by month"] })),
  description: field.nullable(prose(1_000), { examples: ["For the meeting on Mondays."] }),
  query: field.required(ReportQuery),
  chart: field.nullable(Chart, { description: "`null`: lines over time, and else bars." }),
  schedule: field.readOnly(Schema.NullOr(Schema.toType(Schedule)).annotate({ description: "When it is mailed; `null`: never." })),
  next_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "When it is mailed next." })),
  last_mailed_at: field.readOnly(Schema.NullOr(Timestamp)),
  last_outcome: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "What became of the last time, in words.", examples: ["Sent to 2 people."] })),
  ...versioned
}, { sort: ["id", "name"] })
export const Report = report.read
export type Report = typeof Report.Type
