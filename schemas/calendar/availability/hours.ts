import { DAY, merged, MINUTE } from "./spans.ts"
import { dayNumber, type WallClock } from "./wall-clock.ts"
import type { Hours, Span, StaffHours } from "./constraints.ts"

/** When somebody works. */
export interface Working {
  /** The hours of each date, in order: from the beginning of one, starts are counted. Those of two dates may touch or overlap. */
  readonly dates: ReadonlyArray<Span>
  /** The same time as few spans, within which an appointment must lie. */
  readonly spans: ReadonlyArray<Span>
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** ISO number of the weekday: 1970 began on a Thursday. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7 + 1

/** Minutes from the midnight with which a date begins; what ends on the next day ends after 24:00. */
const within = ({ from, to }: Hours): Span => {
  const begin = minutesOf(from)
  const end = minutesOf(to)
  return { from: begin, to: end > begin ? end : end + 1_440 }
}

/**
 * The hours of all dates from one day to another. They are what the wall clock shows: hours that begin at a skipped time begin with the
 * change, and those that end at a time which comes twice end at the second. Hours that run past midnight are of the date on which they begin,
 * whatever the next date says.
 */
export const workingHours = ({ exceptions, weekly }: Omit<StaffHours, "id">, clock: WallClock, first: number, last: number): Working => {
  const weekdays: Array<Array<Span>> = [[], [], [], [], [], [], [], []]
  for (const hours of weekly) weekdays[hours.weekday]!.push(within(hours))
  const dates = new Map<number, ReadonlyArray<Span>>()
  for (const { date, hours } of exceptions) {
    const day = dayNumber(date)
    if (day >= first && day <= last) dates.set(day, [...dates.get(day) ?? [], ...hours.map(within)])
  }
  const worked: Array<Span> = []
  for (let day = first; day <= last; day++) {
    const spans = (dates.get(day) ?? weekdays[weekdayOf(day)]!)
      .map(({ from, to }) => ({ from: clock.first(day * DAY + from * MINUTE), to: clock.last(day * DAY + to * MINUTE) }))
    worked.push(...merged(spans))
  }
  return { dates: worked, spans: merged(worked) }
}
