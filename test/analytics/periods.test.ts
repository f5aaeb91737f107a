import { assert, describe, it } from "@effect/vitest"
import { bucketsOf } from "#schemas/analytics/days"
import { type Comparison, type Period, spanBefore, spanOf } from "#schemas/analytics/period"

const days = (period: Period, today: string, compare: Comparison = "period_before") => {
  const span = spanOf(period, today)
  const before = spanBefore(period, compare, span)
  return [span.from, span.until, before?.from, before?.until]
}

describe("the days of a report", () => {
  it("end with today, or are those of the week, month, quarter or year before", () => {
    assert.deepStrictEqual(days("last_7_days", "2026-03-31"), ["2026-03-25", "2026-04-01", "2026-03-18", "2026-03-25"])
    assert.deepStrictEqual(days("last_month", "2026-03-31"), ["2026-02-01", "2026-03-01", "2026-01-01", "2026-02-01"])
    assert.deepStrictEqual(days("last_week", "2026-03-29"), ["2026-03-16", "2026-03-23", "2026-03-09", "2026-03-16"])
    assert.deepStrictEqual(days({ from: "2026-01-10", to: "2026-01-19" }, "2026-03-31", "none"), ["2026-01-10", "2026-01-20", undefined, undefined])
  })

  it("are compared like for like: as many days of the month before, and no more than it has", () => {
    assert.deepStrictEqual(days("this_month", "2026-03-10"), ["2026-03-01", "2026-03-11", "2026-02-01", "2026-02-11"])
    assert.deepStrictEqual(days("this_month", "2026-03-31"), ["2026-03-01", "2026-04-01", "2026-02-01", "2026-03-01"])
    assert.deepStrictEqual(days("this_year", "2028-02-29", "year_before"), ["2028-01-01", "2028-03-01", "2027-01-01", "2027-03-01"])
    assert.deepStrictEqual(days("yesterday", "2026-01-01", "year_before"), ["2025-12-31", "2026-01-01", "2024-12-31", "2025-01-01"])
  })

  it("fall into weeks that begin on Monday, months, quarters and years", () => {
    assert.deepStrictEqual(bucketsOf("2026-11-26", "2026-12-08", "week"), ["2026-11-23", "2026-11-30", "2026-12-07"])
    assert.deepStrictEqual(bucketsOf("2026-01-31", "2026-03-01", "month"), ["2026-01-01", "2026-02-01"])
    assert.deepStrictEqual(bucketsOf("2026-03-31", "2026-10-01", "quarter"), ["2026-01-01", "2026-04-01", "2026-07-01"])
    assert.deepStrictEqual(bucketsOf("2025-12-31", "2026-01-02", "year"), ["2025-01-01", "2026-01-01"])
  })
})
