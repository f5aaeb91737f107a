import { assert, describe, test } from "vitest"
import { readCalendar } from "#schemas/calendar/ics/read"
import { begins, calendar, event, faults, spans, year } from "./calendars.ts"

const read = (text: string) => readCalendar(text, year).events

const berlin = "DTSTART;TZID=Europe/Berlin:"

describe("times", () => {
  test("are in UTC, in a zone, in the zone of the reader, or days of it", () => {
    const all = (line: string) => spans(calendar(event(line, "DURATION:PT1H")))
    assert.deepStrictEqual(all("DTSTART:20260701T090000Z"), ["2026-07-01T09:00Z 2026-07-01T10:00Z"])
    assert.deepStrictEqual(all("DTSTART;TZID=America/New_York:20260701T090000"), ["2026-07-01T13:00Z 2026-07-01T14:00Z"])
    assert.deepStrictEqual(all("DTSTART:20260701T090000"), ["2026-07-01T07:00Z 2026-07-01T08:00Z"])
    assert.deepStrictEqual(spans(calendar(event("DTSTART;VALUE=DATE:20260701"))), ["2026-06-30T22:00Z 2026-07-01T22:00Z"])
    assert.deepStrictEqual(spans(calendar(event("DTSTART:20260701"))), ["2026-06-30T22:00Z 2026-07-01T22:00Z"])
    assert.deepStrictEqual(spans(calendar(event("DTSTART;VALUE=DATE:20260328", "DTEND;VALUE=DATE:20260330"))), ["2026-03-27T23:00Z 2026-03-29T22:00Z"])
  })

  test("that a change of the clock skips are later, and of those that come twice the first counts", () => {
    const rule = "RRULE:FREQ=DAILY;COUNT=3"
    assert.deepStrictEqual(begins(calendar(event(`${berlin}20260328T023000`, rule))), ["2026-03-28T01:30Z", "2026-03-29T01:30Z", "2026-03-30T00:30Z"])
    assert.deepStrictEqual(begins(calendar(event(`${berlin}20261024T023000`, rule))), ["2026-10-24T00:30Z", "2026-10-25T00:30Z", "2026-10-26T01:30Z"])
  })

  test("last as long as they passed, or a day by the calendar", () => {
    const over = `${berlin}20260328T120000`
    assert.deepStrictEqual(spans(calendar(event(over, "DURATION:P1D"))), ["2026-03-28T11:00Z 2026-03-29T10:00Z"])
    assert.deepStrictEqual(spans(calendar(event(over, "DURATION:PT24H"))), ["2026-03-28T11:00Z 2026-03-29T11:00Z"])
    assert.deepStrictEqual(spans(calendar(event(over, "DTEND;TZID=America/New_York:20260328T080000"))), ["2026-03-28T11:00Z 2026-03-28T12:00Z"])
    assert.deepStrictEqual(spans(calendar(event(over))), ["2026-03-28T11:00Z 2026-03-28T11:00Z"])
  })

  test("are in zones that Windows names, that other programs name, and that only the calendar knows", () => {
    const at = (zone: string, ...lines: ReadonlyArray<string>) => begins(calendar(...lines, event(`DTSTART;TZID=${zone}:20260701T090000`)))
    assert.deepStrictEqual(at("W. Europe Standard Time"), ["2026-07-01T07:00Z"])
    assert.deepStrictEqual(at("\"India Standard Time\""), ["2026-07-01T03:30Z"])
    assert.deepStrictEqual(at("/mozilla.org/20070129_1/America/Argentina/Buenos_Aires"), ["2026-07-01T12:00Z"])
    assert.deepStrictEqual(at("/freeassociation.sourceforge.net/Europe/London"), ["2026-07-01T08:00Z"])
    const own = [
      "BEGIN:VTIMEZONE", "TZID:Ours", "BEGIN:STANDARD", "DTSTART:16010101T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
      "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10", "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"
    ]
    const daily = calendar(...own, event("DTSTART;TZID=Ours:20260328T090000", "RRULE:FREQ=DAILY;COUNT=2"))
    assert.deepStrictEqual(begins(daily), ["2026-03-28T08:00Z", "2026-03-29T07:00Z"])
    assert.deepStrictEqual(begins(calendar(...own, event("DTSTART;TZID=Ours:20261025T090000"))), ["2026-10-25T08:00Z"])
    const unknown = calendar(event("DTSTART;TZID=Nowhere/Land:20260701T090000"))
    assert.deepStrictEqual(begins(unknown), ["2026-07-01T07:00Z"])
    assert.deepStrictEqual(faults(unknown), ["The event \"one\": its DTSTART is in the time zone \"Nowhere/Land\", which is not known; it is read in your own."])
  })

  test("are those within the span, which ends before its end", () => {
    const asked = { from: Date.UTC(2026, 6, 1, 9), to: Date.UTC(2026, 6, 1, 10) }
    const count = (from: string, to: string) => spans(calendar(event(`DTSTART:20260701T${from}00Z`, `DTEND:20260701T${to}00Z`)), asked).length
    assert.deepStrictEqual([count("0800", "0900"), count("0800", "0901"), count("0959", "1100"), count("1000", "1100")], [0, 1, 1, 0])
    assert.deepStrictEqual([count("0900", "0900"), count("0700", "1200")], [1, 1])
  })
})

