import type { CountingCondition } from "#schemas/categories"
import { category, type CountedRows, type TimelineSource } from "../kernel/category.ts"
import { connectionSecrets, feedTokens } from "./sealed.ts"
import { measures } from "./measures.ts"

const appointments: TimelineSource = (sql, contact) => sql`
  select 'appointment_' || a.id as id, 'appointment' as kind, a.starts_at as at, s.name as title, 'appointment' as object, a.id as object_id,
    jsonb_build_object('status', a.status, 'service_id', a.service_id, 'staff_id', a.staff_id, 'seats', a.seats, 'notes', a.notes,
      'livemode', a.livemode) as data
  from appointments a join services s on s.company_id = a.company_id and s.id = a.service_id
  where a.company_id = (select current_company()) and a.contact_id = ${contact}`

const counted: CountedRows<CountingCondition<"appointments">> = {
  rows: (sql, { service_id, status }) => sql`appointments a where a.company_id = contacts.company_id and a.contact_id = contacts.id and a.livemode
    ${service_id === undefined ? sql.literal("") : sql`and a.service_id = ${service_id}`}
    ${status === undefined ? sql.literal("") : sql`and a.status = ${status}`}`,
  moment: "a.created_at"
}

export const calendar = category({
  measures,
  timeline: [appointments],
  conditions: { appointments: counted },
  sealed: [connectionSecrets, feedTokens],
  personal: [
    {
      object: "appointment", table: "appointments", versioned: true, hidden: ["session_id", "task_id"],
      texts: ["notes", "cancellation_reason", "reschedule_reason"], json: ["answers"],
      kept: {
        reason: "The company's figures and the people's calendars count it; it no longer names the person.",
        without: ["contact_id", "answers", "notes", "time_zone", "cancellation_reason", "reschedule_reason"]
      }
    },
    { object: "waiting_list_entry", table: "waiting_list", versioned: true },
    /* They are about the company's own people, who are no contacts; only what was written freely may name a contact. */
    { object: "staff_member", table: "staff", about: "never" },
    { object: "time_off", table: "time_off", about: "never", texts: ["reason"] },
    { object: "calendar_connection", table: "calendar_connections", about: "never" }
  ]
})
