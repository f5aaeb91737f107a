import { Effect, Option } from "effect"
import { Appointments } from "#layers/calendar/appointments"
import { BookableServices } from "#layers/calendar/bookable-services"
import { CalendarSettings } from "#layers/calendar/settings"
import { StaffMembers } from "#layers/calendar/staff-members"
import { Contacts } from "#layers/crm/contacts"
import { companyNow } from "#layers/kernel/company-clock"
import type { Appointment } from "#schemas/calendar/appointment"
import { contact } from "#schemas/crm/contact"
import { create_task, settleTask } from "../crm/tasks.ts"

const DAY = 86_400_000
const MOST_OF_TITLE = 200

/** It waits for the company, and not for a deposit or for who it was offered to. */
const waits = ({ held_for, livemode, status }: Appointment) => livemode && status === "requested" && held_for === null

/** Makes a task for the member whom it is asked of: to confirm or decline it within a day, and before it begins. */
const ask = Effect.fnUntraced(function*({ contact_id, id, service_id, staff_id, starts_at }: Appointment) {
  const service = yield* Effect.orDie(BookableServices.use((services) => services.get(service_id)))
  const person = staff_id === null ? undefined : Option.getOrUndefined(yield* StaffMembers.use((members) => members.find(staff_id)))
  const customer = contact_id === null ? undefined : Option.getOrUndefined(yield* Contacts.use((contacts) => contacts.find(contact_id)))
  const { told: { time_zone } } = yield* CalendarSettings.use(({ get }) => get)
  const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone: time_zone }).format(Date.parse(starts_at))
  const due = Math.min(Date.parse(starts_at), (yield* companyNow) + DAY)
  const task = yield* Effect.orDie(create_task({
    title: `Confirm or decline: ${service.name}${customer === undefined ? "" : `, ${contact.label(customer)}`}`.slice(0, MOST_OF_TITLE),
    notes: `${when} (${time_zone}), appointment ${id}. This is completed when it is confirmed, declined or canceled.`,
    due_at: new Date(due).toISOString(), contact_id, deal_id: null, assignee_id: person?.user_id ?? null
  }))
  yield* Appointments.use((appointments) => appointments.setTask(id, task.id))
})

/** Sees to it that somebody has the task to answer an appointment that waits for the company, and has it no more when that is answered. */
export const requestTask = Effect.fnUntraced(function*(before: Appointment | null, after: Appointment) {
  const waited = before !== null && waits(before)
  if (waits(after) === waited) return
  if (!waited) return yield* ask(after)
  const { task_id } = yield* Appointments.use((appointments) => appointments.internal(after.id))
  if (task_id !== null) yield* settleTask(task_id)
})
