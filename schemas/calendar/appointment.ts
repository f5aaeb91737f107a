import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { defaulted } from "#schemas/kernel/defaulted"
import { Email } from "#schemas/kernel/email"
import { below, entity, field, since, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { Cents, inCents } from "#schemas/kernel/money"
import { Phone } from "#schemas/kernel/phone"
import { phrase } from "#schemas/kernel/phrase"
import { line, prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { TimeZone } from "#schemas/kernel/time-zone"
import { OrderId } from "#schemas/payments/order"
import { ResourceId, ServiceId, StaffId } from "./ids.ts"
import { AppointmentStatus } from "./status.ts"

export const AppointmentId = Id.pipe(Schema.brand("AppointmentId"))
export type AppointmentId = typeof AppointmentId.Type

/** Of appointments that were booked together. */
export const SeriesId = Id.pipe(Schema.brand("SeriesId"))
export type SeriesId = typeof SeriesId.Type

const Seats = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })).annotate({
  description: "How many take part; more than 1 in group services only.", examples: [1]
})

const Answer = Schema.Struct({
  label: line(200).annotate({ description: "The question, as the service asks it.", examples: ["What brings you here?"] }),
  answer: prose(2_000).annotate({ examples: ["A first visit"] })
}).annotate({ identifier: "AppointmentAnswer" })

const Reason = Schema.NullOr(prose(500)).annotate({ description: "Why, for the company.", examples: ["The customer is ill"] })

/** A time at which somebody of the company, or a room, is there for a customer. */
export const appointment = entity("Appointment", {
  id: field.readOnly(AppointmentId),
  service_id: field.readOnly(ServiceId),
  contact_id: field.readOnly(Schema.NullOr(ContactId).annotate({ description: "Who comes; `null` once the person was erased." })),
  staff_id: field.readOnly(Schema.NullOr(StaffId).annotate({ description: "Who of the company is there; `null` where the service needs nobody." })),
  resource_ids: field.readOnly(Schema.Array(ResourceId).annotate({ description: "The rooms and equipment that it takes." })),
  starts_at: field.readOnly(Timestamp),
  ends_at: field.readOnly(Timestamp),
  status: field.readOnly(AppointmentStatus),
  seats: field.readOnly(Schema.Int.annotate({ examples: [1] })),
  price: field.readOnly(Schema.NullOr(Cents).annotate({ description: inCents("Of all seats, when it was booked.") })),
  currency: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["USD"] })),
  answers: field.readOnly(Schema.Array(Schema.Struct({
    label: Schema.String.annotate({ examples: ["What brings you here?"] }),
    answer: Schema.String.annotate({ examples: ["A first visit"] })
  }).annotate({ identifier: "GivenAnswer" }))),
  notes: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["Brings a dog."] })),
  time_zone: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "The customer's; the company's where it is `null`.", examples: ["Europe/Oslo"] })),
  canceled_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "When it was canceled or declined." })),
  cancellation_reason: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: [null] })),
  canceled_by: field.readOnly(Schema.NullOr(Schema.Literals(["company", "customer"])).annotate({ examples: [null] })),
  rescheduled_count: field.readOnly(Schema.Int.annotate({ description: "How often it was moved.", examples: [0] })),
  reschedule_reason: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "Why it was moved last.", examples: [null] })),
  sequence: field.readOnly(Schema.Int.annotate({ description: "Of the invitation, by which calendars tell which is newer (RFC 5545).", examples: [0] })),
  series_id: field.readOnly(Schema.NullOr(SeriesId).annotate({ description: "The series that it was booked with, if any." })),
  held_for: field.readOnly(Schema.NullOr(Schema.Literals(["deposit", "offer"])).annotate({
    description: "What a requested one waits for: its deposit, or the word of whom it was offered to from the waiting list.", examples: ["deposit"]
  })),
  held_until: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "It is given up then, if what it waits for did not come." })),
  deposit_order_id: field.readOnly(Schema.NullOr(OrderId).annotate({
    description: "The order by which its deposit is paid; `list_payment_links` of that order tells the page to pay it on."
  })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Booked with a live key. Those of test keys take the same people and rooms." })),
  ...versioned
}, {
  description: "A time at which somebody of the company, or a room, is there for a customer.",
  label: ({ id }) => phrase`appointment ${id}`,
  filters: {
    from: since("starts_at", Instant.annotate({ description: "Starts at or after this." })),
    to: below("starts_at", Instant.annotate({ description: "Starts before this.", examples: ["2099-12-31T18:00:00Z"] })),
    staff_id: StaffId,
    service_id: ServiceId,
    contact_id: ContactId,
    series_id: SeriesId,
    status: AppointmentStatus
  },
  columns: ["starts_at", "service_id", "contact_id", "staff_id", "status"],
  groups: {
    Appointment: ["service_id", "starts_at", "ends_at", "time_zone", "status"],
    Customer: ["contact_id", "contact", "seats", "answers", "notes"],
    "Staff and rooms": ["staff_id", "resource_ids", "override"],
    Price: ["price", "currency", "deposit", "deposit_order_id"],
    Changes: ["canceled_at", "canceled_by", "cancellation_reason", "rescheduled_count", "reschedule_reason"],
    Reservation: ["held_for", "held_until", "series_id"]
  },
  sort: ["id", "starts_at", "created_at"]
})
export const Appointment = appointment.read
export type Appointment = typeof Appointment.Type

