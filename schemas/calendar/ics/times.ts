import ICAL from "ical.js"
import type { Property } from "./lines.ts"

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** A time zone: how far it is ahead of UTC at an instant, in milliseconds. */
export interface Zone {
  readonly offsetAt: (instant: number) => number
}

export const utc: Zone = { offsetAt: () => 0 }

/** A time on the wall, in milliseconds as if it were in UTC; a whole day if `date`. */
export interface Moment {
  readonly wall: number
  readonly date: boolean
  readonly zone: Zone
}

/**
 * The instant of a time on the wall. One that a change of the clock skips is as much later as the clock was put forward; of one that comes
 * twice it is the first: so RFC 5545 wants it.
 */
export const instantOf = ({ offsetAt }: Zone, wall: number): number => {
  const [before, after] = [offsetAt(wall - DAY), offsetAt(wall + DAY)]
  return [wall - before, wall - after].find((instant) => instant + offsetAt(instant) === wall) ?? wall - before
}

export const wallOf = (zone: Zone, instant: number): number => instant + zone.offsetAt(instant)

export const dateText = (wall: number): string => new Date(wall).toISOString().slice(0, 10)

export const instantText = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`

/** The years of calendars: from the first that Outlook writes to the last that has four digits. */
const YEARS = { from: 1600, to: 9_998 }

const value = /^(\d{4})-(\d\d)-(\d\d)(?:T(?:::|(\d\d):(\d\d):(\d\d)(Z)?))?$/

/** A date or a time as ical.js gives it, in a zone if it names none. Undefined if there is no such time. */
export const momentOf = (given: unknown, zone: Zone): Moment | undefined => {
  const found = value.exec(String(given))
  if (found === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map((part) => Number(part ?? 0))
  const wall = Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59))
  if (year < YEARS.from || year > YEARS.to || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) return undefined
  if (new Date(wall).getUTCDate() !== day) return undefined
  return { wall, date: found[4] === undefined, zone: found[7] === "Z" ? utc : zone }
}

/** How long something takes: days by the calendar, and time that passes. */
export interface Length {
  readonly days: number
  readonly ms: number
}

export const lengthOf = (given: unknown): Length | undefined => {
  try {
    const { days, hours, isNegative, minutes, seconds, weeks } = ICAL.Duration.fromString(String(given))
    return isNegative ? undefined : { days: weeks * 7 + days, ms: hours * HOUR + minutes * 60_000 + seconds * 1_000 }
  } catch {
    return undefined
  }
}

export const endOf = ({ wall, zone }: Moment, { days, ms }: Length): number => instantOf(zone, wall + days * DAY) + ms

export const startOf = ({ wall, zone }: Moment): number => instantOf(zone, wall)

/** Begin and end of a period as ical.js gives it: two times, or a time and how long it lasts. */
export const periodOf = (given: unknown, zone: Zone): { readonly start: Moment; readonly length: Length } | undefined => {
  if (!Array.isArray(given)) return undefined
  const start = momentOf(given[0], zone)
  const end = momentOf(given[1], zone)
  const length = end === undefined ? lengthOf(given[1]) : start && { days: 0, ms: Math.max(startOf(end) - startOf(start), 0) }
  return start && length && { start, length }
}

/** The name of the zone that a property is written in, if it gives one. */
export const zoneNameOf = ({ params }: Property): string | undefined => {
  const name = params["tzid"]
  return typeof name === "string" && name !== "" ? name : undefined
}
