import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { Appointment, appointment, Cancellation, NewAppointment, NewStart, Outcome } from "./appointment.ts"
import { CancellationOf } from "./series.ts"

export const list_appointments = operation.list("list_appointments", "/appointments", Appointment, {
  ...appointment.list,
  by: "starts_at",
  summary: "List appointments",
  description: "Appointments by when they start: of a span of time, a person, a service, a customer or a status. Those of live and of test keys are apart.",
  curated: true
})

export const get_appointment = operation.get("get_appointment", "/appointments/:id", Appointment, {
  summary: "Get an appointment",
  description: "One appointment: when, with whom, for whom, and how it stands."
})

export const create_appointment = operation.create("create_appointment", "/appointments", NewAppointment, Appointment, {
  errors: [NotFound, Conflict],
  summary: "Book an appointment",
  description: "Books a service for a customer at one of the starts that `get_availability` answers with. Whoever is free and least booked does " +
    "it, and free rooms and equipment are taken, so that nobody and nothing is ever booked twice. A start that is not free is a conflict, whose " +
    "`details` name up to five free ones nearest to it: of each, `error` is the instant in UTC and \"is free\", as in `2026-12-05T17:00:00.000Z is free`.",
  curated: true
})

export const reschedule_appointment = operation.transition("reschedule_appointment", "/appointments/:id/reschedule", Appointment, {
  payload: NewStart,
  errors: [Conflict],
  summary: "Move an appointment",
  description: "Moves an appointment that is requested or booked to another free start, as one step: where that start is not free, it stays " +
    "where it is, and the conflict's `details` name the nearest free ones. One that is there already stays as it is.",
  idempotent: true,
  curated: true
})

export const cancel_appointment = operation.transition("cancel_appointment", "/appointments/:id/cancel", Appointment, {
  payload: CancellationOf,
  errors: [Conflict],
  summary: "Cancel an appointment",
  description: "Calls an appointment off that is requested or booked, and sets its time free for others; with the `scope` `following` also those " +
    "after it in its series. One that is canceled stays as it is.",
  destructive: true,
  idempotent: true,
  requiresConsent: true,
  undo: "nothing",
  curated: true
})

export const complete_appointment = operation.transition("complete_appointment", "/appointments/:id/complete", Appointment, {
  payload: Outcome,
  errors: [Conflict],
  summary: "Complete an appointment",
  description: "Says of an appointment that has begun whether it took place or nobody came; said again, the last word holds.",
  idempotent: true
})

export const confirm_appointment = operation.transition("confirm_appointment", "/appointments/:id/confirm", Appointment, {
  errors: [Conflict],
  summary: "Confirm an appointment",
  description: "Books an appointment that is requested. One that is booked stays as it is.",
  idempotent: true
})

export const decline_appointment = operation.transition("decline_appointment", "/appointments/:id/decline", Appointment, {
  payload: Cancellation,
  errors: [Conflict],
  summary: "Decline an appointment",
  description: "Says no to an appointment that is requested, and sets its time free for others. One that is declined stays as it is.",
  idempotent: true
})
