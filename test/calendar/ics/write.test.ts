import fc from "fast-check"
import ICAL from "ical.js"
import { assert, describe, test } from "vitest"
import { readCalendar } from "#schemas/calendar/ics/read"
import { calendarObject, feed, invitation, type WrittenEvent } from "#schemas/calendar/ics/write"
import { goal } from "../../support/goals.ts"

const at = Date.UTC(2026, 6, 1, 9)

const haircut: WrittenEvent = {
  uid: "appointment-1@example.com", sequence: 2, starts_at: at, ends_at: at + 3_600_000, summary: "Haircut; long, nice", description: "First\nsecond",
  location: "Back room", organizer: { name: "Acme \"Hair\", Ltd", email: "hello@acme.example" }, attendee: { name: "Zoë", email: "zoe+1@example.com" },
  url: "https://acme.example/b?x=1", status: "CONFIRMED", now: Date.UTC(2026, 5, 1)
}

/** The text as ical.js reads it, which refuses what is not right. */
const other = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return { calendar, events: calendar.getAllSubcomponents("vevent") }
}

const read = (text: string) => readCalendar(text, { zone: "UTC", from: Date.UTC(1990, 0, 1), to: Date.UTC(2100, 0, 1) })

const lines = (text: string) => text.split("\r\n")

describe("an invitation", () => {
  test("says all that mail programs need to put the event into a calendar", () => {
    assert.deepStrictEqual(lines(invitation({ method: "REQUEST", ...haircut }).replaceAll("\r\n ", "")), [
      "BEGIN:VCALENDAR", "PRODID:-//Business Platform//Calendar//EN", "VERSION:2.0", "CALSCALE:GREGORIAN", "METHOD:REQUEST", "BEGIN:VEVENT",
      "UID:appointment-1@example.com", "DTSTAMP:20260601T000000Z", "SEQUENCE:2", "DTSTART:20260701T090000Z", "DTEND:20260701T100000Z",
      "SUMMARY:Haircut\\; long\\, nice", "DESCRIPTION:First\\nsecond", "LOCATION:Back room", "URL:https://acme.example/b?x=1",
      "ORGANIZER;CN=\"Acme 'Hair', Ltd\":mailto:hello@acme.example",
      "ATTENDEE;CN=Zoë;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:zoe+1@example.com",
      "STATUS:CONFIRMED", "TRANSP:OPAQUE", "END:VEVENT", "END:VCALENDAR", ""
    ])
  })

  test("is taken back under the same UID, and is published where nobody is invited", () => {
    const back = lines(invitation({ method: "CANCEL", ...haircut, sequence: 3 }))
    assert.includeMembers(back, ["METHOD:CANCEL", "UID:appointment-1@example.com", "SEQUENCE:3", "STATUS:CANCELLED"])
    const published = invitation({ method: "REQUEST", ...haircut, attendee: null })
    assert.include(published, "METHOD:PUBLISH\r\n")
    assert.notInclude(published, "ATTENDEE")
  })

  test("leaves out what is not there, and addresses that are not of the web", () => {
    const bare = invitation({ method: "REQUEST", ...haircut, description: null, location: " ", url: "javascript:alert(1)" })
    assert.notMatch(bare, /DESCRIPTION|LOCATION|URL/)
  })
})

describe("what is kept by calendar servers", () => {
  test("has no method and invites nobody", () => {
    assert.notMatch(calendarObject(haircut), /METHOD|ATTENDEE|ORGANIZER/)
    assert.strictEqual(read(calendarObject(haircut)).events[0]?.starts_at, at)
  })
})

const odd = fc.oneof(
  fc.string({ unit: "binary", maxLength: 120 }), fc.string({ unit: "grapheme", maxLength: 120 }),
  fc.constantFrom("a\r\nBEGIN:VEVENT\r\nUID:evil", "x\nATTENDEE:mailto:evil@example.com", "\u2028END:VCALENDAR", "\\n\\,;", "\u0000\u001B[31m", "^n\"^'", "\uD800", "👩‍👩‍👧".repeat(30))
)

