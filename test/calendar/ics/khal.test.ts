import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, assert, describe, test } from "vitest"
import { readCalendar } from "#schemas/calendar/ics/read"
import { calendarObject, feed, type WrittenEvent } from "#schemas/calendar/ics/write"
import { calendar, event } from "./calendars.ts"

const khalMissing = spawnSync("khal", ["--version"]).status === 0 ? undefined : "skipped: khal is not installed on this machine"

const folder = mkdtempSync(join(tmpdir(), "khal-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const DAY = 86_400_000

const zone = "Europe/Berlin"

/** The time on the wall in Berlin. */
const wall = (instant: number) => new Date(instant).toLocaleString("sv-SE", { timeZone: zone }).replace(" ", "T")

/** A calendar of khal, with a file for each event. */
const khal = (name: string, files: ReadonlyMap<string, string>) => {
  const home = join(folder, name)
  const events = join(home, "events")
  mkdirSync(events, { recursive: true })
  for (const [file, text] of files) writeFileSync(join(events, `${file}.ics`), text)
  const config = join(home, "config")
  writeFileSync(config, `
[calendars]
[[one]]
path = ${events}
[default]
default_calendar = one
[sqlite]
path = ${join(home, "khal.db")}
[locale]
local_timezone = ${zone}
default_timezone = ${zone}
timeformat = %H:%M:%S
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%dT%H:%M:%S
longdatetimeformat = %Y-%m-%dT%H:%M:%S
`)
  const run = (...args: ReadonlyArray<string>) =>
    execFileSync("khal", ["-c", config, ...args], {
      encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8", HOME: home }, maxBuffer: 100_000_000, stdio: ["ignore", "pipe", "ignore"]
    })
  return {
    run,
    files: () => readdirSync(events).map((file) => readFileSync(join(events, file), "utf8")),
    /** What khal says happens: UID, begin and end. What takes several days stands in its list on each, and here once. */
    list: (begin: string, end: string) => {
      const told = run("list", "--day-format", "", "--format", "{uid}|{start-long-full}|{end-long-full}", begin, end)
      return [...new Set(told.split("\n").filter((line) => line !== ""))].sort()
    }
  }
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")

/** A series that begins with its own first occurrence, as RFC 5545 wants it. */
const series = fc.record({
  day: fc.integer({ min: 0, max: 500 }), hour: fc.integer({ min: 6, max: 20 }),
  minutes: fc.constantFrom(15, 60, 90), days: fc.integer({ min: 1, max: 3 }),
  all_day: fc.boolean(), interval: fc.integer({ min: 1, max: 4 }), kind: fc.integer({ min: 0, max: 8 }), more: fc.subarray(weekdays),
  end: fc.constantFrom("count", "until", "count", "until", "never"), count: fc.integer({ min: 1, max: 40 }),
  except: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 4 }),
  extra: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 2 }), moved: fc.option(fc.integer({ min: 1, max: 5 })),
  utc: fc.boolean()
}).map((given) => {
  const { all_day, count, day, days, end, except, extra, hour, interval, kind, minutes, more, moved, utc } = given
  const start = Date.UTC(2025, 0, 1, all_day ? 0 : hour) + day * DAY
  const at = new Date(start)
  const weekday = weekdays[at.getUTCDay()]!
  const nth = `${Math.ceil(at.getUTCDate() / 7)}${weekday}`
  const rule = [
    "FREQ=DAILY", "FREQ=WEEKLY", `FREQ=WEEKLY;BYDAY=${[...new Set([weekday, ...more])].join(",")}`, "FREQ=MONTHLY", `FREQ=MONTHLY;BYDAY=${nth}`,
    `FREQ=MONTHLY;BYMONTHDAY=${at.getUTCDate()},-1`, "FREQ=YEARLY", `FREQ=YEARLY;BYMONTH=${at.getUTCMonth() + 1};BYDAY=${nth}`,
    `FREQ=DAILY;BYDAY=${[...new Set([weekday, ...more])].join(",")}`
  ][kind]!
  const params = all_day ? ";VALUE=DATE" : utc ? "" : `;TZID=${zone}`
  const value = (time: number) => all_day ? stamp(time).slice(0, 8) : `${stamp(time)}${utc ? "Z" : ""}`
  const until = start + 200 * DAY
  const limit = end === "count" ? `;COUNT=${count}` : end === "never" ? "" : `;UNTIL=${all_day ? stamp(until).slice(0, 8) : `${stamp(until)}Z`}`
  const step = kind === 0 || kind === 8 ? DAY : 7 * DAY
  const length = [all_day ? `DURATION:P${days}D` : `DURATION:PT${minutes}M`]
  return (uid: number) => {
    const head = (begin: number) => [`UID:series-${uid}`, `DTSTART${params}:${value(begin)}`, ...length]
    return calendar(
      event(...head(start), `RRULE:${rule};INTERVAL=${interval}${limit}`, ...except.map((n) => `EXDATE${params}:${value(start + n * step)}`),
        ...[...new Set(extra)].map((n) => `RDATE${params}:${value(start + n * DAY)}`)),
      ...moved === null || end === "count" && count < 2
        ? []
        : [event(...head(start + moved * DAY), `RECURRENCE-ID${params}:${value(start)}`)]
    )
  }
})

