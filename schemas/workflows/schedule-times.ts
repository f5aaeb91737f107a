import { Cron, DateTime, Option, Result } from "effect"

/** By what a schedule comes round: a cron line by the clock of a zone, or an interval from an anchor. */
export interface Times {
  readonly cron: string | null
  readonly time_zone: string
  readonly interval_seconds: number | null
  readonly anchor_at: string
  readonly ends_at: string | null
}

const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether any day is meant: no month has a 31st of February. */
const hasDay = ({ days, months, weekdays }: Cron.Cron) =>
  days.size === 0 || weekdays.size > 0 ||
  LONGEST_MONTHS.some((longest, n) => (months.size === 0 || months.has(n + 1)) && Math.min(...days) <= longest)

const parsed = (cron: string, zone: string, onDstOverlap: Cron.DstOverlapPolicy) =>
  cron.trim().split(/\s+/u).length === 5 ? Result.getSuccess(Cron.parse(cron.trim(), zone, { onDstOverlap })) : Option.none()

/** Whether a text is a cron line of five fields that comes round at all. */
export const isCron = (text: string): boolean => Option.exists(parsed(text, "UTC", "earlier"), hasDay)

const isEveryHour = ({ hours }: Cron.Cron) => hours.size === 0 || hours.size === 24

/* A line with an hour in it means a time of day, which comes once; one for every hour goes on while clocks show an hour twice. */
const read = (cron: string, zone: string) =>
  Option.getOrThrow(Option.flatMap(parsed(cron, zone, "earlier"), (once) =>
    isEveryHour(once) ? parsed(cron, zone, "both") : Option.some(once)))

const HOUR_MS = 3_600_000

/** When the clocks of a zone were last changed before an instant, within the day before it. */
const lastChange = (instant: number, zone: DateTime.TimeZone) => {
  const offset = (ms: number) => DateTime.zonedOffset(DateTime.setZone(DateTime.makeUnsafe(ms), zone))
  let [before, after] = [instant - 25 * HOUR_MS, instant]
  if (offset(before) === offset(after)) return instant
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2_000) * 1_000
    if (offset(middle) === offset(instant)) after = middle
    else before = middle
  }
  return after
}

/* More than the minutes of any gap between two times of a clock. */
const MOST_SKIPPED = 2_000

const nextOfCron = (line: string, zone: string, after: number) => {
  const cron = read(line, zone)
  let from = after
  for (let n = 0; n < MOST_SKIPPED; n++) {
    const next = Cron.next(cron, new Date(from)).getTime()
    if (Cron.match(cron, new Date(next))) return next
    /* It is told as much later as the clocks were put forward: it comes round when they are. */
    const jump = lastChange(next, Option.getOrThrow(cron.tz))
    if (jump > after) return jump
    from = next
  }
  return undefined
}

/** When a schedule comes round next after an instant, both in epoch milliseconds; nothing where it has ended by then. */
export const nextTime = ({ anchor_at, cron, ends_at, interval_seconds, time_zone }: Times, after: number): number | undefined => {
  const anchor = Date.parse(anchor_at)
  const every = (interval_seconds ?? 0) * 1_000
  const next = cron !== null
    ? nextOfCron(cron, time_zone, after)
    : after < anchor ? anchor : anchor + (Math.floor((after - anchor) / every) + 1) * every
  return next === undefined || ends_at !== null && next > Date.parse(ends_at) ? undefined : next
}

/** The times after an instant, up to so many. */
export const nextTimes = (times: Times, after: number, most: number): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let next = nextTime(times, after); next !== undefined && found.length < most; next = nextTime(times, next)) found.push(next)
  return found
}
