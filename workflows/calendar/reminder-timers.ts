import { Effect } from "effect"
import { BookableServices } from "#layers/calendar/bookable-services"
import { companyNow } from "#layers/kernel/company-clock"
import type { Appointment } from "#schemas/calendar/appointment"
import { ServiceId } from "#schemas/calendar/ids"
import type { Service } from "#schemas/calendar/service"
import { Timestamp } from "#schemas/kernel/time"
import { Caller } from "#schemas/kernel/tenancy"
import { durable } from "../durable.ts"

/**
 * Reminds customers of all appointments of which a reminder is due at that time, of one company and mode. Which these are is asked then:
 * nothing is called off when an appointment moves or is canceled, and one timer serves everything that begins at the same time.
 */
export const ReminderTimer = durable({ name: "calendar.reminders", version: 1, payload: { at: Timestamp } })

/** Sets the timers of appointments that were booked before their service was given other reminders. */
export const ReminderPlan = durable({ name: "calendar.reminder_plan", version: 1, payload: { service_id: ServiceId } })

const MINUTE = 60_000

/** Sets the timers of what begins at a time; none that would be past. */
export const setTimers = Effect.fnUntraced(function*(starts_at: string, reminder_minutes: Service["reminder_minutes"]) {
  const now = yield* companyNow
  const { mode } = yield* Caller
  const times = reminder_minutes.map((minutes) => Date.parse(starts_at) - minutes * MINUTE).filter((at) => at > now)
  /* A key is the company's, whatever the mode. */
  for (const at of times.map((at) => new Date(at).toISOString())) yield* ReminderTimer.start({ at }, { key: `${mode} ${at}` })
})

/** Sees to it that the customer of an appointment that was booked or moved is reminded. */
export const expectReminders = ({ service_id, starts_at }: Appointment) =>
  Effect.flatMap(
    Effect.orDie(BookableServices.use((services) => services.get(service_id))),
    ({ reminder_minutes }) => setTimers(starts_at, reminder_minutes)
  )

/** Sees to it that reminders that a service was given hold for what is booked already, in both modes. */
export const remindersChanged = Effect.fnUntraced(function*(before: Service, { id, reminder_minutes, version }: Service) {
  if (reminder_minutes.every((minutes) => before.reminder_minutes.includes(minutes))) return
  const caller = yield* Caller
  for (const mode of ["live", "test"] as const) {
    const start = ReminderPlan.start({ service_id: id }, { key: `${mode} service ${id} version ${version}` })
    yield* Effect.provideService(start, Caller, { ...caller, mode })
  }
})
