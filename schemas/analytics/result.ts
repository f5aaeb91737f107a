import { Schema } from "effect"
import { Day, Timestamp } from "#schemas/kernel/time"
import { MeasureNames } from "./query.ts"

const Value = Schema.NullOr(Schema.Finite).annotate({
  description: "Money is in the smallest unit of its currency; a share is of one. `null` where there is nothing to tell, as the mean of no records.", examples: [125_000]
})

const CurrencyOf = Schema.NullOr(Schema.String).annotate({ description: "Of an amount of money; those of different currencies are never added.", examples: ["USD"] })

const figures = {
  currency: CurrencyOf,
  value: Value,
  before: Value.annotate({ description: "Of the days that it is compared with." })
}

const Days = Schema.Struct({ from: Day, to: Day.annotate({ description: "The last day, which counts too." }) }).annotate({ identifier: "ReportDays" })

export const UnitName = Schema.Literals(["count", "number", "money", "share"]).annotate({
  description: "`count`: of records; `number`: anything else; `money`: by currency; `share`: of one.", examples: ["money"]
})

/** What a question to the records gives. */
export const ReportResult = Schema.Struct({
  measure: MeasureNames,
  title: Schema.String.annotate({ description: "What the figure is called.", examples: ["Won amount"] }),
  counts: Schema.String.annotate({ description: "What it counts, and by which time.", examples: ["What those deals are worth, by when they were closed."] }),
  unit: UnitName,
  columns: Schema.Array(Schema.Struct({ name: Schema.String, title: Schema.String }).annotate({ identifier: "ReportColumn" })).annotate({
    description: "By what it is broken down: what the texts of `by` are.", examples: [[{ name: "month", title: "Month" }]]
  }),
  period: Days,
  before: Schema.NullOr(Days).annotate({ description: "The days that it is compared with." }),
  time_zone: Schema.String.annotate({ description: "In which days begin and end.", examples: ["Europe/Oslo"] }),
  rows: Schema.Array(Schema.Struct({
    by: Schema.Array(Schema.NullOr(Schema.String)).annotate({
      description: "One text for each column, `null` for none. Of time, the first day.", examples: [["2026-11-01"]]
    }),
    ...figures
  }).annotate({ identifier: "ReportRow" })).annotate({ description: "What has no records has no row." }),
  totals: Schema.Array(Schema.Struct(figures).annotate({ identifier: "ReportTotal" })).annotate({ description: "Of all rows, also those that are not shown; one for each currency." }),
  truncated: Schema.Boolean.annotate({ description: "There are more rows than were asked for." }),
  as_of: Timestamp
}).annotate({ identifier: "ReportResult" })
export type ReportResult = typeof ReportResult.Type
