import { Effect } from "effect"
import { Appointments } from "#layers/calendar/appointments"
import type { Appointment } from "#schemas/calendar/appointment"
import { giveDepositBack } from "./deposits.ts"
import { tellWaiting } from "./offering-runs.ts"

type Values = Parameters<Appointments["Service"]["create"]>[0]

/** An appointment that begins, with all that follows from it. Every program that makes one does it by this. */
export const appointmentMade = (values: Values & Pick<Appointment, "status">) =>
  Appointments.use((appointments) =>
    Effect.orDie(appointments.create(values, { events: [values.status === "requested" ? "appointment.requested" : "appointment.booked"] })))

/** The changes of one that is locked, with all that follows from them. Every program that changes one does it by this. */
export const appointmentChanged = (before: Appointment, changes: Values & Partial<Pick<Appointment, "starts_at" | "status">>) => {
  const status = changes.status ?? before.status
  /* What it was held for has come, or is not waited for any more. */
  const changed = status === before.status || before.held_until === null ? changes : { ...changes, held_until: null, held_for: null }
  const event = status !== before.status ? status : changes.starts_at === undefined ? undefined : "rescheduled"
  return Appointments.use((appointments) =>
    Effect.orDie(appointments.update(before, changed, { events: event === undefined ? [] : [`appointment.${event}`] }))
  ).pipe(Effect.tap((after) => Effect.andThen(giveDepositBack(before, after), tellWaiting(before, after))))
}
