import { Schema } from "effect"
import { clock, Weekday } from "#schemas/company/opening-hours"
import { defaulted } from "#schemas/kernel/defaulted"
import { UserId } from "#schemas/kernel/ids"

const MOST_RECIPIENTS = 50

/** A month is told of on its last day where it has no such day. */
const DayOfMonth = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 31 }))

const common = {
  at: clock("", "07:30").annotate({ description: "By the clock of the company's time zone, whatever daylight saving does." }),
  recipients: Schema.Array(UserId).check(Schema.isMinLength(1), Schema.isMaxLength(MOST_RECIPIENTS), Schema.isUnique()).annotate({
    description: "Members of the company. Who leaves it gets no more.", examples: [[UserId.make(1)]]
  }),
  skip_empty: defaulted(Schema.Boolean.annotate({ description: "No e-mail where there is nothing to tell." }), true),
  attach_csv: defaulted(Schema.Boolean.annotate({ description: "With all rows as a file." }), false)
}

/** When a report is mailed, and to whom. */
export const Schedule = Schema.Union([
  Schema.Struct({ every: Schema.Literal("day"), ...common }),
  Schema.Struct({ every: Schema.Literal("week"), weekday: Weekday, ...common }),
  Schema.Struct({ every: Schema.Literal("month"), day: DayOfMonth.annotate({ description: "The last day of months that have no such day.", examples: [1] }), ...common })
]).annotate({ identifier: "ReportSchedule" })
export type Schedule = typeof Schedule.Type
