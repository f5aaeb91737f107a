import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field } from "#schemas/kernel/entity"
import { phrase } from "#schemas/kernel/phrase"
import { line, prose } from "#schemas/kernel/text"
import { Day, Timestamp } from "#schemas/kernel/time"
import { StaffId, TimeOffId } from "./ids.ts"

const isLocal = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d$/u
const isDay = Schema.is(Day)

/** A time of the company's wall clock. */
export const LocalTime = Schema.String.check(
  Schema.makeFilter((text: string) => isLocal.test(text) && isDay(text.slice(0, 10)), {
    expected: "a time that exists, as YYYY-MM-DDTHH:MM, by the company's clock",
    toJsonSchema: () => ({ pattern: isLocal.source })
  })
).annotate({ examples: ["2026-12-24T09:00"] })

/** When somebody, or everybody, is away. */
export const timeOff = entity("TimeOff", {
  id: field.readOnly(TimeOffId),
  staff_id: field.readOnly(Schema.NullOr(StaffId).annotate({ description: "Who is away; everybody if null." })),
  everybody: field.createOnly(defaulted(Schema.Boolean.annotate({
    description: "Not only they but all staff are away, and what needs nobody cannot be booked either.", examples: [false]
  }), false)),
  starts: field.required(LocalTime.annotate({ description: "By the company's clock." })),
  ends: field.required(LocalTime.annotate({ description: "By the company's clock; not before `starts`.", examples: ["2026-12-24T17:00"] })),
  rrule: field.nullable(line(500), {
    description: "When it comes again: a rule of RFC 5545 without DTSTART, of days, weeks, months or years; by the company's clock, without end " +
      "if it has neither COUNT nor UNTIL.",
    examples: ["FREQ=WEEKLY;BYDAY=TH;COUNT=10"]
  }),
  except_dates: field.defaulted(Schema.Array(Day).check(Schema.isMaxLength(400), Schema.isUnique()).annotate({
    description: "Days on which it does not come again.", examples: [["2026-12-31"]]
  }), []),
  reason: field.nullable(prose(500), { description: "Customers do not see it.", examples: ["Training"] }),
  created_at: field.readOnly(Timestamp)
}, {
  description: "When somebody, or everybody, is away: once, or again and again.",
  label: ({ ends, reason, starts }) => reason ?? phrase`${starts} to ${ends}`,
  filters: { staff_id: StaffId, from: Day, to: Day },
  sort: ["id", "starts"]
})
export const TimeOff = timeOff.read
export type TimeOff = typeof TimeOff.Type

export const NewTimeOff = timeOff.create.check(Schema.makeFilter(({ ends, starts }) =>
  ends > starts ? undefined : { path: ["ends"], issue: "it ends before it starts" }
)).annotate({
  examples: [{
    everybody: false, starts: "2026-12-24T09:00", ends: "2026-12-24T17:00", rrule: "FREQ=WEEKLY;BYDAY=TH;COUNT=10", except_dates: ["2026-12-31"],
    reason: "Training"
  }]
})
