import { Effect } from "effect"
import { Appointments } from "#layers/calendar/appointments"
import { Claims } from "#layers/calendar/claims"
import { DAY } from "#schemas/calendar/availability/spans"
import { wallClock } from "#schemas/calendar/availability/wall-clock"
import type * as api from "#schemas/calendar/series.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { notOffered, scarceOf, take, termsOf, constraintsAt } from "./booking.ts"
import { whyNotFree } from "./not-free.ts"
import { appointmentMade } from "./told.ts"

/** At the same time on the wall every so many weeks. */
const startsFrom = (first: number, count: number, every_weeks: number, time_zone: string) => {
  const clock = wallClock(time_zone, { from: first - DAY, to: first + (count * every_weeks * 7 + 1) * DAY })
  const wall = clock.at(first)
  return Array.from({ length: count }, (_, n) => n === 0 ? first : clock.first(wall + n * every_weeks * 7 * DAY))
}

/** Longer than the longest series. */
const YEARS = 10 * 366

/**
 * Books every start of a series that is free. Whoever does the service is locked once for all of them before the first is looked at, so
 * that single bookings come before all of it or after.
 */
export const create_appointment_series = Effect.fnUntraced(function*({ count, every_weeks, mode, ...asked }: Input<typeof api.create_appointment_series>) {
  const [appointments, claims] = [yield* Appointments, yield* Claims]
  const { override, seats, service_id, staff_id } = asked
  const wantedAt = (starts_at: number) => ({ by: "company" as const, service_id, seats, staff_id, override, starts_at })
  const first = Date.parse(asked.starts_at)
  const seen = yield* constraintsAt(wantedAt(first))
  if (!seen.active) return yield* notOffered
  yield* claims.lock(scarceOf(seen, undefined))
  const places: Array<NonNullable<Effect.Success<ReturnType<typeof take>>>> = []
  const not_booked = []
  for (const starts_at of startsFrom(first, count, every_weeks, seen.time_zone)) {
    const wanted = wantedAt(starts_at)
    const now = yield* constraintsAt(wanted)
    const constraints = starts_at === first ? now : { ...now, service: { ...now.service, horizon_days: YEARS } }
    const place = yield* take(constraints, wanted, places.at(-1)?.staff_id ?? null)
    if (place === undefined) not_booked.push({ starts_at: new Date(starts_at).toISOString(), ...yield* whyNotFree(constraints, wanted) })
    else places.push(place)
  }
  if (places.length === 0 || (mode === "all_or_none" && not_booked.length > 0)) {
    return yield* new Conflict({
      message: `${not_booked.length} of the ${count} appointments cannot be booked, so none is. Begin elsewhere, or ask for \`as_many_as_fit\`.`,
      details: not_booked.map(({ free, message, starts_at }) => ({
        field: "starts_at", error: free.length === 0 ? message : `${message} In UTC: ${free.join(", ")}.`, received: starts_at
      }))
    })
  }
  const terms = yield* termsOf(asked, seen, "company")
  const id = yield* appointments.newSeries
  return {
    id, not_booked,
    appointments: yield* Effect.forEach(places, (place) => appointmentMade({ ...place, ...terms, series_id: id, status: "booked" }))
  }
})
