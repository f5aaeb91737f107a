import ICAL from "ical.js"

/** What could not be read: of which event, if of one, and why. */
export interface Fault {
  readonly uid: string | null
  readonly message: string
}

export interface Property {
  readonly params: Readonly<Record<string, unknown>>
  readonly values: ReadonlyArray<unknown>
}

/** A part of a calendar, such as an event, with the properties that are read of it. */
export interface Part {
  readonly name: string
  readonly properties: Map<string, Array<Property>>
  readonly parts: Array<Part>
  /** Lines of it that could not be read. */
  readonly unread: Array<string>
}

/** How much of a calendar is read. */
export const limits = {
  characters: 20_000_000,
  line: 200_000,
  rule: 2_000,
  text: 500,
  parts: 50_000,
  /** Occurrences of one event, and of all. */
  occurrences: 10_000,
  allOccurrences: 100_000,
  /** Steps that rules may take, of one event and of all: what bounds the time that is spent on a calendar made to waste it. */
  steps: 20_000,
  allSteps: 200_000,
  faults: 100
}

const change = ["dtstart", "tzoffsetfrom", "tzoffsetto", "rrule", "rdate"]

/** The properties that are read, by part; all others are passed over, as are parts of other names. */
const wanted: Readonly<Record<string, ReadonlySet<string>>> = {
  vcalendar: new Set(["method"]),
  vevent: new Set([
    "uid", "dtstart", "dtend", "duration", "rrule", "rdate", "exdate", "recurrence-id", "status", "transp", "summary", "sequence", "dtstamp",
    "last-modified", "x-microsoft-cdo-busystatus"
  ]),
  vfreebusy: new Set(["uid", "freebusy"]),
  vtimezone: new Set(["tzid", "x-lic-location"]),
  standard: new Set(change),
  daylight: new Set(change)
}

const made = (name: string): Part => ({ name, properties: new Map(), parts: [], unread: [] })

/** The lines of a calendar, put together where they were folded, with any kind of line break. */
const unfolded = (text: string): ReadonlyArray<string> => {
  const lines: Array<Array<string>> = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.startsWith(" ") || line.startsWith("\t")) lines.at(-1)?.push(line.slice(1))
    else if (line !== "") lines.push([line])
  }
  return lines.map((pieces) => pieces.join(""))
}

const texts = new Set(["summary", "uid"])

/** A line as ical.js reads it, or undefined if it cannot be read. */
const propertyOf = (name: string, line: string): Property | undefined => {
  if (line.length > (name === "rrule" ? limits.rule : limits.line)) return undefined
  const whole = texts.has(name) ? line.slice(0, 10 * limits.text) : name === "rrule" ? line.toUpperCase() : line
  try {
    const property = ICAL.parse.property(whole, ICAL.design.icalendar) as [string, Property["params"], string, ...Array<unknown>]
    const [, params, , ...values] = property
    return { params, values }
  } catch {
    return undefined
  }
}

export interface Parsed {
  readonly calendars: ReadonlyArray<Part>
  /** Whether it is a calendar, as a whole: false if it is none, ends in the middle, or is too long. */
  readonly complete: boolean
  readonly faults: ReadonlyArray<Fault>
}

/**
 * The calendars of a text, and of them what is read. A line that cannot be read costs that line, and nothing beside it; ical.js by itself would
 * refuse the text.
 */
export const parsed = (text: string): Parsed => {
  if (text.length > limits.characters) {
    const message = `The calendar is too large: it has ${text.length} characters, and ${limits.characters} are read at most.`
    return { calendars: [], complete: false, faults: [{ uid: null, message }] }
  }
  const root = made("")
  const open: Array<Part> = [root]
  let count = 0
  for (const line of unfolded(text.replace(/^\uFEFF/, ""))) {
    const name = line.slice(0, line.search(/[;:]/)).trim().toLowerCase()
    const part = open.at(-1)!
    if (name === "begin") {
      const begun = made(line.slice(6).trim().toLowerCase())
      open.push(begun)
      if (wanted[begun.name] !== undefined && ++count <= limits.parts) part.parts.push(begun)
    } else if (name === "end") {
      const at = open.findLastIndex((one) => one.name === line.slice(4).trim().toLowerCase())
      if (at > 0) open.length = at
    } else if (wanted[part.name]?.has(name)) {
      const property = propertyOf(name, line)
      if (property === undefined) part.unread.push(name.toUpperCase())
      else part.properties.set(name, [...part.properties.get(name) ?? [], property])
    }
  }
  const calendars = root.parts.filter(({ name }) => name === "vcalendar")
  const message = calendars.length === 0
    ? "This is not a calendar: there is no BEGIN:VCALENDAR in it."
    : open.length > 1
    ? "The calendar ends in the middle; what there is of it was read."
    : count > limits.parts
    ? `The calendar has more than ${limits.parts} events; those after them were not read.`
    : undefined
  return { calendars, complete: message === undefined, faults: message === undefined ? [] : [{ uid: null, message }] }
}

export const first = (part: Part, name: string): Property | undefined => part.properties.get(name)?.[0]

/** A text of a part, cut where it is longer than texts are kept. */
export const textOf = (part: Part, name: string): string => {
  const value = first(part, name)?.values[0]
  return typeof value === "string" || typeof value === "number" ? String(value).toWellFormed().slice(0, limits.text).trim() : ""
}
