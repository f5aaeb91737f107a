import { Effect } from "effect"
import { Appointments } from "#layers/calendar/appointments"
import type { Appointment } from "#schemas/calendar/appointment"
import { giveDepositBack } from "./deposits.ts"
import { tellCustomer } from "./letters.ts"
import { tellWaiting } from "./offering-runs.ts"
import { expectReminders } from "./reminder-timers.ts"
import { writtenSoon } from "./syncing.ts"

type Values = Parameters<Appointments["Service"]["create"]>[0]

/** An appointment that begins, with all that follows from it. Every program that makes one does it by this. */
export const appointmentMade = Effect.fnUntraced(function*(values: Values & Pick<Appointment, "status">) {
  const what = values.status === "requested" ? "requested" : "booked"
  const made = yield* Effect.orDie(Appointments.use((appointments) => appointments.create(values, { events: [`appointment.${what}`] })))
  /* What is held until a deposit is paid, or an offer taken, is told by whoever holds it. */
  if ((values["held_for"] ?? null) === null) yield* tellCustomer(made, what, { key: what })
  if (what === "booked") yield* expectReminders(made)
  yield* writtenSoon(made, null)
  return made
})

/** What becomes of an appointment that is told to its customer. */
const letters = ["booked", "rescheduled", "canceled", "declined"] as const

/** The changes of one that is locked, with all that follows from them. Every program that changes one does it by this. */
export const appointmentChanged = Effect.fnUntraced(function*(
  before: Appointment, changes: Values & Partial<Pick<Appointment, "starts_at" | "status">>
) {
  const status = changes.status ?? before.status
  /* What it was held for has come, or is not waited for any more. */
  const changed = status === before.status || before.held_until === null ? changes : { ...changes, held_until: null, held_for: null }
  const event = status !== before.status ? status : changes.starts_at === undefined ? undefined : "rescheduled"
  const what = letters.find((one) => one === event)
  /* Calendars take of two invitations the one of the higher number (RFC 5546, 2.1.4). */
  const numbered = what === undefined ? changed : { ...changed, sequence: before.sequence + 1 }
  const after = yield* Effect.orDie(Appointments.use((appointments) =>
    appointments.update(before, numbered, { events: event === undefined ? [] : [`appointment.${event}`] })))
  if (what !== undefined) {
    const moved_from = what === "rescheduled" && before.starts_at !== after.starts_at ? before.starts_at : null
    yield* tellCustomer(after, what, { key: `${what} ${after.sequence}`, moved_from })
  }
  if (after.status === "booked" && what !== undefined) yield* expectReminders(after)
  yield* giveDepositBack(before, after)
  yield* tellWaiting(before, after)
  yield* writtenSoon(after, before)
  return after
})