const from = Date.UTC(2025, 11, 31, 23)
const to = Date.UTC(2026, 11, 31, 23)

/** What we read, as khal tells it. */
const read = (texts: ReadonlyArray<string>) =>
  [...new Set(texts.flatMap((text) => {
    const { events, faults } = readCalendar(text, { zone, from, to })
    assert.deepStrictEqual(faults, [])
    return events.map(({ all_day, ends_at, starts_at, uid }) =>
      `${uid}|${wall(starts_at)}|${all_day ? `${wall(ends_at - 1).slice(0, 10)}T00:00:00` : wall(ends_at)}`)
  }))].sort()

describe(`khal${khalMissing === undefined ? "" : ` (${khalMissing})`}`, () => {
  test.skipIf(khalMissing !== undefined)("and we read the same of 200 series, with exceptions, dates beside them and moved occurrences", () => {
    const texts = fc.sample(series, { seed: 15, numRuns: 200 }).map((made, uid) => made(uid))
    const program = khal("series", new Map(texts.map((text, uid) => [String(uid), text])))
    const theirs = new Set(program.list("2026-01-01", "2027-01-01").filter((line) => line.split("|")[1]! < "2027"))
    const ours = new Set(read(texts))
    const differ = [...ours].filter((line) => !theirs.has(line)).map((line) => `only ours: ${line}`)
      .concat([...theirs].filter((line) => !ours.has(line)).map((line) => `only khal's: ${line}`))
    assert.deepStrictEqual(differ, [])
    assert.isAbove(ours.size, 2_000)
  })

  const HOUR = 3_600_000
  const written: ReadonlyArray<WrittenEvent> = Array.from({ length: 200 }, (_, n) => ({
    uid: `appointment-${n}@example.com`, sequence: n % 3, starts_at: from + (n * 40 + 9) * HOUR, ends_at: from + (n * 40 + 10) * HOUR,
    summary: `Haircut; no. ${n}, "long" \\ ${"ü".repeat(n % 60)}`, description: `First line\nSecond, ${"line ".repeat(n % 40)}`,
    location: "Back room, 2nd floor", organizer: { name: "Acme", email: "hello@example.com" }, attendee: { name: "Zoë", email: "zoe@example.com" },
    url: `https://example.com/b/${n}`, status: "CONFIRMED", now: from
  }))
  const expected = written.map(({ ends_at, starts_at, uid }) => `${uid}|${wall(starts_at)}|${wall(ends_at)}`).sort()

  test.skipIf(khalMissing !== undefined)("reads what we write for calendar servers", () => {
    const program = khal("objects", new Map(written.map((one, n) => [String(n), calendarObject(one)])))
    assert.deepStrictEqual(program.list("2026-01-01", "2027-01-01"), expected)
    const titles = program.run("list", "--day-format", "", "--format", "{title}", "2026-01-01", "2027-01-01").trim().split("\n")
    assert.deepStrictEqual(titles.sort(), written.map(({ summary }) => summary.trim()).sort())
  })

  test.skipIf(khalMissing !== undefined)("takes in our feed, and we read what it writes of it", () => {
    const program = khal("feed", new Map())
    const file = join(folder, "feed.ics")
    writeFileSync(file, feed("Appointments", written))
    program.run("import", "--batch", "-a", "one", file)
    assert.deepStrictEqual(program.list("2026-01-01", "2027-01-01"), expected)
    assert.deepStrictEqual(read(program.files()), expected)
  })

  test.skipIf(khalMissing !== undefined)("writes series that we read as it does", () => {
    const program = khal("new", new Map())
    for (const [n, repeat] of ["daily", "weekly", "monthly", "yearly"].entries()) {
      program.run("new", "-a", "one", "--repeat", repeat, "--until", "2026-12-15", `2026-01-1${n}T1${n}:00:00`, `1${n + 1}:30:00`, `Meeting ${n}`)
    }
    program.run("new", "-a", "one", "2026-05-01", "2026-05-03", "Away")
    const theirs = program.list("2026-01-01", "2027-01-01").filter((line) => line.split("|")[1]! < "2027")
    assert.isAbove(theirs.length, 300)
    assert.deepStrictEqual(read(program.files()), theirs)
  })
})
