import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"
import { Cents } from "#schemas/kernel/money"
import { Timestamp } from "#schemas/kernel/time"
import { Acting, FigureKey } from "./figure.ts"

const CountedRow = Schema.Struct({
  id: Id,
  at: Schema.NullOr(Timestamp),
  title: Schema.NullOr(Schema.String).annotate({ description: "What people call it.", examples: ["INV-000042"] }),
  amount: Schema.NullOr(Cents),
  currency: Schema.NullOr(Schema.String).annotate({ examples: ["USD"] })
}).annotate({ identifier: "CountedRow" })

export const MetricExplanation = Schema.Struct({
  figure: FigureKey,
  title: Schema.String.annotate({ examples: ["Overdue invoices"] }),
  counts: Schema.String.annotate({ description: "What it counts.", examples: ["Finalized invoices of which anything is owed, and whose last day to be paid is over."] }),
  rows: Schema.String.annotate({ description: "The records that it is counted from.", examples: ["invoices"] }),
  at: Schema.String.annotate({ description: "By what `at` of a row is meant.", examples: ["the day until which it was to be paid"] }),
  as_of: Timestamp,
  day_start: Timestamp.annotate({ description: "When the day began for the company." }),
  time_zone: Schema.String.annotate({ examples: ["Europe/Oslo"] }),
  total: Schema.Int.annotate({ description: "How many rows there are.", examples: [3] }),
  amounts: Schema.Array(Schema.Struct({ amount: Cents, currency: Schema.String.annotate({ examples: ["USD"] }) })).annotate({
    description: "What they sum up to, of a figure that is money."
  }),
  first: Schema.Array(CountedRow).annotate({ description: "The first ten of them, the latest first." }),
  act: Acting
}).annotate({ identifier: "MetricExplanation" })
export type MetricExplanation = typeof MetricExplanation.Type
