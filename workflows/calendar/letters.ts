import { Effect, Option } from "effect"
import { BookableServices } from "#layers/calendar/bookable-services"
import { StaffMembers } from "#layers/calendar/staff-members"
import { CompanySettings } from "#layers/company/settings"
import { Contacts } from "#layers/crm/contacts"
import { companyNow } from "#layers/kernel/company-clock"
import { Site } from "#layers/kernel/installation/site"
import type { Attachment } from "#layers/providers/mail"
import { Mail } from "#layers/providers/mail"
import type { Appointment } from "#schemas/calendar/appointment"
import { invitation, type Person } from "#schemas/calendar/ics/write"
import { appointmentUid } from "#schemas/calendar/own-uid"
import { contact } from "#schemas/crm/contact"
import { Caller } from "#schemas/kernel/tenancy"
import { inOneLine } from "../messages/render.ts"
import { emailCustomer } from "../messages/send.ts"
import template, { type AppointmentLetter } from "../messages/templates/appointment.ts"
import { ownBookingAddress } from "./own-booking.ts"

const MINUTE = 60_000

const isOff = ({ status }: Appointment) => status === "canceled" || status === "declined"

type Told = typeof template.example

/** The appointment as calendars take it: put in with the first letter, changed by a later one, and taken out by the last. */
const invited = Effect.fnUntraced(function*(appointment: Appointment, { address, page, service, staff }: Told, organizer: Person, attendee: Person) {
  const { company_id } = yield* Caller
  const { linked } = yield* Site
  const method = isOff(appointment) ? "CANCEL" : "REQUEST"
  const text = invitation({
    method, organizer, attendee, location: address, url: page,
    uid: appointmentUid(appointment.id, company_id, new URL(linked).hostname),
    sequence: appointment.sequence,
    starts_at: Date.parse(appointment.starts_at), ends_at: Date.parse(appointment.ends_at),
    summary: `${service}, ${organizer.name}`,
    description: [...staff === null ? [] : [`With ${staff}.`], ...page === null ? [] : [`Move or cancel it: ${page}`]].join("\n") || null,
    status: appointment.status === "requested" ? "TENTATIVE" : "CONFIRMED",
    now: yield* companyNow
  })
  return { name: "invite.ics", type: `text/calendar; method=${method}`, bytes: new TextEncoder().encode(text) } satisfies Attachment
})

/**
 * Writes to whoever comes to an appointment, if they have an address and it is not over: once for each key of the appointment. The letter
 * tells it in their time zone, and holds it as an invitation.
 */
export const tellCustomer = Effect.fnUntraced(function*(
  appointment: Appointment, what: AppointmentLetter, { key, moved_from = null }: { readonly key: string; readonly moved_from?: string | null }
) {
  const { contact_id, ends_at, id, seats, service_id, staff_id, starts_at, status } = appointment
  const now = yield* companyNow
  if (contact_id === null || Date.parse(ends_at) <= now) return
  const customer = Option.getOrUndefined(yield* Contacts.use((contacts) => contacts.find(contact_id)))
  if (customer === undefined || customer.email === null) return
  const company = yield* (yield* CompanySettings).own
  const service = yield* Effect.orDie(BookableServices.use((services) => services.get(service_id)))
  const staff = staff_id === null ? undefined : Option.getOrUndefined(yield* StaffMembers.use((members) => members.find(staff_id)))
  const until = Date.parse(starts_at) - service.cancellation_notice_minutes * MINUTE
  const data: Told = {
    what, name: contact.label({ ...customer, email: null, phone: null }) || null, service: service.name, starts_at, ends_at, moved_from, seats,
    time_zone: appointment.time_zone ?? company.time_zone,
    waits: status === "requested",
    staff: staff?.name ?? null,
    address: company.address === null ? null : inOneLine(company.address),
    page: isOff(appointment) ? null : yield* ownBookingAddress(appointment),
    until: until > now ? new Date(until).toISOString() : null
  }
  const organizer = { name: company.name, email: company.contact_email ?? company.email_from ?? (yield* Mail).sender }
  const invite = yield* invited(appointment, data, organizer, { name: data.name ?? "", email: customer.email })
  yield* Effect.ignore(emailCustomer(template, data, { to: { contact_id }, files: [invite], key: `appointment ${id} ${key}` }))
})
