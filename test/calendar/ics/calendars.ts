import { readCalendar } from "#schemas/calendar/ics/read"

/** A year, and Berlin, unless a test is about others. */
export const year = { zone: "Europe/Berlin", from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) }

export const calendar = (...lines: ReadonlyArray<string>) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Somebody//Something//EN", ...lines, "END:VCALENDAR", ""].join("\r\n")

export const event = (...lines: ReadonlyArray<string>) =>
  ["BEGIN:VEVENT", ...lines.some((line) => line.startsWith("UID")) ? [] : ["UID:one"], ...lines, "END:VEVENT"].join("\r\n")

const text = (instant: number) => `${new Date(instant).toISOString().slice(0, 16)}Z`

/** Begins and ends of what happens, as texts that one can read. */
export const spans = (given: string, asked: Partial<typeof year> = {}) =>
  readCalendar(given, { ...year, ...asked }).events.map(({ ends_at, starts_at }) => `${text(starts_at)} ${text(ends_at)}`)

export const begins = (given: string, asked: Partial<typeof year> = {}) => spans(given, asked).map((span) => span.slice(0, 17))

export const faults = (given: string, asked: Partial<typeof year> = {}) =>
  readCalendar(given, { ...year, ...asked }).faults.map(({ message }) => message)
