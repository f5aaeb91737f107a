import { DateTime } from "effect"
import type { Timestamp } from "#schemas/kernel/time"

export const intervals = ["day", "week", "month", "year"] as const

/** How long a period is. */
export interface Rhythm {
  readonly interval: typeof intervals[number]
  readonly interval_count: number
}

/** Where the periods of a subscription begin, by the clock on the wall. */
export interface Anchor {
  readonly at: Timestamp
  readonly time_zone: string
  /** The day of the month, 1 to 31; shorter months end before it, and then it is their last. */
  readonly day: number
}

const DAYS = { day: 1, week: 7 }
const MONTHS = { month: 1, year: 12 }

const partsIn = (at: Timestamp, timeZone: string) => DateTime.toParts(DateTime.makeZonedUnsafe(at, { timeZone }))

const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The day of the month that an instant falls on. */
export const dayOf = (at: Timestamp, time_zone: string): number => partsIn(at, time_zone).day

/** The calendar day that an instant falls on, as YYYY-MM-DD. */
export const dateOf = (at: Timestamp, time_zone: string): string =>
  DateTime.formatIsoDate(DateTime.makeZonedUnsafe(at, { timeZone: time_zone }))

/** An instant without its fractions of a second. */
export const wholeSecond = (at: Timestamp): Timestamp => new Date(Math.floor(Date.parse(at) / 1_000) * 1_000).toISOString()

export const secondsOf = (at: Timestamp): number => Math.floor(Date.parse(at) / 1_000)

/**
 * The begin of the period that comes so many periods after the anchor, at the same time of day in the time zone. A time that a change to
 * summer time skips is an hour later; of one that comes twice it is the first.
 */
export const boundary = ({ interval, interval_count }: Rhythm, { at, day, time_zone }: Anchor, periods: number): Timestamp => {
  const parts = partsIn(at, time_zone)
  if (periods === 0 && (parts.day === day || interval === "day" || interval === "week")) return at
  const count = interval_count * periods
  const { hour, minute, second } = parts
  const wall = interval === "day" || interval === "week"
    ? new Date(Date.UTC(parts.year, parts.month - 1, parts.day + count * DAYS[interval], hour, minute, second))
    : inMonth(parts.year, parts.month - 1 + count * MONTHS[interval], day, [hour, minute, second])
  return DateTime.formatIso(DateTime.makeZonedUnsafe(wall, { timeZone: time_zone, adjustForTimeZone: true }))
}

const inMonth = (year: number, month: number, day: number, time: readonly [number, number, number]) => {
  const first = new Date(Date.UTC(year, month, 1))
  const clamped = Math.min(day, lastDay(first.getUTCFullYear(), first.getUTCMonth() + 1))
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), clamped, ...time))
}

/** The first begin of a period on such a day of the month that is not before an instant. */
export const anchorFrom = (at: Timestamp, time_zone: string, day = dayOf(at, time_zone)): Anchor => {
  const here: Anchor = { at, time_zone, day }
  const month: Rhythm = { interval: "month", interval_count: 1 }
  const inThisMonth = boundary(month, here, 0)
  return { ...here, at: inThisMonth >= at ? inThisMonth : boundary(month, here, 1) }
}
