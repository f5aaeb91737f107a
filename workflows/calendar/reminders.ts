import { Effect, Option, Schema } from "effect"
import { Appointments } from "#layers/calendar/appointments"
import { BookableServices } from "#layers/calendar/bookable-services"
import { Reminders } from "#layers/calendar/reminders"
import { ChangeLog } from "#layers/kernel/receipts/change-log"
import type { Appointment } from "#schemas/calendar/appointment"
import type { ServiceId } from "#schemas/calendar/ids"
import { Timestamp } from "#schemas/kernel/time"
import { sleepUntil, write } from "../durable.ts"
import { remindByText } from "../messages/sms/reminding.ts"
import { tellCustomer } from "./letters.ts"
import { ReminderPlan, ReminderTimer, setTimers } from "./reminder-timers.ts"

/** Appointments whose customers are reminded in one transaction, and starts whose timers are set in one. */
const BATCH = 20
const MOST_STARTS = 200

/** The same by text, for whoever agreed to that. */
const textCustomer = Effect.fnUntraced(function*({ contact_id, service_id, starts_at, time_zone }: Appointment) {
  if (contact_id === null) return
  const service = yield* Effect.orDie(BookableServices.use((services) => services.get(service_id)))
  yield* remindByText(contact_id, (company) => {
    const shown = new Intl.DateTimeFormat(company.locale, { dateStyle: "medium", timeStyle: "short", timeZone: time_zone ?? company.time_zone }).format(Date.parse(starts_at))
    return `${service.name}: ${shown}. ${company.name}`
  })
})

/** Reminds the customers of a batch; answers which was the last of it, if there may be more. */
const remind = Effect.fnUntraced(function*(at: string, after: number) {
  const appointments = yield* Appointments
  const due = yield* Reminders.use((reminders) => reminders.due(at, after, BATCH))
  for (const { id, minutes, starts_at } of due) {
    const found = Option.getOrUndefined(yield* appointments.find(id, { lock: true }))
    /* It may have been moved or canceled just now. */
    if (found === undefined || found.status !== "booked" || found.starts_at !== starts_at) continue
    yield* (yield* ChangeLog).record({ object: "appointment", id, before: found, after: found, events: ["appointment.reminder"] })
    yield* tellCustomer(found, "reminder", { key: `reminder ${minutes} ${starts_at}` })
    yield* textCustomer(found)
  }
  return due.length === BATCH ? due.at(-1)!.id as number : null
})

export const ReminderTimerProgram = ReminderTimer.program(Effect.fnUntraced(function*({ at }) {
  yield* sleepUntil("due", at)
  const once = (after: number) => write(`remind after ${after}`, { verb: "remind_customers", success: Schema.NullOr(Schema.Int) }, remind(at, after))
  for (let last = yield* once(0); last !== null; last = yield* once(last));
}))

/** Sets the timers of a batch of starts; answers which was the last of it, if there may be more. */
const plan = Effect.fnUntraced(function*(id: ServiceId, after: string | null) {
  const service = Option.getOrUndefined(yield* BookableServices.use((services) => services.find(id)))
  if (service === undefined) return null
  const starts = yield* Reminders.use((reminders) => reminders.starts(id, after, MOST_STARTS))
  for (const starts_at of starts) yield* setTimers(starts_at, service.reminder_minutes)
  return starts.length === MOST_STARTS ? starts.at(-1)! : null
})

export const ReminderPlanProgram = ReminderPlan.program(Effect.fnUntraced(function*({ service_id }) {
  const once = (after: string | null) =>
    write(`after ${after ?? "now"}`, { verb: "update_service", success: Schema.NullOr(Timestamp) }, plan(service_id, after))
  for (let last = yield* once(null); last !== null; last = yield* once(last));
}))
