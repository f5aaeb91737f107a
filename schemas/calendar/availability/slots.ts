import { type Ground, dayIsFull, groundOf, joinable, timely } from "./ground.ts"
import { oneOfEach } from "./rooms.ts"
import { freeResources, freeStarts } from "./starts.ts"
import { dateOn } from "./wall-clock.ts"
import type { Asked, Choice, Session, Slot, Span, World } from "./world.ts"

const people = (ids: ReadonlyArray<number | null>) => ids.filter((id) => id !== null)

const windowOf = (world: World, { from, to }: Span): Span => {
  const time = timely(world)
  return { from: Math.max(from, time.from), to: Math.min(to, time.to) }
}

const dateFull = (world: World, { clock }: Ground) => world.service.daily_limit === null
  ? () => false
  : (start: number) => dayIsFull(world, dateOn(clock.at(start)))

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
export const openSlots = (world: World, span: Span, asked: Asked = {}): ReadonlyArray<Slot> => {
  const window = windowOf(world, span)
  if (window.from >= window.to) return []
  const ground = groundOf(world, window, asked)
  const { capacity } = world.service
  const isFull = dateFull(world, ground)
  const slots: Array<Slot> = []
  if (ground.seats <= capacity) {
    const resources = freeResources(world, ground)
    for (const [start, free] of freeStarts(world, ground, window)) {
      if (isFull(start) || (world.resources.length > 0 && oneOfEach(resources(start)) === undefined)) continue
      slots.push({ starts_at: start, ends_at: start + ground.length, staff_ids: people(free), seats: capacity })
    }
  }
  const joined = joinable(world, ground, window).filter(({ starts_at }) => !isFull(starts_at))
  return joined.length === 0 ? slots : withSessions(slots, joined, ground.length)
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
export const choiceAt = (world: World, starts_at: number, asked: Asked = {}): Choice | null => {
  const window = windowOf(world, { from: starts_at, to: starts_at + 1 })
  if (window.from >= window.to) return null
  const ground = groundOf(world, window, asked)
  if (dateFull(world, ground)(starts_at)) return null
  const session = fullest(joinable(world, ground, window))
  if (session !== undefined) {
    const { resource_ids, staff_id } = session
    return { staff_ids: people([staff_id]), resources: resource_ids.map((id) => [id]), resource_ids, session }
  }
  const free = freeStarts(world, ground, window).get(starts_at)
  if (free === undefined || ground.seats > world.service.capacity) return null
  const resources = freeResources(world, ground)(starts_at)
  const resource_ids = oneOfEach(resources)
  return resource_ids === undefined ? null : { staff_ids: people(free), resources, resource_ids, session: null }
}