describe("series", () => {
  const weekly = [`${berlin}20260302T090000`, "DTEND;TZID=Europe/Berlin:20260302T100000", "RRULE:FREQ=WEEKLY;COUNT=6"]

  test("keep their time of day, have more dates and fewer, each once", () => {
    const text = calendar(event(...weekly, "RDATE;TZID=Europe/Berlin:20260303T090000,20260309T090000", "RDATE;VALUE=PERIOD:20260304T080000Z/PT3H",
      "EXDATE;TZID=Europe/Berlin:20260316T090000", "EXDATE:20260323T080000Z"))
    assert.deepStrictEqual(spans(text), [
      "2026-03-02T08:00Z 2026-03-02T09:00Z", "2026-03-03T08:00Z 2026-03-03T09:00Z", "2026-03-04T08:00Z 2026-03-04T11:00Z",
      "2026-03-09T08:00Z 2026-03-09T09:00Z", "2026-03-30T07:00Z 2026-03-30T08:00Z", "2026-04-06T07:00Z 2026-04-06T08:00Z"
    ])
    assert.deepStrictEqual(read(text).map(({ recurrence_id }) => recurrence_id).slice(0, 2), ["2026-03-02T08:00:00Z", "2026-03-03T08:00:00Z"])
    assert.strictEqual(new Set(read(text).map(({ key }) => key)).size, 6)
  })

  test("of days lose the days that are excepted, whether these are dates or times", () => {
    const days = ["DTSTART;VALUE=DATE:20260302", "RRULE:FREQ=DAILY;UNTIL=20260306T000000Z"]
    assert.deepStrictEqual(begins(calendar(event(...days, "EXDATE;VALUE=DATE:20260303", "EXDATE:20260304T000000Z"))),
      ["2026-03-01T23:00Z", "2026-03-04T23:00Z", "2026-03-05T23:00Z"])
    const fewer = calendar(event(...weekly, "EXDATE;VALUE=DATE:20260309,20260316,20260323,20260330"))
    assert.deepStrictEqual(begins(fewer), ["2026-03-02T08:00Z", "2026-04-06T07:00Z"])
  })

  test("have occurrences that were moved out of the span, into it, changed, or canceled", () => {
    const instead = (id: string, ...lines: ReadonlyArray<string>) => event(`RECURRENCE-ID;TZID=Europe/Berlin:${id}`, ...lines)
    const text = calendar(
      instead("20260309T090000", "DTSTART:20260310T120000Z", "DURATION:PT2H", "SUMMARY:Later"), event(...weekly, "SUMMARY:Weekly"),
      instead("20260316T090000", "DTSTART:20270316T120000Z"), instead("20260323T090000", `${berlin}20260323T090000`, "STATUS:CANCELLED")
    )
    assert.deepStrictEqual(read(text).map(({ canceled, recurrence_id, summary }) => [recurrence_id, summary, canceled]), [
      ["2026-03-02T08:00:00Z", "Weekly", false], ["2026-03-09T08:00:00Z", "Later", false], ["2026-03-23T08:00:00Z", "", true],
      ["2026-03-30T07:00:00Z", "Weekly", false], ["2026-04-06T07:00:00Z", "Weekly", false]
    ])
    assert.deepStrictEqual(begins(text, { from: Date.UTC(2027, 0, 1), to: Date.UTC(2028, 0, 1) }), ["2027-03-16T12:00Z"])
    assert.strictEqual(begins(calendar(instead("20260309T090000", "DTSTART:20260310T120000Z"))).length, 1, "an invitation to one occurrence alone")
  })

  test("change from an occurrence on", () => {
    const text = calendar(event(...weekly, "SUMMARY:Before"), event("RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260316T090000",
      `${berlin}20260317T110000`, "DURATION:PT30M", "SUMMARY:After"))
    assert.deepStrictEqual(spans(text), [
      "2026-03-02T08:00Z 2026-03-02T09:00Z", "2026-03-09T08:00Z 2026-03-09T09:00Z", "2026-03-17T10:00Z 2026-03-17T10:30Z",
      "2026-03-24T10:00Z 2026-03-24T10:30Z", "2026-03-31T09:00Z 2026-03-31T09:30Z", "2026-04-07T09:00Z 2026-04-07T09:30Z"
    ])
    assert.deepStrictEqual(read(text).map(({ summary }) => summary), ["Before", "Before", "After", "After", "After", "After"])
  })

  test("that began long ago go on in step, also on days that are not in every year", () => {
    const long = (start: string, rule: string) => begins(calendar(event(start, `RRULE:${rule}`)), { to: Date.UTC(2026, 2, 1) })
    assert.deepStrictEqual(long("DTSTART;VALUE=DATE:16040215", "FREQ=YEARLY"), ["2026-02-14T23:00Z"])
    assert.deepStrictEqual(long("DTSTART:20000103T090000Z", "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR"),
      ["2026-01-02T09:00Z", "2026-01-19T09:00Z", "2026-01-23T09:00Z", "2026-02-09T09:00Z", "2026-02-13T09:00Z"])
    assert.deepStrictEqual(long("DTSTART:19900131T090000Z", "FREQ=MONTHLY"), ["2026-01-31T09:00Z"])
    assert.deepStrictEqual(long("DTSTART:20250101T090000Z", "FREQ=DAILY;COUNT=367"), ["2026-01-01T09:00Z", "2026-01-02T09:00Z"])
    const leap = calendar(event("DTSTART:19720229T090000Z", "RRULE:FREQ=YEARLY"))
    assert.deepStrictEqual(begins(leap, { from: Date.UTC(2027, 0, 1), to: Date.UTC(2033, 0, 1) }), ["2028-02-29T09:00Z", "2032-02-29T09:00Z"])
  })
})

