import { assert, describe, test } from "vitest"
import { readCalendar } from "#schemas/calendar/ics/read"
import { calendar, event, year } from "./calendars.ts"
import { goal } from "../../support/goals.ts"

const series = (rule: string, uid = "one") => event(`UID:${uid}`, "DTSTART:20100301T090000Z", "DURATION:PT1M", `RRULE:${rule}`)

const timed = (text: string) => {
  const begin = performance.now()
  const read = readCalendar(text, year)
  return { ...read, took: performance.now() - begin }
}

describe("the work on a calendar is bounded", () => {
  const endless = [
    "FREQ=SECONDLY", "FREQ=MINUTELY", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=HOURLY;BYMINUTE=0,1,2,3;COUNT=100000000",
    "FREQ=MINUTELY;BYDAY=MO;BYSETPOS=300"
  ]
  const never = [
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2"
  ]

  for (const rule of endless) {
    test(`${rule}: the first of its occurrences are read, and it is told`, () => {
      const { events, faults, took } = timed(calendar(series(rule), event("UID:two", "DTSTART:20260701T090000Z")))
      assert.isAtMost(events.length, 10_001)
      assert.isTrue(events.some(({ uid }) => uid === "two"))
      assert.match(faults.map(({ message }) => message).join(), /^The event "one": it happens too often to be read whole; it was read until /)
      assert.isBelow(took, goal(2_000))
    })
  }

  for (const rule of never) {
    test(`${rule}: nothing but its begin, which is before, and no waiting`, () => {
      const { events, faults, took } = timed(calendar(series(rule)))
      assert.deepStrictEqual([events, faults], [[], []])
      assert.isBelow(took, goal(1_000))
    })
  }

  test("by all of them together, and what is told is too", () => {
    const text = calendar(...Array.from({ length: 2_000 }, (_, n) => series("FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", `event-${n}`)))
    const { faults, took } = timed(text)
    assert.strictEqual(faults.length, 100)
    assert.isBelow(took, goal(6_000))
  })

  test("in a zone that changes every second", () => {
    const zone = ["BEGIN:VTIMEZONE", "TZID:Odd", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "RRULE:FREQ=SECONDLY",
      "END:STANDARD", "END:VTIMEZONE"]
    const { events, took } = timed(calendar(...zone, event("DTSTART;TZID=Odd:20260701T090000")))
    assert.strictEqual(events.length, 1)
    assert.isBelow(took, goal(2_000))
  })

  test("in long texts, deep nesting, and an interval that never ends", () => {
    const { events } = timed(calendar(event("DTSTART:20260701T090000Z", `SUMMARY:${"é\\n".repeat(100_000)}`, "DESCRIPTION:", "BEGIN:A\r\n".repeat(50_000))))
    assert.isAtMost(events[0]?.summary.length ?? Infinity, 500)
    const { faults } = timed(calendar(series("FREQ=DAILY;INTERVAL=999999999999")))
    assert.deepStrictEqual(faults.length, 1)
  })

  test("5,000 events, half of them series, take a second at most", () => {
    const text = calendar(...Array.from({ length: 2_500 }, (_, n) => [
      series("FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260401T000000Z", `series-${n}`), event(`UID:${n}`, "DTSTART;TZID=Europe/Berlin:20260701T090000", "DURATION:PT1H")
    ]).flat())
    const begin = performance.now()
    const read = readCalendar(text, { ...year, to: Date.UTC(2026, 7, 1), from: Date.UTC(2026, 2, 25) })
    assert.strictEqual(read.events.length, 2_500 * 3)
    assert.isBelow(performance.now() - begin, goal(1_000))
  })
})
