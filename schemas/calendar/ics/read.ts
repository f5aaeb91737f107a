import { busyOf, type CalendarEvent, eventOf, occurrenceName, type Reader } from "./events.ts"
import { type Fault, limits, parsed, type Part, textOf } from "./lines.ts"
import { beginsOf, type Budget } from "./rules.ts"
import { DAY, dateText, endOf, instantText, type Length, type Moment, startOf, wallOf } from "./times.ts"
import { zonesOf } from "./zones.ts"

/** What happens at a time: an event, one occurrence of a series, or a busy span. */
export interface Occurrence {
  /** The same one whenever the calendar is read: the UID, and of a series which occurrence. */
  readonly key: string
  readonly uid: string
  /** Of a series: when it would begin by the rule, as an instant or a date. Of a busy span: begin and end. */
  readonly recurrence_id: string | null
  readonly summary: string
  /** Milliseconds since 1970. */
  readonly starts_at: number
  readonly ends_at: number
  readonly all_day: boolean
  /** It takes no time of anybody. */
  readonly transparent: boolean
  readonly tentative: boolean
  readonly canceled: boolean
}

export interface Reading {
  readonly events: ReadonlyArray<Occurrence>
  readonly faults: ReadonlyArray<Fault>
  /** False if the text is no calendar, ends in the middle, or is too large: what is not in it may well be there. */
  readonly complete: boolean
}

