import { Effect } from "effect"
import { Appointments } from "#layers/calendar/appointments"
import type { Appointment } from "#schemas/calendar/appointment"
import type { AppointmentLetter } from "../messages/templates/appointment.ts"
import { giveDepositBack } from "./deposits.ts"
import { tellCustomer } from "./letters.ts"
import { tellWaiting } from "./offering-runs.ts"
import { expectReminders } from "./reminder-timers.ts"
import { requestTask } from "./request-tasks.ts"
import { SeriesLetter } from "./series-letter.ts"
import { writtenSoon } from "./syncing.ts"

const events = {
  requested: "appointment.requested",
  booked: "appointment.booked",
  rescheduled: "appointment.rescheduled",
  completed: "appointment.completed",
  no_show: "appointment.no_show",
  canceled: "appointment.canceled",
  declined: "appointment.declined"
} as const

type Values = Parameters<Appointments["Service"]["create"]>[0]

/** An appointment that begins, with all that follows from it. Every program that makes one does it by this. */
export const appointmentMade = Effect.fnUntraced(function*(values: Values & Pick<Appointment, "status">) {
  const what = values.status === "requested" ? "requested" : "booked"
  const made = yield* Effect.orDie(Appointments.use((appointments) => appointments.create(values, { events: [events[what]] })))
  const { held_for, series_id } = made
  /* All of a series are told by one letter. */
  if (series_id !== null) yield* SeriesLetter.start({ series_id }, { key: `series ${series_id}` })
  else yield* tellCustomer(made, held_for === "offer" ? "offered" : held_for ?? what, { key: what })
  if (what === "booked") yield* expectReminders(made)
  yield* requestTask(null, made)
  yield* writtenSoon(made, null)
  return made
})

/** What a change is to the customer, if they are told of it. */
const letterOf = (before: Appointment, after: Appointment, event: string | undefined): AppointmentLetter | undefined => {
  if (event === "canceled" && before.held_for !== null && after.canceled_by === null) return "lapsed"
  if (event === "booked" || event === "rescheduled" || event === "canceled" || event === "declined") return event
  /* Its deposit is paid, and the company has to confirm it besides. */
  return after.status === "requested" && before.held_for !== null && after.held_for === null ? "requested" : undefined
}

/** The changes of one that is locked, with all that follows from them. Every program that changes one does it by this. */
export const appointmentChanged = Effect.fnUntraced(function*(
  before: Appointment, changes: Values & Partial<Pick<Appointment, "starts_at" | "status">>
) {
  const status = changes.status ?? before.status
  /* What it was held for has come, or is not waited for any more. */
  const changed = status === before.status || before.held_until === null ? changes : { ...changes, held_until: null, held_for: null }
  const event = status !== before.status ? status : changes.starts_at === undefined ? undefined : "rescheduled"
  /* Calendars take of two invitations the one of the higher number (RFC 5546, 2.1.4). */
  const isNewer = event !== undefined && event !== "completed" && event !== "no_show"
  const after = yield* Effect.orDie(Appointments.use((appointments) =>
    appointments.update(before, isNewer ? { ...changed, sequence: before.sequence + 1 } : changed, {
      events: event === undefined ? [] : [events[event]]
    })))
  const what = letterOf(before, after, event)
  const moved_from = event === "rescheduled" && before.starts_at !== after.starts_at ? before.starts_at : null
  if (what !== undefined) yield* tellCustomer(after, what, { key: `${what} ${after.sequence}`, moved_from })
  if (after.status === "booked" && isNewer) yield* expectReminders(after)
  yield* requestTask(before, after)
  yield* writtenSoon(after, before)
  yield* giveDepositBack(before, after)
  yield* tellWaiting(before, after)
  return after
})
