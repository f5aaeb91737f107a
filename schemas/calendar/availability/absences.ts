import { occurrences } from "../recurrence.ts"
import { DAY } from "./spans.ts"
import { dayNumber, type WallClock } from "./wall-clock.ts"
import type { Away, Span, Constraints } from "./constraints.ts"

/** A time in which nobody, or one person, works: of a holiday or of time off. */
export interface Absence {
  readonly span: Span
  readonly cause: Away | Constraints["closed"][number]
}

/**
 * Holidays and time off that touch the dates from one day to another. A holiday is all of its date by the wall clock: hours that began on the
 * evening before end at its midnight, and those that begin on its evening are open from the next one.
 */
export const absences = ({ away, closed }: Constraints, clock: WallClock, first: number, last: number): ReadonlyArray<Absence> => {
  const found: Array<Absence> = []
  const add = (wall: Span, cause: Absence["cause"]) => {
    const span = { from: clock.first(wall.from), to: clock.last(wall.to) }
    if (span.from < span.to) found.push({ span, cause })
  }
  for (const holiday of closed) {
    const day = dayNumber(holiday.date)
    if (day >= first && day <= last) add({ from: day * DAY, to: (day + 1) * DAY }, holiday)
  }
  for (const cause of away) for (const wall of occurrences(cause, { from: first * DAY, to: (last + 1) * DAY })) add(wall, cause)
  return found
}

/** Whose time it is: everybody's if null. */
export const whose = ({ cause }: Absence): number | null => "date" in cause ? null : cause.staff_id