const Customer = Schema.Struct({
  name: Schema.optionalKey(line(200).annotate({ examples: ["Grace Hopper"] })),
  email: Schema.optionalKey(Email),
  phone: Schema.optionalKey(Phone)
}).check(Schema.makeFilter(({ email, name, phone }) =>
  email === undefined && name === undefined && phone === undefined ? "at least one of `name`, `email` and `phone`" : undefined
)).annotate({ identifier: "AppointmentCustomer", examples: [{ name: "Grace Hopper", email: "grace@navy.example" }] })
export type Customer = typeof Customer.Type

const start = Instant.annotate({ description: "One of the starts that `get_availability` answers with.", examples: ["2030-01-07T09:00:00Z"] })

const override = defaulted(Schema.Boolean.annotate({
  description: "The service's notice, horizon and daily limit do not hold for this one. Nobody and nothing is booked twice all the same.", examples: [false]
}), false)

/** Who comes is said in one of two ways. */
export const whoComes = Schema.makeFilter(({ contact, contact_id }: { readonly contact?: Customer; readonly contact_id?: ContactId }) =>
  (contact === undefined) === (contact_id === undefined) ? { path: ["contact_id"], issue: "either `contact_id` or `contact` says who comes" } : undefined
)

export const NewAppointment = Schema.Struct({
  service_id: ServiceId,
  starts_at: start,
  staff_id: Schema.optionalKey(StaffId.annotate({ description: "With this person; with whoever is free and least booked if left out." })),
  contact_id: Schema.optionalKey(ContactId.annotate({ description: "Who comes; or `contact`." })),
  contact: Schema.optionalKey(Customer.annotate({ description: "Who comes: the contact of this e-mail address, who is made where there is none." })),
  seats: defaulted(Seats, 1),
  status: defaulted(Schema.Literals(["requested", "booked"]).annotate({
    description: "`requested` holds the time until somebody of the company confirms or declines it.", examples: ["booked"]
  }), "booked"),
  notes: defaulted(Schema.NullOr(prose(2_000)).annotate({ examples: ["Brings a dog."] }), null),
  answers: defaulted(Schema.Array(Answer).check(Schema.isMaxLength(20)).annotate({ description: "To the service's `questions`.", examples: [[]] }), []),
  deposit: Schema.optionalKey(Schema.Boolean.annotate({
    description: "The service's deposit is asked for: it is `requested`, and given up after 30 minutes unless that is paid.", examples: [false]
  })),
  time_zone: defaulted(Schema.NullOr(TimeZone).annotate({ description: "The customer's, in which they are written to." }), null),
  override
}).check(whoComes).annotate({ identifier: "NewAppointment" })
export type NewAppointment = typeof NewAppointment.Type

export const NewStart = Schema.Struct({
  starts_at: start,
  staff_id: Schema.optionalKey(StaffId.annotate({ description: "With this person; if left out, with the same one where possible, or else another." })),
  reason: defaulted(Reason, null),
  override
}).annotate({ identifier: "NewStart" })
export type NewStart = typeof NewStart.Type

export const Cancellation = Schema.Struct({ reason: defaulted(Reason, null) }).annotate({ identifier: "CancelAppointment" })
export type Cancellation = typeof Cancellation.Type

export const Outcome = Schema.Struct({
  outcome: defaulted(Schema.Literals(["completed", "no_show"]).annotate({
    description: "Whether it took place, or nobody came.", examples: ["completed"]
  }), "completed")
}).annotate({ identifier: "AppointmentOutcome" })
