import { type Prepared, dayIsFull, prepare, joinable, timely } from "./prepared.ts"
import { oneOfEach } from "./rooms.ts"
import { freeResources, freeStarts } from "./starts.ts"
import { dateOn } from "./wall-clock.ts"
import type { Asked, Choice, Session, Slot, Span, Constraints } from "./constraints.ts"

const people = (ids: ReadonlyArray<number | null>) => ids.filter((id) => id !== null)

const windowOf = (constraints: Constraints, { from, to }: Span): Span => {
  const time = timely(constraints)
  return { from: Math.max(from, time.from), to: Math.min(to, time.to) }
}

const dateFull = (constraints: Constraints, { clock }: Prepared) => constraints.service.daily_limit === null
  ? () => false
  : (start: number) => dayIsFull(constraints, dateOn(clock.at(start)))

/**
 * The starts within a span at which a service can be booked, in order.
 *
 * - Working hours are wall clock: a time that a change of the clocks skips is the instant of the change; of one that comes twice it is the
 *   first for a beginning and the last for an end. Starts are counted in elapsed time from the beginning of the hours of each date, so what
 *   is open does not depend on the span that is asked for. Hours of a date that touch are one span, and an appointment may run from the hours
 *   of one date into those of the next where they touch.
 * - The appointment itself is within working hours and out of holidays and time off; its buffers only have to be free of claims.
 * - A session that has enough seats left is open at its start, claims, grid and hours notwithstanding.
 * - A full day, the notice and the horizon hold for all of them. The last start is before the horizon, the first is not before the notice ends.
 * - Each group of resources takes one that no other group takes.
 */
export const openSlots = (constraints: Constraints, span: Span, asked: Asked = {}): ReadonlyArray<Slot> => {
  const window = windowOf(constraints, span)
  if (window.from >= window.to) return []
  const prepared = prepare(constraints, window, asked)
  const { capacity } = constraints.service
  const isFull = dateFull(constraints, prepared)
  const slots: Array<Slot> = []
  if (prepared.seats <= capacity) {
    const resources = freeResources(constraints, prepared)
    for (const [start, free] of freeStarts(constraints, prepared, window)) {
      if (isFull(start) || (constraints.resources.length > 0 && oneOfEach(resources(start)) === undefined)) continue
      slots.push({ starts_at: start, ends_at: start + prepared.length, staff_ids: people(free), seats: capacity })
    }
  }
  const joined = joinable(constraints, prepared, window).filter(({ starts_at }) => !isFull(starts_at))
  return joined.length === 0 ? slots : withSessions(slots, joined, prepared.length)
}

const withSessions = (slots: ReadonlyArray<Slot>, joined: ReadonlyArray<Session>, length: number) => {
  const all = new Map(slots.map((slot) => [slot.starts_at, slot]))
  for (const { left, staff_id, starts_at } of joined) {
    const { seats, staff_ids } = all.get(starts_at) ?? { seats: 0, staff_ids: [] }
    const ids = new Set(staff_id === null ? staff_ids : [...staff_ids, staff_id])
    all.set(starts_at, {
      starts_at, ends_at: starts_at + length, seats: Math.max(seats, left), staff_ids: [...ids].toSorted((a, b) => a - b)
    })
  }
  return [...all.values()].toSorted((a, b) => a.starts_at - b.starts_at)
}

/** Of sessions that can be joined: the one with the fewest seats left, so that others stay for larger groups. */
const fullest = (sessions: ReadonlyArray<Session>) =>
  sessions.toSorted((a, b) => a.left - b.left || (a.staff_id ?? 0) - (b.staff_id ?? 0))[0]

/** What a booking at a start can take; null where it is no open slot. A session is joined before a new one is begun. */
export const choiceAt = (constraints: Constraints, starts_at: number, asked: Asked = {}): Choice | null => {
  const window = windowOf(constraints, { from: starts_at, to: starts_at + 1 })
  if (window.from >= window.to) return null
  const prepared = prepare(constraints, window, asked)
  if (dateFull(constraints, prepared)(starts_at)) return null
  const session = fullest(joinable(constraints, prepared, window))
  if (session !== undefined) {
    const { resource_ids, staff_id } = session
    return { staff_ids: people([staff_id]), resources: resource_ids.map((id) => [id]), resource_ids, session }
  }
  const free = freeStarts(constraints, prepared, window).get(starts_at)
  if (free === undefined || prepared.seats > constraints.service.capacity) return null
  const resources = freeResources(constraints, prepared)(starts_at)
  const resource_ids = oneOfEach(resources)
  return resource_ids === undefined ? null : { staff_ids: people(free), resources, resource_ids, session: null }
}
