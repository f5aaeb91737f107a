import { Schema } from "effect"
import { Day } from "#schemas/kernel/time"
import { addDays, addMonths, type DayText, daysBetween, later, startOf } from "./days.ts"

/** Days that a report looks at, at most: ten years. */
export const MOST_DAYS = 3_660

const names = [
  "today", "yesterday", "last_7_days", "last_30_days", "last_90_days", "last_365_days",
  "this_week", "this_month", "this_quarter", "this_year", "last_week", "last_month", "last_quarter", "last_year"
] as const
export type PeriodName = typeof names[number]
export const periodNames: ReadonlyArray<PeriodName> = names

const FromTo = Schema.Struct({ from: Day, to: Day.annotate({ description: "The last day, which counts too." }) }).check(
  Schema.makeFilter(({ from, to }: { readonly from: string; readonly to: string }) => {
    if (to < from) return { path: ["to"], issue: "Expected a day that is not before `from`" }
    return daysBetween(from, to) < MOST_DAYS ? undefined : { path: ["from"], issue: `Expected at most ${MOST_DAYS} days` }
  })
).annotate({ identifier: "DaysFromTo" })

/** The days of which a report tells. */
export const Period = Schema.Union([Schema.Literals(names), FromTo]).annotate({
  description: "Days in the company's time zone. `last_7_days` and the like end with today, as do `this_month` and the like; `last_month` is the whole month before; " +
    "weeks begin on Monday. Or from a day to a day, both of which count.",
  examples: ["last_30_days"]
})
export type Period = typeof Period.Type

/** With what a report compares its figures. */
export const Comparison = Schema.Literals(["none", "period_before", "year_before"]).annotate({
  description: "`period_before`: as many days just before; of `this_month` and the like, the same days of the month before. `year_before`: the same days of the year before.",
  examples: ["period_before"]
})
export type Comparison = typeof Comparison.Type

/** Days from one until before another. */
export interface Span {
  readonly from: DayText
  readonly until: DayText
}

const calendar = /^(this|last)_(week|month|quarter|year)$/u
const trailing = /^last_(\d+)_days$/u

type CalendarBucket = "week" | "month" | "quarter" | "year"
const calendarOf = (period: Period): readonly [which: "this" | "last", bucket: CalendarBucket] | undefined => {
  const found = typeof period === "string" ? calendar.exec(period) : null
  return found === null ? undefined : [found[1] as "this" | "last", found[2] as CalendarBucket]
}

/** The days of a period, seen from this day. */
export const spanOf = (period: Period, today: DayText): Span => {
  if (typeof period !== "string") return { from: period.from, until: addDays(period.to, 1) }
  const tomorrow = addDays(today, 1)
  if (period === "today") return { from: today, until: tomorrow }
  if (period === "yesterday") return { from: addDays(today, -1), until: today }
  const days = trailing.exec(period)?.[1]
  if (days !== undefined) return { from: addDays(tomorrow, -Number(days)), until: tomorrow }
  const [which, bucket] = calendarOf(period)!
  const start = startOf(today, bucket)
  return which === "this" ? { from: start, until: tomorrow } : { from: later(start, bucket, -1), until: start }
}

/** The days that those of a period are compared with; nothing where they are not. */
export const spanBefore = (period: Period, compare: Comparison, span: Span): Span | undefined => {
  const { from, until } = span
  switch (compare) {
    case "none":
      return undefined
    case "year_before":
      return { from: addMonths(from, -12), until: addDays(addMonths(addDays(until, -1), -12), 1) }
    case "period_before": {
      const named = calendarOf(period)
      if (named === undefined) return { from: addDays(from, -daysBetween(from, until)), until: from }
      const before = later(from, named[1], -1)
      if (named[0] === "last") return { from: before, until: from }
      /* As many days of the month before as have passed of this one, and not more than it has. */
      const reached = addDays(before, daysBetween(from, until))
      return { from: before, until: reached < from ? reached : from }
    }
  }
}
