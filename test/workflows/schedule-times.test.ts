import { assert, describe, it } from "@effect/vitest"
import { isCron, nextTime, nextTimes, type Times } from "#schemas/workflows/schedule-times"

const times = (given: Partial<Times>): Times => ({
  cron: null, time_zone: "Europe/Berlin", interval_seconds: null, anchor_at: "2026-01-01T00:00:00.000Z", ends_at: null, ...given
})

const after = (given: Partial<Times>, instant: string, most: number) =>
  nextTimes(times(given), Date.parse(instant), most).map((ms) => new Date(ms).toISOString().slice(5, 16))

describe("times of schedules", () => {
  it("come at a time that the clock skips when it is put forward", () => {
    assert.deepStrictEqual(after({ cron: "30 2 * * *" }, "2026-03-28T12:00:00Z", 2), ["03-29T01:00", "03-30T00:30"])
    /* Several of them are one. */
    assert.deepStrictEqual(after({ cron: "15,45 2 * * *" }, "2026-03-28T12:00:00Z", 3), ["03-29T01:00", "03-30T00:15", "03-30T00:45"])
    assert.deepStrictEqual(after({ cron: "* 2 29 3 *" }, "2026-03-28T12:00:00Z", 2), ["03-29T01:00", "03-29T00:00"])
    /* What comes round every hour has none too few and none too many. */
    assert.deepStrictEqual(after({ cron: "30 * * * *" }, "2026-03-28T23:00:00Z", 4), ["03-28T23:30", "03-29T00:30", "03-29T01:30", "03-29T02:30"])
  })

  it("come once at a time that the clock shows twice", () => {
    assert.deepStrictEqual(after({ cron: "30 2 * * *" }, "2026-10-24T12:00:00Z", 2), ["10-25T00:30", "10-26T01:30"])
    assert.deepStrictEqual(after({ cron: "30 * * * *" }, "2026-10-24T23:00:00Z", 4), ["10-24T23:30", "10-25T00:30", "10-25T01:30", "10-25T02:30"])
  })

  it("keep the time of day before and after", () => {
    assert.deepStrictEqual(after({ cron: "0 9 * * 1-5" }, "2026-03-27T12:00:00Z", 2), ["03-30T07:00", "03-31T07:00"])
    assert.deepStrictEqual(after({ cron: "0 9 * * 1-5" }, "2026-10-23T12:00:00Z", 1), ["10-26T08:00"])
    assert.deepStrictEqual(after({ cron: "0 0 29 2 *" }, "2026-03-27T12:00:00Z", 1), ["02-28T23:00"])
  })

  it("come at an interval from an anchor, whenever that is", () => {
    assert.deepStrictEqual(after({ interval_seconds: 3_600, anchor_at: "2026-01-01T00:20:00.000Z" }, "2026-03-01T12:20:00Z", 2), ["03-01T13:20", "03-01T14:20"])
    assert.deepStrictEqual(after({ interval_seconds: 86_400, anchor_at: "2026-05-01T08:00:00.000Z" }, "2026-03-01T12:00:00Z", 2), ["05-01T08:00", "05-02T08:00"])
  })

  it("end", () => {
    assert.deepStrictEqual(after({ cron: "0 9 * * *", ends_at: "2026-06-02T07:00:00.000Z" }, "2026-05-31T12:00:00Z", 5), ["06-01T07:00", "06-02T07:00"])
    assert.isUndefined(nextTime(times({ interval_seconds: 60, ends_at: "2026-06-02T07:00:00.000Z" }), Date.parse("2026-06-02T07:00:00Z")))
  })

  it("are those of cron lines of five fields that come round", () => {
    for (const line of ["* * * * *", "0 9 * * MON-FRI", " */5  0-6 1,15 * * ", "0 0 29 2 *", "0 0 31 2 1"]) assert.isTrue(isCron(line), line)
    for (const line of ["", "* * * *", "* * * * * *", "@daily", "60 * * * *", "0 0 30 2 *", "0 0 31 4,6 *", "a b c d e", "0 0 * * 9"]) assert.isFalse(isCron(line), line)
  })
})
