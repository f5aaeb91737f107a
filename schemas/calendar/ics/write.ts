import ICAL from "ical.js"

export interface Person {
  readonly name: string
  readonly email: string
}

/** An event that is written. Times are instants in milliseconds since 1970. */
export interface WrittenEvent {
  /** The same one for as long as the event is there: programs know it by it. */
  readonly uid: string
  /** One more with each change that the other side is told of. */
  readonly sequence: number
  readonly starts_at: number
  readonly ends_at: number
  readonly summary: string
  readonly description: string | null
  readonly location: string | null
  readonly organizer: Person | null
  readonly attendee: Person | null
  readonly url: string | null
  readonly status: "CONFIRMED" | "TENTATIVE" | "CANCELLED"
  /** When this was written. In a feed: when the event was last changed, so that the feed reads the same until something changes. */
  readonly now: number
}

const PRODUCT = "-//Business Platform//Calendar//EN"

/** How often programs are asked to fetch a feed again. */
const REFRESH = "PT15M"

/** A text as one may stand in a calendar: with line breaks of one kind, and without other characters that steer. */
const clean = (value: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  value.toWellFormed().replace(/\r\n?|\u2028|\u2029/g, "\n").replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFEFF]/g, "")

/** A text in one line, for a place that knows no escape: quotes would end it. */
const lineOf = (value: string): string => clean(value).replace(/["^]/g, "'").replace(/\s+/g, " ").trim()

const text = (name: string, value: string | null): ReadonlyArray<string> => {
  const cleaned = clean(value ?? "").trim()
  return cleaned === "" ? [] : [`${name}:${ICAL.stringify.value(cleaned, "text", ICAL.design.icalendar, false)}`]
}

const at = (name: string, instant: number): string => `${name}:${new Date(instant).toISOString().slice(0, 19).replace(/[:-]/g, "")}Z`

const person = (name: string, { email, name: called }: Person, params: Readonly<Record<string, string>> = {}): string => {
  const address = `mailto:${encodeURI(lineOf(email).replaceAll(" ", ""))}`
  const about = { ...lineOf(called) !== "" && { cn: lineOf(called) }, ...params }
  return ICAL.stringify.property([name, about, "cal-address", address], ICAL.design.icalendar, true)
}

/** A web address; what is none, or leads elsewhere, is left out. */
const address = (url: string | null): ReadonlyArray<string> => {
  const found = url !== null && URL.canParse(url) ? new URL(url) : undefined
  return found && /^https?:$/.test(found.protocol) ? [`URL:${found.href}`] : []
}

const encoder = new TextEncoder()

/** A line as it is sent: folded where it has more than 75 bytes, and never within a character. */
const folded = (line: string): string => {
  if (line.length <= 25 || encoder.encode(line).length <= 75) return line
  const lines: Array<string> = []
  let [current, size] = ["", 0]
  for (const character of line) {
    const point = character.codePointAt(0)!
    const bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    if (size + bytes > 75) {
      lines.push(current)
      ;[current, size] = [" ", 1]
    }
    current += character
    size += bytes
  }
  return [...lines, current].join("\r\n")
}

const eventLines = (event: WrittenEvent, parties: ReadonlyArray<string>): ReadonlyArray<string> => [
  "BEGIN:VEVENT",
  ...text("UID", lineOf(event.uid)),
  at("DTSTAMP", event.now),
  `SEQUENCE:${event.sequence}`,
  at("DTSTART", event.starts_at),
  at("DTEND", event.ends_at),
  ...text("SUMMARY", event.summary.replace(/\s+/g, " ")),
  ...text("DESCRIPTION", event.description),
  ...text("LOCATION", event.location?.replace(/\s+/g, " ") ?? null),
  ...address(event.url),
  ...parties,
  `STATUS:${event.status}`,
  event.status === "CANCELLED" ? "TRANSP:TRANSPARENT" : "TRANSP:OPAQUE",
  "END:VEVENT"
]

const calendarOf = (head: ReadonlyArray<string>, events: ReadonlyArray<ReadonlyArray<string>>): string => {
  const lines: Array<string> = ["BEGIN:VCALENDAR", `PRODID:${PRODUCT}`, "VERSION:2.0", "CALSCALE:GREGORIAN", ...head]
  for (const event of events) lines.push(...event)
  lines.push("END:VCALENDAR", "")
  return lines.map(folded).join("\r\n")
}

/** Somebody who booked comes: mail programs put the event in the calendar and ask nothing. */
const coming = { cutype: "INDIVIDUAL", role: "REQ-PARTICIPANT", partstat: "ACCEPTED", rsvp: "FALSE" }

/**
 * What is sent with a mail so that the event is put into the calendar, changed there (with a higher `sequence`) or taken out. Without an attendee or
 * an organizer it is published: programs then show it, and know nobody who is invited.
 */
export const invitation = ({ method, ...event }: WrittenEvent & { readonly method: "REQUEST" | "CANCEL" }): string => {
  const { attendee, organizer } = event
  const invited = attendee !== null && organizer !== null
  const parties = [...organizer ? [person("organizer", organizer)] : [], ...invited ? [person("attendee", attendee, coming)] : []]
  const status = method === "CANCEL" ? "CANCELLED" : event.status
  return calendarOf([`METHOD:${invited ? method : "PUBLISH"}`], [eventLines({ ...event, status }, parties)])
}

/**
 * What a calendar server keeps of an event. It names nobody: a server that finds attendees in an event of its user writes to them, and they have
 * our mail already.
 */
export const calendarObject = (event: WrittenEvent): string => calendarOf([], [eventLines(event, [])])

/** A calendar that programs subscribe to. */
export const feed = (name: string, events: ReadonlyArray<WrittenEvent>): string =>
  calendarOf([
    "METHOD:PUBLISH",
    ...text("X-WR-CALNAME", name),
    ...text("NAME", name),
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`
  ], events.map((event) => eventLines(event, [])))
