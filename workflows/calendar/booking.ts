import { Effect } from "effect"
import { Appointments } from "#layers/calendar/appointments"
import { Claims, type SessionClaims } from "#layers/calendar/claims"
import { now } from "#layers/kernel/sql"
import type { Appointment, AppointmentId, Cancellation, NewAppointment, NewStart } from "#schemas/calendar/appointment"
import { choiceAt } from "#schemas/calendar/availability/slots"
import type { Constraints } from "#schemas/calendar/availability/constraints"
import { ResourceId, type ServiceId, StaffId } from "#schemas/calendar/ids"
import { Conflict } from "#schemas/kernel/errors"
import { customerOf, nameParts } from "../crm/customer.ts"
import { requireReferences } from "../crm/references.ts"
import { refuse } from "../payments/costs.ts"
import { checkAnswers, fillContact } from "./answers.ts"
import { askDeposit } from "./deposits.ts"
import { notFree } from "./not-free.ts"
import { appointmentChanged, appointmentMade } from "./told.ts"
import { constraintsOf } from "./constraints.ts"

/** Who asks: somebody of the company, or a customer, whom the rules of the service bind. */
export interface Asking {
  readonly by: "company" | "customer"
}

export interface Wanted extends Asking {
  readonly service_id: ServiceId
  readonly starts_at: number
  readonly seats: number
  readonly staff_id: StaffId | undefined
  readonly override: boolean
}

const MINUTE = 60_000

/** Beyond every horizon. */
const MOST_DAYS = 36_500

const isHeld = ({ status }: Appointment) => status === "requested" || status === "booked"

/** Rules of the service that do not hold where the company says so. */
const without = <C extends Constraints>(constraints: C): C =>
  ({ ...constraints, service: { ...constraints.service, notice_minutes: 0, horizon_days: MOST_DAYS, daily_limit: null } })

/** What decides whether a start can be booked. */
export const constraintsAt = (wanted: Wanted) =>
  Effect.map(constraintsOf(wanted.service_id, { from: wanted.starts_at, to: wanted.starts_at + 1 }), (constraints) =>
    wanted.override ? without(constraints) : constraints)

/** Who and what is locked to book it. */
export const scarceOf = (constraints: Constraints, own: SessionClaims | undefined) => ({
  staff_ids: [...constraints.staff ?? [], ...own === undefined || own.staff_id === null ? [] : [{ id: own.staff_id }]].map(({ id }) => id),
  resource_ids: [...constraints.resources.flatMap(({ any_of }) => any_of), ...own?.resource_ids ?? []]
})

/** Who of these has the least to do around that time; the first where several have. */
const leastBooked = Effect.fnUntraced(function*(staff_ids: ReadonlyArray<number>, starts_at: number) {
  if (staff_ids.length < 2) return staff_ids[0]
  const load = yield* Claims.use((claims) => claims.load(staff_ids, starts_at))
  const of = (id: number) => load.get(id) ?? 0
  return staff_ids.reduce((least, id) => of(id) < of(least) || (of(id) === of(least) && id < least) ? id : least)
})

type Known = Effect.Success<ReturnType<typeof constraintsAt>>

/** Takes a start whose people and resources are locked, with the usual person where possible; nothing where it is not free. */
export const take = Effect.fnUntraced(function*(constraints: Known, { seats, service_id, staff_id, starts_at }: Wanted, usual: StaffId | null) {
  const claims = yield* Claims
  const asked = { seats, ...staff_id !== undefined && { staff_id } }
  const first = staff_id ?? usual
  const same = first === null ? null : choiceAt(constraints, starts_at, { seats, staff_id: first })
  const choice = same ?? choiceAt(constraints, starts_at, asked)
  if (choice === null) return undefined
  const ends_at = starts_at + constraints.service.duration_minutes * MINUTE
  const session = constraints.sessions.find((one) => one === choice.session)
  const place = { starts_at: new Date(starts_at).toISOString(), ends_at: new Date(ends_at).toISOString() }
  if (session !== undefined) {
    yield* claims.join(session.id, seats)
    const { resource_ids, staff_id } = yield* claims.held(session.id)
    return { ...place, session_id: session.id, staff_id, resource_ids }
  }
  const person = yield* leastBooked(choice.staff_ids, starts_at)
  const resource_ids = choice.resource_ids.map((id) => ResourceId.make(id)).toSorted((a, b) => a - b)
  const chosen = { staff_id: person === undefined ? null : StaffId.make(person), resource_ids }
  const { buffer_after_minutes, buffer_before_minutes, capacity } = constraints.service
  const session_id = yield* claims.begin({ ...chosen, service_id, starts_at, ends_at, buffer_after_minutes, buffer_before_minutes, capacity, seats })
  return { ...place, ...chosen, session_id }
})

