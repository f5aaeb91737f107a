import { Effect, Option } from "effect"
import { BookableServices } from "#layers/calendar/bookable-services"
import { StaffMembers } from "#layers/calendar/staff-members"
import { CompanySettings } from "#layers/company/settings"
import { Contacts } from "#layers/crm/contacts"
import { companyNow } from "#layers/kernel/company-clock"
import { Site } from "#layers/kernel/installation/site"
import { type Attachment, Mail } from "#layers/providers/mail"
import type { Appointment } from "#schemas/calendar/appointment"
import { feed, invitation, type WrittenEvent } from "#schemas/calendar/ics/write"
import { appointmentUid } from "#schemas/calendar/own-uid"
import { contact } from "#schemas/crm/contact"
import { Caller } from "#schemas/kernel/tenancy"
import { inOneLine } from "../messages/render.ts"
import { emailCustomer } from "../messages/send.ts"
import template, { type AppointmentLetter } from "../messages/templates/appointment.ts"
import { depositToPay } from "./deposits.ts"
import { ownBookingAddress } from "./own-booking.ts"

const MINUTE = 60_000

const isOff = ({ status }: Appointment) => status === "canceled" || status === "declined"

type Told = typeof template.example

interface Letter {
  readonly contact_id: NonNullable<Appointment["contact_id"]>
  readonly data: Told
  readonly event: WrittenEvent
}

/** What is written to whoever comes to an appointment, and how calendars know it; nothing where they have no address, or it is over. */
const letterAbout = Effect.fnUntraced(function*(appointment: Appointment, what: AppointmentLetter) {
  const { contact_id, ends_at, id, seats, sequence, service_id, staff_id, starts_at, status } = appointment
  const now = yield* companyNow
  if (contact_id === null || Date.parse(ends_at) <= now) return undefined
  const customer = Option.getOrUndefined(yield* Contacts.use((contacts) => contacts.find(contact_id)))
  if (customer === undefined || customer.email === null) return undefined
  const { company_id } = yield* Caller
  const { hostname } = new URL((yield* Site).linked)
  const company = yield* (yield* CompanySettings).own
  const service = yield* Effect.orDie(BookableServices.use((services) => services.get(service_id)))
  const person = staff_id === null ? undefined : Option.getOrUndefined(yield* StaffMembers.use((members) => members.find(staff_id)))
  const until = Date.parse(starts_at) - service.cancellation_notice_minutes * MINUTE
  const page = isOff(appointment) ? null : yield* ownBookingAddress(appointment)
  const data: Told = {
    what, name: contact.label({ ...customer, email: null, phone: null }) || null, service: service.name, starts_at, ends_at, moved_from: null, seats,
    time_zone: appointment.time_zone ?? company.time_zone,
    waits: status === "requested",
    staff: person?.name ?? null,
    address: company.address === null ? null : inOneLine(company.address),
    page,
    until: until > now ? new Date(until).toISOString() : null
  }
  const event: WrittenEvent = {
    uid: appointmentUid(id, company_id, hostname), sequence, now, url: page, location: data.address,
    starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at),
    summary: `${service.name}, ${company.name}`,
    description: [...person === undefined ? [] : [`With ${person.name}.`], ...page === null ? [] : [`Move or cancel it: ${page}`]].join("\n") || null,
    status: status === "requested" ? "TENTATIVE" : "CONFIRMED",
    organizer: { name: company.name, email: company.contact_email ?? company.email_from ?? (yield* Mail).sender },
    attendee: { name: data.name ?? "", email: customer.email }
  }
  return { contact_id, data, event } satisfies Letter
})

const calendarFile = (method: "REQUEST" | "CANCEL" | "PUBLISH", text: string): Attachment =>
  ({ name: "invite.ics", type: `text/calendar; method=${method}`, bytes: new TextEncoder().encode(text) })

/** The appointment as calendars take it: put in with the first letter, changed by a later one, and taken out by the last. */
const invited = (appointment: Appointment, event: WrittenEvent) => {
  const method = isOff(appointment) ? "CANCEL" : "REQUEST"
  return calendarFile(method, invitation({ ...event, method }))
}

/** Of what is held for somebody: until when, and where it is paid or taken. */
const heldFor = Effect.fnUntraced(function*(appointment: Appointment) {
  const due = yield* depositToPay(appointment)
  const until = appointment.held_until
  return due === undefined ? { until } : { until, page: due.url, deposit: { amount: due.amount, currency: due.currency } }
})

/**
 * Writes to whoever comes to an appointment, once for each key of the appointment: in their time zone, and with an invitation that calendars
 * take. What is only held for them stands in no calendar yet.
 */
export const tellCustomer = Effect.fnUntraced(function*(
  appointment: Appointment, what: AppointmentLetter, { key, moved_from = null }: { readonly key: string; readonly moved_from?: string | null }
) {
  const letter = yield* letterAbout(appointment, what)
  if (letter === undefined) return
  const { contact_id, data, event } = letter
  const isHeld = appointment.held_for !== null
  const held = isHeld ? yield* heldFor(appointment) : {}
  const files = isHeld || what === "lapsed" ? [] : [invited(appointment, event)]
  yield* Effect.ignore(emailCustomer(template, { ...data, moved_from, ...held }, {
    to: { contact_id }, files, key: `appointment ${appointment.id} ${key}`
  }))
})

/** Writes one letter about the appointments of a series, of which all are booked, by time. */
export const tellOfSeries = Effect.fnUntraced(function*(appointments: ReadonlyArray<Appointment>) {
  const letters = (yield* Effect.forEach(appointments, (one) => letterAbout(one, "series"))).filter((letter) => letter !== undefined)
  const [first] = letters
  if (first === undefined) return
  const { contact_id, data, event } = first
  const series = letters.map(({ data: { ends_at, page, starts_at } }) => ({ starts_at, ends_at, page: page! }))
  yield* Effect.ignore(emailCustomer(template, { ...data, series }, {
    to: { contact_id }, files: [calendarFile("PUBLISH", feed(event.organizer!.name, letters.map((letter) => letter.event)))],
    key: `appointment series ${appointments[0]!.series_id}`
  }))
})
