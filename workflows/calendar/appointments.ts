import { Effect } from "effect"
import { Appointments } from "#layers/calendar/appointments"
import { companyNow } from "#layers/kernel/company-clock"
import type * as api from "#schemas/calendar/appointments.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { bookAppointment, cancelAppointment, cancelFollowing, declineAppointment, moveAppointment } from "./booking.ts"
import { appointmentChanged } from "./told.ts"

const company = { by: "company" } as const

export const list_appointments = (query: Input<typeof api.list_appointments>) => Appointments.use((appointments) => appointments.page(query))

export const get_appointment = ({ id }: Input<typeof api.get_appointment>) => Appointments.use((appointments) => appointments.get(id))

export const create_appointment = (asked: Input<typeof api.create_appointment>) => bookAppointment(asked, company)

export const reschedule_appointment = ({ id, ...asked }: Input<typeof api.reschedule_appointment>) => moveAppointment(id, asked, company)

export const cancel_appointment = ({ id, scope, ...asked }: Input<typeof api.cancel_appointment>) =>
  (scope === "following" ? cancelFollowing : cancelAppointment)(id, asked, company)

export const decline_appointment = ({ id, ...asked }: Input<typeof api.decline_appointment>) => declineAppointment(id, asked)

export const confirm_appointment = Effect.fnUntraced(function*({ id }: Input<typeof api.confirm_appointment>) {
  const before = yield* Appointments.use((appointments) => appointments.lockForUpdate(id))
  if (before.status === "booked") return before
  if (before.status !== "requested") return yield* new Conflict({ message: `Only an appointment that is requested can be confirmed; this one is ${before.status}.` })
  return yield* appointmentChanged(before, { status: "booked" })
})

export const complete_appointment = Effect.fnUntraced(function*({ id, outcome }: Input<typeof api.complete_appointment>) {
  const before = yield* Appointments.use((appointments) => appointments.lockForUpdate(id))
  if (before.status === outcome) return before
  if (!["booked", "completed", "no_show"].includes(before.status)) {
    return yield* new Conflict({ message: `Only an appointment that is booked takes place; this one is ${before.status}.` })
  }
  if (Date.parse(before.starts_at) > (yield* companyNow)) {
    return yield* new Conflict({ message: `The appointment begins at ${before.starts_at}: until then nobody knows what comes of it. Cancel or move it instead.` })
  }
  return yield* appointmentChanged(before, { status: outcome })
})
