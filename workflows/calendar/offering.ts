import { Effect, Option, Schema } from "effect"
import { Claims } from "#layers/calendar/claims"
import { type Freed, WaitingList } from "#layers/calendar/waiting-list"
import { companyNow } from "#layers/kernel/company-clock"
import { openSlots } from "#schemas/calendar/availability/slots"
import { wallClock, dateOn } from "#schemas/calendar/availability/wall-clock"
import { DAY, MINUTE } from "#schemas/calendar/availability/spans"
import type { WaitingListEntry } from "#schemas/calendar/waiting-list"
import { write } from "../durable.ts"
import { scarceOf, take, termsOf } from "./booking.ts"
import { expectHoldExpiry } from "./hold-runs.ts"
import { Offering } from "./offering-runs.ts"
import { appointmentMade } from "./told.ts"
import { constraintsOf } from "./constraints.ts"

/** Minutes for which an appointment is held for somebody to whom it was offered; not beyond its start. */
const OFFER_MINUTES = 120

/** Longer than anything that can be booked. */
const LONGEST = DAY

/** The start nearest to what has become free that touches it and suits somebody. */
const startFor = (constraints: Effect.Success<ReturnType<typeof constraintsOf>>, { from, seats, staff_id, to }: WaitingListEntry, freed: Freed) => {
  const [begin, end] = [Date.parse(freed.starts_at), Date.parse(freed.ends_at)]
  const clock = wallClock(constraints.time_zone, { from: begin - 2 * DAY, to: end + 2 * DAY })
  const open = openSlots(constraints, { from: begin - LONGEST, to: end }, { seats, ...staff_id !== null && { staff_id } })
  const fits = open.filter(({ ends_at, starts_at }) => {
    const date = dateOn(clock.at(starts_at))
    return ends_at > begin && from <= date && date <= to
  })
  return fits.toSorted((a, b) => Math.abs(a.starts_at - begin) - Math.abs(b.starts_at - begin))[0]?.starts_at
}

/** Holds an appointment for somebody who waits, if anything that has become free suits them. Whoever waits is locked. */
const offer = Effect.fnUntraced(function*(entry: WaitingListEntry, freed: Freed) {
  const { contact_id, seats, service_id, staff_id, time_zone } = entry
  const span = { from: Date.parse(freed.starts_at) - LONGEST, to: Date.parse(freed.ends_at) }
  yield* Claims.use((claims) => Effect.flatMap(constraintsOf(service_id, span), (constraints) => claims.lock(scarceOf(constraints, undefined))))
  const constraints = yield* constraintsOf(service_id, span)
  const starts_at = startFor(constraints, entry, freed)
  if (starts_at === undefined) return
  const wanted = { by: "customer" as const, service_id, starts_at, seats, staff_id: staff_id ?? undefined, override: false }
  const place = yield* take(constraints, wanted, freed.staff_id)
  if (place === undefined) return
  const terms = yield* termsOf({ service_id, contact_id, seats, answers: [], notes: null, time_zone, override: false }, constraints, "company")
  const held_until = new Date(Math.min((yield* companyNow) + OFFER_MINUTES * MINUTE, starts_at)).toISOString()
  const made = yield* appointmentMade({ ...place, ...terms, status: "requested", held_for: "offer", held_until })
  yield* expectHoldExpiry(held_until)
  yield* WaitingList.use((entries) => entries.update(entry, { state: "offered", appointment_id: made.id }))
})

/** Looks whether it suits the next of those who wait; answers who that was, or null where there is nobody left. */
const next = Effect.fnUntraced(function*(freed: Freed, after: number) {
  const found = yield* WaitingList.use((entries) => entries.nextSuited(freed, after))
  if (Option.isNone(found)) return null
  yield* Effect.orDie(offer(found.value, freed))
  return found.value.id as number
})

export const OfferingProgram = Offering.program(Effect.fnUntraced(function*(freed) {
  let last: number | null = 0
  for (let n = 1; last !== null; n++) last = yield* write(`offer ${n}`, { verb: "offer_appointment", success: Schema.NullOr(Schema.Int) }, next(freed, last))
}))
