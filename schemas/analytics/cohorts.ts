import { Schema } from "effect"
import { Cents, inCents } from "#schemas/kernel/money"
import { Day, Timestamp } from "#schemas/kernel/time"

export const MOST_MONTHS = 24

const Month = Schema.Struct({
  after: Schema.Int.annotate({ description: "Months after the first; 0 is the first itself.", examples: [1] }),
  people: Schema.Int.annotate({ description: "How many of them paid something in that month.", examples: [9] }),
  share: Schema.Finite.annotate({ description: "Of all of them.", examples: [0.3] }),
  paid: Cents.annotate({ description: inCents("What they paid in it, less what was given back, with tax.") })
}).annotate({ identifier: "CohortMonth" })

const Cohort = Schema.Struct({
  month: Day.annotate({ description: "The first day of the month in which they paid for the first time.", examples: ["2026-03-01"] }),
  people: Schema.Int.annotate({ examples: [30] }),
  paid: Cents.annotate({ description: inCents("By all of them, until now.") }),
  lifetime: Cents.annotate({ description: inCents("By one of them on average, until now.") }),
  months: Schema.Array(Month).annotate({ description: "Each month since, the one that goes on now among them." })
}).annotate({ identifier: "Cohort" })

export const Cohorts = Schema.Struct({
  currency: Schema.String.annotate({ examples: ["USD"] }),
  as_of: Timestamp,
  time_zone: Schema.String.annotate({ examples: ["Europe/Oslo"] }),
  livemode: Schema.Boolean,
  cohorts: Schema.Array(Cohort).annotate({ description: "The oldest first; months in which nobody came are left out." })
}).annotate({ identifier: "Cohorts" })
export type Cohorts = typeof Cohorts.Type