describe("a calendar", () => {
  const simple = event("SUMMARY:A\\, b\\; c\\nd \\\\ e", "DTSTART:20260701T090000Z", "DURATION:PT1H")

  test("is read with any line breaks, folded, with a mark at its begin, and after another", () => {
    const folded = calendar(simple).replace("SUMMARY:A", "SUMM\r\n ARY:\r\n\tA")
    for (const text of [folded, folded.replaceAll("\r\n", "\n"), `\uFEFF${folded}`, calendar() + folded]) {
      assert.deepStrictEqual(read(text).map(({ summary }) => summary), ["A, b; c\nd \\ e"])
      assert.deepStrictEqual(faults(text), [])
    }
  })

  test("has of each event the newest version, once, and events that share a UID by mistake", () => {
    const at = (hour: string, sequence: number) => event(`DTSTART:20260701T${hour}0000Z`, `SEQUENCE:${sequence}`)
    assert.deepStrictEqual(begins(calendar(at("09", 2), at("10", 3), at("11", 1)) + calendar(at("10", 3))), ["2026-07-01T10:00Z"])
    assert.deepStrictEqual(begins(calendar(at("09", 0), at("10", 0))), ["2026-07-01T09:00Z", "2026-07-01T10:00Z"])
  })

  test("says what takes no time, is not sure, or is canceled", () => {
    const told = (...lines: ReadonlyArray<string>) => {
      const { canceled, tentative, transparent } = read(calendar(event("DTSTART:20260701T090000Z", ...lines)))[0]!
      return { canceled, tentative, transparent }
    }
    const plain = { canceled: false, tentative: false, transparent: false }
    assert.deepStrictEqual(told("TRANSP:OPAQUE", "X-MICROSOFT-CDO-BUSYSTATUS:FREE"), plain)
    assert.deepStrictEqual(told("TRANSP:TRANSPARENT"), { ...plain, transparent: true })
    assert.deepStrictEqual(told("X-MICROSOFT-CDO-BUSYSTATUS:FREE"), { ...plain, transparent: true })
    assert.deepStrictEqual(told("STATUS:TENTATIVE"), { ...plain, tentative: true })
    assert.deepStrictEqual(told("STATUS:CANCELLED"), { ...plain, canceled: true })
    assert.isTrue(read(calendar("METHOD:CANCEL", simple))[0]?.canceled)
  })

  test("tells busy spans without events", () => {
    const text = calendar("BEGIN:VFREEBUSY", "UID:fb", "FREEBUSY:20260701T090000Z/20260701T100000Z,20260702T090000Z/PT2H",
      "FREEBUSY;FBTYPE=FREE:20260703T090000Z/PT2H", "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260704T090000Z/PT2H", "END:VFREEBUSY")
    assert.deepStrictEqual(spans(text), [
      "2026-07-01T09:00Z 2026-07-01T10:00Z", "2026-07-02T09:00Z 2026-07-02T11:00Z", "2026-07-04T09:00Z 2026-07-04T11:00Z"
    ])
    assert.deepStrictEqual(read(text).map(({ tentative }) => tentative), [false, false, true])
  })

  test("loses what cannot be read of it, says so, and nothing else", () => {
    const bad = (uid: string, ...lines: ReadonlyArray<string>) => event(`UID:${uid}`, ...lines)
    const text = calendar(
      bad("month", "DTSTART:20261301T090000Z"), bad("never", "SUMMARY:x"), bad("words", "DTSTART;TZID=\"Europe/Berlin:20260701T090000"),
      bad("rule", "DTSTART:20260701T090000Z", "RRULE:FREQ=SOMETIMES"), bad("end", "DTSTART:20260702T090000Z", "DTEND:20260702T080000Z"),
      bad("day", "DTSTART:20260230T090000Z"), "what is this", simple
    )
    assert.deepStrictEqual(read(text).map(({ uid }) => uid), ["one", "rule", "end"])
    assert.deepStrictEqual(readCalendar(text, year).faults.map(({ uid }) => uid), ["month", "never", "words", "rule", "end", "day"])
    assert.deepStrictEqual(faults(text)[1], "The event \"never\": it has no DTSTART, so it cannot be told when it is.")
    assert.isTrue(readCalendar(text, year).complete)
  })

  test("that is none, or ends in the middle, is not taken for the whole", () => {
    const told = (text: string) => {
      const { complete, events, faults } = readCalendar(text, year)
      return [complete, events.length, faults.length]
    }
    assert.deepStrictEqual(told("<html>Sign in</html>"), [false, 0, 1])
    assert.deepStrictEqual(told(""), [false, 0, 1])
    assert.deepStrictEqual(told(calendar(simple).slice(0, -20)), [false, 1, 1])
    assert.deepStrictEqual(told(calendar()), [true, 0, 0])
    assert.deepStrictEqual(told("x".repeat(20_000_001)), [false, 0, 1])
  })
})
