import { Schema } from "effect"
import { Email } from "#schemas/kernel/email"
import { Cents, inCents } from "#schemas/kernel/money"
import { Phone } from "#schemas/kernel/phone"
import { line } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { Appointment, AppointmentId, NewAppointment, NewStart } from "./appointment.ts"
import { ServiceId, StaffId } from "./ids.ts"
import { BookingQuestion, Service } from "./service.ts"

const Person = Schema.Struct({
  id: StaffId,
  name: Schema.String.annotate({ examples: ["Ada Lovelace"] })
}).annotate({ identifier: "BookablePerson" })

const { capacity, confirmation, currency, deposit_amount, description, duration_minutes, id, name, price } = Service.fields

/** A service as visitors see it. */
export const BookableService = Schema.Struct({
  id, name, description, duration_minutes, price, currency, deposit_amount, capacity, confirmation,
  questions: Schema.Array(Schema.toType(BookingQuestion)),
  cancellation_notice_minutes: Service.fields.cancellation_notice_minutes,
  staff: Schema.Array(Person).annotate({ description: "Whom one can ask for; nobody where the service needs no person." })
}).annotate({ identifier: "BookableService" })
export type BookableService = typeof BookableService.Type

const { answers, notes, seats, service_id, staff_id, starts_at, time_zone } = NewAppointment.fields

export const NewBooking = Schema.Struct({
  service_id,
  starts_at: starts_at.annotate({ description: "One of the starts that `list_open_slots` answers with.", examples: ["2030-01-07T09:00:00Z"] }),
  staff_id, seats,
  name: line(200).annotate({ description: "Of whoever comes.", examples: ["Grace Hopper"] }),
  email: Email.annotate({ description: "Where the confirmation goes.", examples: ["grace@navy.example"] }),
  phone: Schema.optionalKey(Phone),
  answers, notes, time_zone
}).annotate({ identifier: "NewBooking" })
export type NewBooking = typeof NewBooking.Type

export const OwnStart = Schema.Struct({
  starts_at: NewStart.fields.starts_at.annotate({ description: "One of the starts that `list_open_slots` answers with.", examples: ["2030-01-07T09:00:00Z"] }),
  staff_id: NewStart.fields.staff_id
}).annotate({ identifier: "OwnStart" })

const shown = Appointment.fields

/** An appointment as whoever booked it sees it. */
export const OwnBooking = Schema.Struct({
  id: AppointmentId,
  status: shown.status,
  service: Schema.Struct({ id: ServiceId, name: Service.fields.name, duration_minutes: Service.fields.duration_minutes }).annotate({ identifier: "BookedService" }),
  staff: Schema.NullOr(Person).annotate({ description: "Who is there; `null` where the service needs nobody." }),
  starts_at: shown.starts_at,
  ends_at: shown.ends_at,
  time_zone: Schema.String.annotate({ description: "In which the customer is told the time; the company's where they named none.", examples: ["Europe/Oslo"] }),
  seats: shown.seats,
  price: Schema.NullOr(Cents).annotate({ description: inCents("Of all seats.") }),
  currency: shown.currency,
  answers: shown.answers,
  notes: shown.notes,
  held_for: shown.held_for,
  held_until: shown.held_until,
  deposit: Schema.NullOr(Schema.Struct({
    amount: Cents,
    currency: Schema.String.annotate({ examples: ["USD"] }),
    url: Schema.String.annotate({ examples: ["https://service.example/pay/8Fq3vT1mXo2kZr7YwLc0aHnB5uJdEpGsKiVtQyM4CbA"] })
  }).annotate({ identifier: "DepositToPay" })).annotate({ description: "What is to be paid until `held_until`, and where." }),
  change_until: Timestamp.annotate({ description: "Until when it can be moved and canceled here." }),
  changeable: Schema.Boolean.annotate({ description: "It can be moved and canceled here now.", examples: [true] }),
  token: Schema.String.annotate({ description: "A secret of whoever booked: it opens this booking, and nothing else.", examples: ["42-live-7-Zm9yZXhhbXBsZQ"] }),
  url: Schema.String.annotate({
    description: "A page on which the customer sees, moves and cancels it.", examples: ["https://service.example/booking/42-live-7-Zm9yZXhhbXBsZQ"]
  }),
  company: Schema.Struct({
    name: Schema.String.annotate({ examples: ["Juniper & Vale Studio"] }),
    email: Schema.NullOr(Schema.String).annotate({ examples: ["hello@juniper.example"] }),
    phone: Schema.NullOr(Schema.String).annotate({ examples: ["+4722123456"] })
  }).annotate({ identifier: "BookedCompany", description: "Whom to ask." })
}).annotate({ identifier: "OwnBooking" })
export type OwnBooking = typeof OwnBooking.Type