interface Asked {
  /** The zone of times that name none, and of days. */
  readonly zone: string
  /** Half open, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

type Told = Pick<CalendarEvent, "uid" | "summary" | "transparent" | "tentative" | "canceled">

interface Series {
  readonly masters: Array<CalendarEvent>
  readonly exceptions: Map<string, CalendarEvent>
}

const newer = (a: CalendarEvent, b: CalendarEvent) => a.version[0] - b.version[0] || a.version[1] - b.version[1]

const earliest = (a: Occurrence, b: Occurrence) => a.starts_at - b.starts_at || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

/** The events of calendars by UID, of each the newest version. */
const seriesOf = (calendars: ReadonlyArray<Part>, reader: Reader): ReadonlyMap<string, Series> => {
  const all = new Map<string, Series>()
  for (const calendar of calendars) {
    const method = textOf(calendar, "method").toUpperCase()
    for (const part of calendar.parts.filter(({ name }) => name === "vevent")) {
      const event = eventOf(part, method, reader)
      if (event === undefined) continue
      const series: Series = all.get(event.uid) ?? { masters: [], exceptions: new Map() }
      all.set(event.uid, series)
      if (event.instead_of === null) {
        // Some programs give one UID to several events. They are other events if nothing says that one is a newer version.
        const version = series.masters.findIndex((one) => newer(one, event) !== 0 || startOf(one.start) === startOf(event.start))
        if (version < 0) series.masters.push(event)
        else if (newer(series.masters[version]!, event) <= 0) series.masters[version] = event
      } else {
        const name = occurrenceName(event.instead_of)
        const other = series.exceptions.get(name)
        if (other === undefined || newer(other, event) <= 0) series.exceptions.set(name, event)
      }
    }
  }
  return all
}

/** The exceptions that are for all later occurrences too, in order, with how far they move them. */
const futuresOf = (exceptions: Iterable<CalendarEvent>) =>
  [...exceptions].flatMap((event) => {
    const { and_later, instead_of, start } = event
    if (!and_later || instead_of === null) return []
    const since = startOf(instead_of)
    return [{ event, since, shift: start.wall - (instead_of.date ? instead_of.wall : wallOf(start.zone, since)) }]
  }).sort((a, b) => a.since - b.since)

/** Begins of a series by its rules and dates, each once, before exceptions; and what of it could not be told. */
const beginsIn = (master: CalendarEvent, span: { readonly from: number; readonly to: number }, budget: Budget, tell: Reader["tell"]) => {
  const begins = new Map<number, { readonly start: Moment; readonly length: Length }>()
  const own: Budget = { steps: Math.min(budget.steps, limits.steps) }
  const given = own.steps
  const add = (start: Moment, length: Length) => {
    begins.set(startOf(start), { start, length })
  }
  if (master.start.wall >= span.from && master.start.wall < span.to) add(master.start, master.length)
  for (const rule of master.rules) {
    try {
      const { all, walls } = beginsOf(rule, master.start, span, own)
      for (const wall of walls) add({ ...master.start, wall }, master.length)
      if (!all) {
        const until = startOf({ ...master.start, wall: walls.at(-1) ?? span.from })
        tell(master.uid, `it happens too often to be read whole; it was read until ${instantText(until)}.`)
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : "unknown"
      tell(master.uid, `its RRULE cannot be followed (${why}); of its series only what the calendar lists by date was read.`)
    }
  }
  budget.steps -= given - Math.max(own.steps, 0)
  for (const { length, start } of master.more) {
    if (start.wall >= span.from && start.wall < span.to) add(start, length ?? master.length)
  }
  return begins
}

/**
 * What happens in a stretch of time by the calendars in a text, each occurrence once. What cannot be read is told in `faults`, and all else is read.
 * Times are instants: those without a zone, and days, are in the zone that is given. Work is bounded, whatever the text says.
 */
export const readCalendar = (text: string, { from, to, zone }: Asked): Reading => {
  const { calendars, complete, faults: unread } = parsed(text)
  const faults = [...unread]
  const told = new Set<string>()
  const tell = (uid: string, message: string) => {
    const whole = `The event ${JSON.stringify(uid)}: ${message}`
    if (told.has(whole) || faults.length >= limits.faults) return
    told.add(whole)
    faults.push({ uid, message: whole })
  }
  const zoneNamed = zonesOf(calendars, to)
  const own = zoneNamed(zone)
  if (own === undefined) throw new RangeError(`${zone} is not a time zone`)
  const reader: Reader = { zone: own, zoneNamed, tell }
  const found = new Map<string, Occurrence>()
  const budget: Budget = { steps: limits.allSteps }

  const put = (event: Told, start: Moment, length: Length, recurrence_id: string | null) => {
    const [starts_at, ends_at] = [startOf(start), Math.max(endOf(start, length), startOf(start))]
    if (starts_at >= to || (starts_at === ends_at ? starts_at < from : ends_at <= from)) return
    if (found.size >= limits.allOccurrences) {
      return tell(event.uid, "the calendar has more events in this time than are read; this one and those after it were not read.")
    }
    const { canceled, summary, tentative, transparent, uid } = event
    const key = recurrence_id === null ? uid : `${uid} ${recurrence_id}`
    found.set(key, { key, uid, recurrence_id, summary, starts_at, ends_at, all_day: start.date, transparent, tentative, canceled })
  }

  const expand = (master: CalendarEvent, exceptions: ReadonlyMap<string, CalendarEvent>, among: boolean) => {
    const series = master.rules.length > 0 || master.more.length > 0
    if (!series && exceptions.size === 0) return put(master, master.start, master.length, among ? occurrenceName(master.start) : null)
    const futures = futuresOf(exceptions.values())
    const reach = futures.reduce((most, { shift }) => Math.max(most, Math.abs(shift)), 0)
    const longest = [master, ...futures.map(({ event }) => event), ...master.more]
      .reduce((most, { length }) => Math.max(most, length === null ? 0 : length.days * DAY + length.ms), 0)
    const span = { from: from - reach - longest - 2 * DAY, to: to + reach + 2 * DAY }
    const gone = new Set([...[...exceptions.values()].map(({ instead_of }) => instead_of!), ...master.without].map((moment) =>
      master.start.date ? dateText(moment.wall) : occurrenceName(moment)))
    for (const [at, { length, start }] of beginsIn(master, span, budget, tell)) {
      const name = occurrenceName(start)
      if (gone.has(name) || gone.has(dateText(start.wall))) continue
      const future = futures.findLast(({ since }) => since <= at)
      if (future === undefined) put(master, start, length, name)
      else {
        const { event, shift } = future
        const wall = (start.date ? start.wall : wallOf(event.start.zone, at)) + shift
        put(event, { ...event.start, wall }, event.length, name)
      }
    }
  }

  for (const { exceptions, masters } of seriesOf(calendars, reader).values()) {
    for (const master of masters) expand(master, exceptions, masters.length > 1)
    for (const event of exceptions.values()) put(event, event.start, event.length, occurrenceName(event.instead_of!))
  }
  for (const part of calendars.flatMap(({ parts }) => parts).filter(({ name }) => name === "vfreebusy")) {
    for (const { length, start, tentative, uid } of busyOf(part, reader)) {
      const span = `${occurrenceName(start)}/${instantText(endOf(start, length))}`
      put({ uid, summary: "", transparent: false, tentative, canceled: false }, start, length, span)
    }
  }
  return { events: [...found.values()].sort(earliest), faults, complete }
}