const some = fc.record({
  uid: fc.integer({ min: 0 }).map((n) => `appointment-${n}@example.com`), sequence: fc.nat(100), starts_at: fc.integer({ min: 700_000_000, max: 4_000_000_000 }),
  minutes: fc.integer({ min: 1, max: 3_000 }), summary: odd, description: fc.option(odd), location: fc.option(odd),
  organizer: fc.option(fc.record({ name: odd, email: odd })), attendee: fc.option(fc.record({ name: odd, email: odd })), url: fc.option(odd)
}).map(({ minutes, starts_at, ...given }): WrittenEvent =>
  ({ ...given, starts_at: starts_at * 1_000, ends_at: (starts_at + minutes * 60) * 1_000, status: "CONFIRMED", now: at }))

describe("whatever is written", () => {
  test("is read as it was meant, by us and by ical.js, has lines of at most 75 bytes, and no lines that a text brings", () => {
    fc.assert(fc.property(some, fc.constantFrom("REQUEST", "CANCEL"), (event, method) => {
      const text = invitation({ method, ...event })
      for (const line of lines(text)) assert.isAtMost(new TextEncoder().encode(line).length, 75)
      assert.isTrue(text.isWellFormed())
      // oxlint-disable-next-line no-control-regex -- none of these may be there
      assert.notMatch(text.replaceAll("\r\n", ""), /[\u0000-\u0008\u000A-\u001F\u007F]/)
      assert.deepStrictEqual(lines(text).filter((line) => /^(?:BEGIN|END):/.test(line)), ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "END:VEVENT", "END:VCALENDAR"])
      const [one] = other(text).events
      assert.strictEqual(one?.getAllProperties("attendee").length, event.attendee && event.organizer ? 1 : 0)
      assert.strictEqual(one?.getFirstPropertyValue("uid"), event.uid)
      const { events, faults } = read(text)
      assert.deepStrictEqual(faults, [])
      assert.deepInclude(events[0], { uid: event.uid, starts_at: event.starts_at, ends_at: event.ends_at, canceled: method === "CANCEL" })
      assert.strictEqual(events[0]?.summary, String(one?.getFirstPropertyValue("summary") ?? "").slice(0, 500).trim())
    }), { numRuns: 500 })
  })

  test("keeps plain texts as they are", () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom("a", "é", "漢", "👍", ",", ";", "\\", "\"", ":", " x"), maxLength: 100 }), (words) => {
      const plain = words.trim()
      assert.strictEqual(read(calendarObject({ ...haircut, summary: plain })).events[0]?.summary, plain)
      const written = other(calendarObject({ ...haircut, description: `${plain}\n${plain}` })).events[0]?.getFirstPropertyValue("description")
      assert.strictEqual(written ?? "", `${plain}\n${plain}`.trim())
    }))
  })
})

describe("a feed", () => {
  const many = Array.from({ length: 5_000 }, (_, n): WrittenEvent => ({ ...haircut, uid: `appointment-${n}@example.com`, starts_at: at + n * 3_600_000, ends_at: at + n * 3_600_000 + 1 }))

  test("has a name, says when to come again, and reads the same until something changes", () => {
    const text = feed("Acme, appointments", many.slice(0, 2))
    assert.includeMembers(lines(text), ["METHOD:PUBLISH", "X-WR-CALNAME:Acme\\, appointments", "REFRESH-INTERVAL;VALUE=DURATION:PT15M"])
    assert.strictEqual(other(text).events.length, 2)
    assert.strictEqual(feed("Acme, appointments", many.slice(0, 2)), text)
  })

  test("of 5,000 events is written in half a second, and read in one", () => {
    const begin = performance.now()
    const text = feed("Appointments", many)
    const written = performance.now()
    assert.strictEqual(read(text).events.length, 5_000)
    assert.isBelow(written - begin, goal(500))
    assert.isBelow(performance.now() - written, goal(1_000))
  })
})
