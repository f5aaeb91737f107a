import { first, type Part, type Property, textOf } from "./lines.ts"
import { DAY, dateText, instantText, type Length, lengthOf, type Moment, momentOf, periodOf, startOf, type Zone, zoneNameOf } from "./times.ts"

/** An event as a calendar has it: one that happens once, a series, or an exception from a series. */
export interface CalendarEvent {
  readonly uid: string
  readonly summary: string
  readonly start: Moment
  readonly length: Length
  readonly rules: ReadonlyArray<unknown>
  readonly more: ReadonlyArray<{ readonly start: Moment; readonly length: Length | null }>
  readonly without: ReadonlyArray<Moment>
  /** Of an exception: which occurrence it stands for, and whether for all after it too. */
  readonly instead_of: Moment | null
  readonly and_later: boolean
  readonly canceled: boolean
  readonly tentative: boolean
  readonly transparent: boolean
  /** Of two versions of an event the one that is greater counts. */
  readonly version: readonly [sequence: number, written: number]
}

export interface Reader {
  readonly zone: Zone
  readonly zoneNamed: (name: string) => Zone | undefined
  readonly tell: (uid: string, what: string) => void
}

/** How a part without a UID is known: by what it says, so that it is the same one when it is read again. */
const uidOf = (part: Part) => textOf(part, "uid") ||
  ["dtstart", "dtend", "duration", "recurrence-id", "summary"].map((name) => String(first(part, name)?.values[0] ?? "")).join(" ").trim()

const zonesIn = ({ tell, zone, zoneNamed }: Reader, uid: string) => ({ name, property }: { name: string; property: Property }): Zone => {
  const called = zoneNameOf(property)
  if (called === undefined) return zone
  const found = zoneNamed(called)
  if (found === undefined) tell(uid, `its ${name} is in the time zone "${called.slice(0, 100)}", which is not known; it is read in your own.`)
  return found ?? zone
}

/** How long an event takes: until its end, for its duration, a day if it is of days, or no time. */
const lengthFor = (part: Part, start: Moment, end: Moment | undefined, wrong: (what: string) => void): Length => {
  const none = { days: start.date ? 1 : 0, ms: 0 }
  if (end !== undefined) {
    // A day that ends when it begins is one day: so some programs write it.
    if (start.date && end.date) return { days: Math.max((end.wall - start.wall) / DAY, 1), ms: 0 }
    const ms = startOf(end) - startOf(start)
    if (ms >= 0) return { days: 0, ms }
    wrong("it ends before it begins; it is read as if it took no time.")
    return none
  }
  const duration = first(part, "duration")
  if (duration === undefined) return none
  const length = lengthOf(duration.values[0])
  if (length === undefined) wrong("its DURATION cannot be read; it is read without it.")
  return length !== undefined && (!start.date || length.days > 0) ? length : none
}

/** An event, or undefined if it cannot be told when it is. */
export const eventOf = (part: Part, method: string, reader: Reader): CalendarEvent | undefined => {
  const uid = uidOf(part)
  const wrong = (what: string) => reader.tell(uid, what)
  for (const name of new Set(part.unread)) wrong(`its ${name} cannot be read${name === "DTSTART" ? "" : "; it is read without it"}.`)
  const zoneOf = zonesIn(reader, uid)
  const moments = (name: string) =>
    (part.properties.get(name) ?? []).flatMap((property) => {
      const zone = zoneOf({ name: name.toUpperCase(), property })
      return property.values.map((value) => ({ value, zone, moment: momentOf(value, zone) }))
    })
  const one = (name: string) => {
    const [found] = moments(name)
    if (found && found.moment === undefined) wrong(`its ${name.toUpperCase()} is not a date or time that there is.`)
    return found?.moment
  }
  const start = one("dtstart")
  if (start === undefined) {
    if (!first(part, "dtstart") && !part.unread.includes("DTSTART")) wrong("it has no DTSTART, so it cannot be told when it is.")
    return undefined
  }
  const instead_of = one("recurrence-id") ?? null
  const exception = first(part, "recurrence-id")
  const more = moments("rdate").flatMap(({ moment, value, zone }) => {
    const found = moment === undefined ? periodOf(value, zone) : { start: moment, length: null }
    if (found === undefined) wrong("one of its RDATE is not a date or time that there is; it is read without it.")
    return found ?? []
  })
  const without = moments("exdate").flatMap(({ moment }) => {
    if (moment === undefined) wrong("one of its EXDATE is not a date or time that there is; it is read without it.")
    return moment ?? []
  })
  const status = textOf(part, "status").toUpperCase()
  const busy = textOf(part, "x-microsoft-cdo-busystatus").toUpperCase()
  const transparency = textOf(part, "transp").toUpperCase()
  const written = first(part, "last-modified") ?? first(part, "dtstamp")
  const stamp = momentOf(written?.values[0], reader.zone)
  return {
    uid, summary: textOf(part, "summary"), start, length: lengthFor(part, start, one("dtend"), wrong),
    // An exception that is of no known occurrence is an event by itself, and never a series.
    rules: exception === undefined ? (part.properties.get("rrule") ?? []).map(({ values }) => values[0]) : [],
    more, without, instead_of, and_later: String(exception?.params["range"] ?? "").toUpperCase() === "THISANDFUTURE",
    canceled: status === "CANCELLED" || method === "CANCEL",
    tentative: status === "TENTATIVE" || busy === "TENTATIVE",
    transparent: transparency === "" ? busy === "FREE" : transparency === "TRANSPARENT",
    version: [Number(first(part, "sequence")?.values[0] ?? 0), stamp ? startOf(stamp) : 0]
  }
}

/** The busy spans of a VFREEBUSY: each is known by its begin and end. */
export const busyOf = (part: Part, { tell, zone }: Reader) => {
  const uid = textOf(part, "uid") || "freebusy"
  if (part.unread.length > 0) tell(uid, "one of its FREEBUSY cannot be read; it is read without it.")
  return (part.properties.get("freebusy") ?? []).flatMap(({ params, values }) => {
    const type = String(params["fbtype"] ?? "BUSY").toUpperCase()
    if (type === "FREE") return []
    return values.flatMap((value) => {
      const period = periodOf(value, zone)
      if (period === undefined) tell(uid, "one of its FREEBUSY is not a period that there is; it is read without it.")
      return period ? [{ uid, ...period, tentative: type === "BUSY-TENTATIVE" }] : []
    })
  })
}

/** How an occurrence of a series is called: by the time at which it would begin by the rule. */
export const occurrenceName = (moment: Moment): string => moment.date ? dateText(moment.wall) : instantText(startOf(moment))