/** Of a service that is booked no more. */
export const notOffered = new Conflict({ message: "The service is not offered any more." })

/**
 * Takes a start, of which nobody else can take anything until the transaction ends. What is not free is told at once, without waiting for
 * anybody; what is, is looked at again by whoever has the people and resources alone. `own` is given up before, by one that moves, and its
 * person stays where possible.
 */
const hold = Effect.fnUntraced(function*(wanted: Wanted, own?: SessionClaims) {
  const claims = yield* Claims
  const { seats, staff_id, starts_at } = wanted
  const asked = { seats, ...staff_id !== undefined && { staff_id } }
  const seen = yield* constraintsAt(wanted)
  if (own === undefined && !seen.active) return yield* notOffered
  if (own === undefined && choiceAt(seen, starts_at, asked) === null) return yield* notFree(seen, wanted)
  yield* claims.lock(scarceOf(seen, own))
  if (own !== undefined) yield* claims.leave(own.id, seats)
  const constraints = yield* constraintsAt(wanted)
  const place = yield* take(constraints, wanted, own?.staff_id ?? null)
  return place === undefined ? yield* notFree(constraints, wanted) : { constraints, place }
})

/** Who comes: a contact, or the one of an e-mail address, who is made where there is none. */
export const contactOf = Effect.fnUntraced(function*({ contact, contact_id }: Pick<NewAppointment, "contact" | "contact_id">) {
  if (contact_id !== undefined) {
    yield* requireReferences({ contact_id })
    return contact_id
  }
  const { email = null, name = null, phone = null } = contact ?? {}
  return yield* customerOf({ ...nameParts(name), email, phone })
})

/** What is booked, but for when and with whom: for which customer, at which price. It comes after the claims, as contacts are locked after them. */
export const termsOf = Effect.fnUntraced(function*(asked: Omit<NewAppointment, "starts_at" | "status">, constraints: Known, by: Asking["by"]) {
  const { answers, notes, seats, service_id, time_zone } = asked
  yield* checkAnswers(constraints.questions, answers, by)
  const contact_id = yield* contactOf(asked)
  yield* fillContact(contact_id, constraints.questions, answers)
  const price = constraints.price === null ? null : constraints.price * seats
  return { service_id, contact_id, seats, answers, notes, time_zone, price, currency: price === null ? null : constraints.currency }
})

/** Books a service for a customer, with whoever is free. */
export const bookAppointment = Effect.fnUntraced(function*(asked: NewAppointment, { by }: Asking) {
  const { deposit, override, seats, service_id, staff_id } = asked
  const { place, constraints } = yield* hold({ by, service_id, starts_at: Date.parse(asked.starts_at), seats, staff_id, override })
  const { currency, deposit_amount: amount, name } = constraints
  if (deposit === true && amount === null) return yield* refuse("deposit", "the service asks for none: set its `deposit_amount`", deposit)
  const terms = yield* termsOf(asked, constraints, by)
  const status = by === "customer" && constraints.confirmation === "by_staff" ? "requested" : asked.status
  const isDue = amount !== null && (by === "customer" || deposit === true)
  return yield* appointmentMade({
    ...place, ...terms, ...isDue ? yield* askDeposit({ contact_id: terms.contact_id, amount, currency, name }) : { status }
  })
})

