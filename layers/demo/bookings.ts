import { choiceAt, openSlots } from "#schemas/calendar/availability/slots"
import type { Taken, Constraints } from "#schemas/calendar/availability/constraints"
import { holidaysBetween } from "../calendar/holidays.ts"
import { answers, cancellations, dayAfter, openingHours, place, services, staff, timeOffAround } from "./calendar.ts"
import type { Chances } from "./chances.ts"
import type { Contact } from "./story.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** Thirteen weeks: what was, and what is to come, which has fewer bookings the further away it is. */
const PAST_WEEKS = 8
const COMING_WEEKS = 5

const iso = (ms: number) => new Date(ms).toISOString()

type Service = (typeof services)[number]

const people = staff.map(({ exceptions, weekly }, id) => ({ id, weekly: weekly ?? openingHours, exceptions }))

/** Somebody's booking of a session; of one that was called off, no session. */
const bookingOf = (chance: Chances, contacts: ReadonlyArray<Contact>, now: number) => {
  const { below, between, often, one } = chance
  return (n: number, { confirmation, duration_minutes, price, questions }: Service, starts: number, session: number | null, seats: number) => {
    const created = Math.min(starts - between(2, 18) * DAY - between(0, 600) * MINUTE, now - between(1, 120) * HOUR)
    const known = contacts.findIndex(({ age }) => now - age * DAY > created)
    const contact = below(known === -1 ? contacts.length : Math.max(known, 1))
    const outcome = often(0.08) ? "no_show" : "completed"
    const waits = often(0.5)
    const ends = starts + duration_minutes * MINUTE
    const coming = confirmation === "by_staff" && waits ? "requested" : "booked"
    const moved = often(0.07)
    const canceled = Math.min(starts - between(3, 40) * HOUR, now - between(5, 55) * MINUTE)
    return {
      service: n, session, contact, seats, starts_at: iso(starts), ends_at: iso(ends), price: price === null ? null : price * seats,
      status: session === null ? "canceled" : ends > now ? coming : outcome,
      answers: questions.filter(() => often(0.7)).map(({ label }) => ({ label, answer: one(answers[label]!) })),
      canceled_at: session === null ? iso(canceled) : null,
      canceled_by: session === null ? often(0.8) ? "customer" : "company" : null,
      cancellation_reason: session === null ? one(cancellations) : null,
      rescheduled_count: moved ? 1 : 0,
      reschedule_reason: moved ? "The customer asked for another time" : null,
      livemode: often(0.5),
      created_at: iso(created),
      updated_at: iso(session === null ? canceled : ends > now ? created : ends)
    }
  }
}
type Booking = ReturnType<ReturnType<typeof bookingOf>>

interface Session {
  readonly service: number
  readonly staff: number | null
  readonly resources: ReadonlyArray<number>
  readonly starts_at: string
  readonly ends_at: string
  readonly claimed_from: string
  readonly claimed_until: string
  readonly taken: number
}

/**
 * What is booked around now with the demo company, by what decides whether a slot is open: hours, time off, holidays, buffers and what is booked
 * before. References are positions in the lists; people and rooms have those as their ids.
 */
export const bookingsOf = (chance: Chances, contacts: ReadonlyArray<Contact>, now: number) => {
  const { between, often, one } = chance
  const today = iso(now).slice(0, 10)
  const timeOff = timeOffAround(today)
  const begin = Date.parse(today) - PAST_WEEKS * WEEK
  const taken: Array<Taken> = []
  const sessions: Array<Session> = []
  const bookings: Array<Booking> = []
  const book = bookingOf(chance, contacts, now)

  const company = {
    time_zone: place.time_zone, now: begin - DAY, opening_hours: openingHours,
    closed: holidaysBetween(place, "en", dayAfter(today, -7 * PAST_WEEKS - 1), dayAfter(today, 7 * COMING_WEEKS + 1)),
    away: timeOff.map((one, id) => ({ ...one, id })),
    sessions: [], booked_on: new Map<string, number>()
  }
  const peopleOf = (able: ReadonlyArray<number>) => able.length === 0 ? null : people.filter(({ id }) => able.includes(id))
  const constraintsOf = (service: Service): Constraints => ({
    ...company,
    service: { ...service, notice_minutes: 0, horizon_days: 365, daily_limit: null },
    staff: peopleOf(service.staff),
    resources: service.resources.map((any_of) => ({ any_of })),
    taken
  })

  const take = (n: number, service: Service, constraints: Constraints, starts: number) => {
    const choice = choiceAt(constraints, starts)
    if (choice === null) return
    const person = choice.staff_ids.length === 0 ? null : one(choice.staff_ids)
    const ends = starts + service.duration_minutes * MINUTE
    const span = { from: starts - service.buffer_before_minutes * MINUTE, to: ends + service.buffer_after_minutes * MINUTE }
    const claim = { kind: "appointment", id: null, staff_id: null, resource_id: null, span } as const
    taken.push(...person === null ? [] : [{ ...claim, staff_id: person }], ...choice.resource_ids.map((resource_id) => ({ ...claim, resource_id })))
    const seats = Array.from({ length: service.capacity === 1 ? 1 : between(2, 5) }, () => service.capacity > 1 && often(0.2) ? 2 : 1)
      .filter((seats, n, all) => all.slice(0, n).reduce<number>((sum, one) => sum + one, seats) <= service.capacity)
    if (often(0.1)) bookings.push(book(n, service, starts, null, 1))
    bookings.push(...seats.map((seats) => book(n, service, starts, sessions.length, seats)))
    sessions.push({
      service: n, staff: person, resources: choice.resource_ids, starts_at: iso(starts), ends_at: iso(ends), claimed_from: iso(span.from),
      claimed_until: iso(span.to), taken: seats.reduce((sum, one) => sum + one, 0)
    })
  }

  for (let week = 0; week < PAST_WEEKS + COMING_WEEKS; week++) {
    const span = { from: begin + week * WEEK, to: begin + (week + 1) * WEEK }
    const ahead = Math.max(0, week - PAST_WEEKS)
    for (const [n, service] of services.entries()) {
      const constraints = constraintsOf(service)
      const slots = openSlots(constraints, span)
      const wanted = slots.length === 0 ? 0 : Math.ceil(service.weekly * (1 - 0.15 * ahead))
      for (let left = wanted; left > 0; left--) take(n, service, constraints, one(slots).starts_at)
    }
  }
  return { timeOff, sessions, bookings: bookings.toSorted((a, b) => a.created_at < b.created_at ? -1 : 1) }
}
export type Bookings = ReturnType<typeof bookingsOf>
