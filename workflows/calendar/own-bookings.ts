import { Effect, Option } from "effect"
import { Appointments } from "#layers/calendar/appointments"
import { BookableServices } from "#layers/calendar/bookable-services"
import { StaffMembers } from "#layers/calendar/staff-members"
import { CompanySettings } from "#layers/company/settings"
import { companyNow } from "#layers/kernel/company-clock"
import type { Appointment, NewStart } from "#schemas/calendar/appointment"
import type { OwnBooking } from "#schemas/calendar/visiting"
import type * as api from "#schemas/calendar/visiting.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { cancelAppointment, moveAppointment } from "./booking.ts"
import { depositToPay } from "./deposits.ts"
import { BOOKING, ownBookingAddress, ownBookingTokenIn } from "./own-booking.ts"
import { takeOffer } from "./taking.ts"

const MINUTE = 60_000
/** So long after the appointment its link still shows it. */
const SHOWN_MS = 30 * 86_400_000

/* No version is told here that a request could name: it has no precondition to fail. */
const customer = { by: "customer" } as const

const isHeld = ({ status }: Appointment) => status === "requested" || status === "booked"

/** An appointment as whoever booked it sees it. */
export const asBooked = Effect.fnUntraced(function*(appointment: Appointment) {
  const { answers, currency, ends_at, held_for, held_until, id, notes, price, seats, service_id, staff_id, starts_at, status } = appointment
  const service = yield* Effect.orDie(BookableServices.use((services) => services.get(service_id)))
  const person = staff_id === null ? undefined : Option.getOrUndefined(yield* StaffMembers.use((staff) => staff.find(staff_id)))
  const { contact_email, contact_phone, name, time_zone } = yield* (yield* CompanySettings).own
  const due = yield* depositToPay(appointment)
  const until = Date.parse(starts_at) - service.cancellation_notice_minutes * MINUTE
  const url = yield* ownBookingAddress(appointment)
  return {
    id, status, starts_at, ends_at, seats, price, currency, answers, notes, url, held_for, held_until,
    deposit: due === undefined ? null : { amount: due.amount, currency: due.currency, url: due.url },
    service: { id: service_id, name: service.name, duration_minutes: service.duration_minutes },
    staff: person === undefined ? null : { id: person.id, name: person.name },
    time_zone: appointment.time_zone ?? time_zone,
    change_until: new Date(until).toISOString(),
    changeable: isHeld(appointment) && (yield* companyNow) <= until,
    token: url.slice(url.lastIndexOf(`${BOOKING}/`) + BOOKING.length + 1),
    company: { name, email: contact_email, phone: contact_phone }
  } satisfies OwnBooking
})

const nothing = new NotFound({ message: "There is no such booking: its link has ended, or a part of it was lost." })

/** The booking that a link opens. */
const opened = Effect.fnUntraced(function*(token: string, how: { readonly lock: boolean }) {
  const said = yield* ownBookingTokenIn(token)
  if (said === undefined) return yield* nothing
  const found = Option.getOrUndefined(yield* Appointments.use((appointments) => appointments.find(said.id, how)))
  if (found === undefined || found.contact_id === null || Date.parse(found.ends_at) + SHOWN_MS <= (yield* companyNow)) return yield* nothing
  return found
})

/** Goes on only as long as the service lets customers change it themselves. */
const requireInTime = Effect.fnUntraced(function*(appointment: Appointment) {
  if (!isHeld(appointment)) return
  const { change_until, changeable, company: { email, name, phone }, time_zone } = yield* asBooked(appointment)
  if (changeable) return
  const until = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone: time_zone }).format(Date.parse(change_until))
  const reach = [email, phone].filter((way) => way !== null).join(" or ")
  return yield* new Conflict({
    message: `This booking could be moved and canceled here until ${until} (${time_zone}). Ask ${name}${reach === "" ? "" : `: ${reach}`}.`
  })
})

export const get_own_booking = ({ token }: Input<typeof api.get_own_booking>) =>
  Effect.flatMap(opened(token, { lock: false }), asBooked)

export const move_own_booking = Effect.fnUntraced(function*({ token, ...asked }: Input<typeof api.move_own_booking>) {
  const before = yield* opened(token, { lock: true })
  yield* requireInTime(before)
  const start: NewStart = { ...asked, reason: null, override: false }
  return yield* asBooked(yield* Effect.catchTag(moveAppointment(before.id, start, customer), "PreconditionFailed", Effect.die))
})

export const accept_own_booking = ({ token }: Input<typeof api.accept_own_booking>) =>
  opened(token, { lock: true }).pipe(Effect.flatMap(takeOffer), Effect.flatMap(asBooked))

export const cancel_own_booking = Effect.fnUntraced(function*({ token }: Input<typeof api.cancel_own_booking>) {
  const before = yield* opened(token, { lock: true })
  yield* requireInTime(before)
  return yield* asBooked(yield* Effect.catchTag(cancelAppointment(before.id, { reason: null }, customer), "PreconditionFailed", Effect.die))
})