const checkHeld = (before: Appointment, verb: string) =>
  isHeld(before) ? Effect.void : new Conflict({ message: `Only an appointment that is requested or booked can be ${verb}; this one is ${before.status}.` })

const locked = (id: AppointmentId) => Appointments.use((appointments) => appointments.lockForUpdate(id))

/** What an appointment that is locked takes. */
const heldBy = Effect.fnUntraced(function*(id: AppointmentId) {
  const { session_id } = yield* Appointments.use((appointments) => appointments.internal(id))
  return yield* Claims.use((claims) => claims.held(session_id!))
})

/** Moves an appointment to another start, with the same person where possible. */
export const moveAppointment = Effect.fnUntraced(function*(id: AppointmentId, { override, reason, staff_id, ...asked }: NewStart, { by }: Asking) {
  const before = yield* locked(id)
  yield* checkHeld(before, "moved")
  const starts_at = Date.parse(asked.starts_at)
  if (starts_at === Date.parse(before.starts_at) && (staff_id === undefined || staff_id === before.staff_id)) return before
  const own = yield* heldBy(id)
  const { place } = yield* hold({ by, service_id: before.service_id, starts_at, seats: before.seats, staff_id, override }, own)
  return yield* appointmentChanged(before, {
    ...place, rescheduled_count: before.rescheduled_count + 1, reschedule_reason: reason
  })
})

/** Sets free what an appointment takes that is locked. */
const release = Effect.fnUntraced(function*({ id, seats }: Appointment) {
  const claims = yield* Claims
  const own = yield* heldBy(id)
  yield* claims.lock({ staff_ids: own.staff_id === null ? [] : [own.staff_id], resource_ids: own.resource_ids })
  yield* claims.leave(own.id, seats)
})

const calledOff = Effect.fnUntraced(function*(before: Appointment, { reason }: Cancellation, { by }: { readonly by: Asking["by"] | null }) {
  yield* release(before)
  return yield* appointmentChanged(before, {
    status: "canceled", session_id: null, canceled_at: now, canceled_by: by, cancellation_reason: reason
  })
})

/** Gives an appointment up that was held for something that did not come. */
export const giveUp = (before: Appointment, reason: string) => calledOff(before, { reason }, { by: null })

/** Calls an appointment off that is requested or booked, and sets its time free. */
export const cancelAppointment = Effect.fnUntraced(function*(id: AppointmentId, asked: Cancellation, asking: Asking) {
  const before = yield* locked(id)
  if (before.status === "canceled") return before
  yield* checkHeld(before, "canceled")
  return yield* calledOff(before, asked, asking)
})

/** The same with those after it in its series. All of them are locked before anybody whom they take. */
export const cancelFollowing = Effect.fnUntraced(function*(id: AppointmentId, asked: Cancellation, asking: Asking) {
  const [appointments, claims] = [yield* Appointments, yield* Claims]
  const first = yield* appointments.get(id)
  const all = first.series_id === null ? [] : yield* appointments.following(first)
  const before = yield* locked(id)
  const held = yield* Effect.forEach(all, (one) => heldBy(one.id))
  yield* claims.lock({ staff_ids: held.flatMap(({ staff_id }) => staff_id ?? []), resource_ids: held.flatMap(({ resource_ids }) => resource_ids) })
  yield* Effect.forEach(all.filter((one) => one.id !== id), (one) => calledOff(one, asked, asking))
  if (before.status === "canceled") return before
  yield* checkHeld(before, "canceled")
  return yield* calledOff(before, asked, asking)
})

/** Says no to an appointment that is requested, and sets its time free. */
export const declineAppointment = Effect.fnUntraced(function*(id: AppointmentId, { reason }: Cancellation) {
  const before = yield* locked(id)
  if (before.status === "declined") return before
  if (before.status !== "requested") return yield* new Conflict({ message: `Only an appointment that is requested can be declined; this one is ${before.status}.` })
  yield* release(before)
  return yield* appointmentChanged(before, {
    status: "declined", session_id: null, canceled_at: now, canceled_by: "company", cancellation_reason: reason
  })
})
