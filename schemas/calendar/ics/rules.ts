import ICAL from "ical.js"
import { limits } from "./lines.ts"
import { DAY, HOUR, type Moment, momentOf, utc, wallOf } from "./times.ts"

/** How many steps rules may take yet. Every step is taken from it. */
export interface Budget {
  steps: number
}

/** Why a rule is followed no further: it takes more steps than are left, or leads past the time that is asked for. */
class Stop extends Error {
  readonly why: "steps" | "past"
  constructor(why: "steps" | "past") {
    super(why)
    this.why = why
  }
}

const periods: Readonly<Record<string, number>> = { SECONDLY: 1_000, MINUTELY: 60_000, HOURLY: HOUR, DAILY: DAY, WEEKLY: 7 * DAY }

/** What a step costs: a year is looked through day by day. */
const costs: Readonly<Record<string, number>> = { MONTHLY: 2, YEARLY: 10 }

/** Longer intervals lead past all that is asked for, and take long to count. */
const LONGEST_INTERVAL = 1_000_000

const monthsBetween = (a: Date, b: Date) => (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth()

const common = (a: number, b: number): number => b === 0 ? a : common(b, a % b)

/** A begin of the same rule that lies nearer to the time that is asked for, so that steps before it need not be taken, and how many those are. */
const nearer = (rule: ICAL.Recur, wall: number, from: number): { readonly wall: number; readonly skipped: number } => {
  const stay = { wall, skipped: 0 }
  const bare = Object.keys(rule.parts).length === 0
  const period = periods[rule.freq]
  if (from <= wall || rule.count !== null && (!bare || period === undefined)) return stay
  if (period !== undefined) {
    const skipped = Math.max(Math.floor((from - wall) / (period * rule.interval)) - 1, 0)
    return { wall: wall + skipped * period * rule.interval, skipped }
  }
  // Without a weekday the begin gives it, and it is another one in another year.
  if (rule.parts.BYWEEKNO !== undefined) return stay
  const interval = rule.interval * (rule.freq === "YEARLY" ? 12 : 1)
  const cycle = interval * 48 / common(interval, 48)
  const begin = new Date(wall)
  const months = (Math.floor(monthsBetween(begin, new Date(from)) / cycle) - 1) * cycle
  if (months <= 0) return stay
  const moved = new Date(wall)
  moved.setUTCMonth(begin.getUTCMonth() + months)
  return moved.getUTCDate() === begin.getUTCDate() ? { wall: moved.getTime(), skipped: 0 } : stay
}

const timeAt = (wall: number, isDate: boolean) => {
  const at = new Date(wall)
  return new ICAL.Time({
    year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate(), hour: at.getUTCHours(), minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(), isDate
  }, ICAL.Timezone.utcTimezone)
}

/** The last time on the wall that a rule allows: an UNTIL in UTC is meant in the zone of the event, a date until its end. */
const lastOf = (until: ICAL.Time, start: Moment): number => {
  const last = momentOf(until.toString(), start.zone)
  if (last === undefined) return Infinity
  if (start.date) return Math.floor(last.wall / DAY) * DAY
  if (last.date) return last.wall + DAY - 1
  return last.zone === utc ? wallOf(start.zone, last.wall) : last.wall
}

/** Whether a day is one that the rule allows. ical.js takes the 2nd of March for a 30th of February, and the 1st for a 29th. */
const allows = ({ freq, parts }: ICAL.Recur, wall: number, { day, month, year }: ICAL.Time) => {
  const { BYMONTH, BYMONTHDAY } = parts
  if (freq === "YEARLY" && Object.keys(parts).length === 0) return day === new Date(wall).getUTCDate()
  return (BYMONTH === undefined || BYMONTH.includes(month)) &&
    (BYMONTHDAY === undefined || BYMONTHDAY.includes(day) || BYMONTHDAY.includes(day - ICAL.Time.daysInMonth(month, year) - 1))
}

export interface Begins {
  /** Times on the wall, in order. */
  readonly walls: ReadonlyArray<number>
  /** False if there are more than are read: those that are left out are the last. */
  readonly all: boolean
}

/**
 * The begins that a rule gives within a stretch of time. Work is bounded: every candidate that is looked at is a
 * step, also where a rule looks for a day that never comes, which ical.js by itself would do for ever.
 */
export const beginsOf = (given: unknown, start: Moment, span: { readonly from: number; readonly to: number }, budget: Budget): Begins => {
  const rule = ICAL.Recur.fromData(given as object)
  if (rule.interval > LONGEST_INTERVAL) throw new Error("its interval is too long")
  const last = Math.min(rule.until === null ? Infinity : lastOf(rule.until, start), span.to)
  const { skipped, wall } = nearer(rule, start.wall, span.from)
  if (rule.count !== null) rule.count -= skipped
  if (last < Math.max(wall, span.from) || rule.count !== null && rule.count <= 0) return { walls: [], all: true }
  rule.until = timeAt(last, start.date)
  const cost = costs[rule.freq] ?? 1
  const step = (steps: number) => {
    budget.steps -= steps * cost
    if (budget.steps < 0) throw new Stop("steps")
  }
  const walls: Array<number> = []
  try {
    // A rule for years looks for the first one that fits when it is made.
    if (rule.freq === "YEARLY") step(Math.ceil((last - wall) / (365 * DAY * rule.interval)))
    const iterator = rule.iterator(timeAt(wall, start.date))
    const fits = iterator.check_contracting_rules.bind(iterator)
    iterator.check_contracting_rules = () => {
      step(1)
      if (iterator.last.year > rule.until!.year + 1) throw new Stop("past")
      return fits()
    }
    for (let next = iterator.next(); next; next = iterator.next()) {
      step(1)
      const at = Date.UTC(next.year, next.month - 1, next.day, next.hour, next.minute, next.second)
      if (at > last) break
      if (at >= span.from && allows(rule, wall, next)) walls.push(at)
      if (walls.length >= limits.occurrences) return { walls, all: false }
    }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { walls, all: error.why === "past" }
  }
  return { walls, all: true }
}
