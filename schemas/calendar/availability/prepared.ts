import { type Absence, absences, whose } from "./absences.ts"
import { type Working, workingHours } from "./hours.ts"
import { DAY, merged, MINUTE, overlaps } from "./spans.ts"
import { wallClock, type WallClock } from "./wall-clock.ts"
import type { Asked, Session, Span, Constraints } from "./constraints.ts"

/** Somebody who can do the service; where no person is needed, the company with its opening hours as nobody. */
export interface Person {
  readonly id: number | null
  readonly working: Working
  /** Holidays and time off, also everybody's. */
  readonly absent: ReadonlyArray<Span>
}

/** What is true of the starts within a span, whatever is booked. */
export interface Prepared {
  readonly clock: WallClock
  readonly people: ReadonlyArray<Person>
  readonly absences: ReadonlyArray<Absence>
  /** How long an appointment is, and what is kept free before and after it, in milliseconds. */
  readonly length: number
  readonly before: number
  readonly after: number
  readonly seats: number
}

/** Hours last at most until the end of the next day, and no zone is further from UTC than a day. */
const AROUND = 3

const candidates = ({ opening_hours, staff }: Constraints, { staff_id }: Asked) => {
  if (staff === null) return staff_id === undefined ? [{ id: null, weekly: opening_hours, exceptions: [] }] : []
  return staff.filter(({ id }) => staff_id === undefined || id === staff_id).toSorted((a, b) => a.id - b.id)
}

export const prepare = (constraints: Constraints, { from, to }: Span, asked: Asked): Prepared => {
  const { service } = constraints
  const length = service.duration_minutes * MINUTE
  const clock = wallClock(constraints.time_zone, { from: from - (AROUND + 2) * DAY, to: to + length + (AROUND + 2) * DAY })
  const first = Math.floor(clock.at(from) / DAY) - AROUND
  const last = Math.floor(clock.at(to + length) / DAY) + AROUND
  const away = absences(constraints, clock, first, last)
  const absentOf = (id: number | null) => merged(away.filter((one) => whose(one) === null || whose(one) === id).map(({ span }) => span))
  const people = candidates(constraints, asked)
    .map(({ id, ...hours }) => ({ id, working: workingHours(hours, clock, first, last), absent: absentOf(id) }))
  return {
    clock, people, absences: away, length, seats: asked.seats ?? 1,
    before: service.buffer_before_minutes * MINUTE, after: service.buffer_after_minutes * MINUTE
  }
}

/** When starts are not too late and not too early. */
export const timely = ({ now, service }: Constraints): Span => ({
  from: now + Math.max(0, service.notice_minutes) * MINUTE,
  to: now + service.horizon_days * DAY
})

/** The date of a start is full. */
export const dayIsFull = ({ booked_on, service: { daily_limit } }: Constraints, date: string): boolean =>
  daily_limit !== null && (booked_on.get(date) ?? 0) >= daily_limit

/**
 * Sessions that begin within a span and have so many seats left. A session takes place as it was booked: its claims, working hours that were
 * changed since and the starts that these would have do not keep anybody from joining it; a holiday or time off does.
 */
export const joinable = (
  { sessions }: Constraints, { absences: away, length, people, seats }: Prepared, { from, to }: Span
): ReadonlyArray<Session> =>
  sessions.filter(({ left, staff_id, starts_at }) => {
    if (starts_at < from || starts_at >= to || left < seats || people.length === 0) return false
    if (staff_id !== null && !people.some(({ id }) => id === staff_id)) return false
    const span = { from: starts_at, to: starts_at + length }
    return !away.some((one) => (whose(one) === null || whose(one) === staff_id) && overlaps(one.span, span))
  })
