import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { Appointment, Cancellation, NewAppointment, SeriesId, whoComes } from "./appointment.ts"

const { answers, contact, contact_id, notes, override, seats, service_id, staff_id, time_zone } = NewAppointment.fields

export const NewSeries = Schema.Struct({
  service_id,
  starts_at: Instant.annotate({
    description: "Of the first. The others are at the same time by the company's clock, also where that changes in between.", examples: ["2030-01-07T09:00:00Z"]
  }),
  every_weeks: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 })).annotate({
    description: "Weeks from one to the next.", examples: [1]
  }), 1),
  count: Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 52 })).annotate({ description: "How many in all.", examples: [10] }),
  mode: defaulted(Schema.Literals(["all_or_none", "as_many_as_fit"]).annotate({
    description: "Whether nothing is booked where one of them is not free, or the others are.", examples: ["all_or_none"]
  }), "all_or_none"),
  staff_id, contact_id, contact, seats, notes, answers, time_zone, override
}).check(whoComes).annotate({ identifier: "NewAppointmentSeries" })
export type NewSeries = typeof NewSeries.Type

const NotBooked = Schema.Struct({
  starts_at: Timestamp,
  message: Schema.String.annotate({ description: "Why it is not booked.", examples: ["That time cannot be booked. Nothing is free around it."] }),
  free: Schema.Array(Timestamp).annotate({ description: "The nearest free starts, at most 5." })
}).annotate({ identifier: "NotBooked" })

export const AppointmentSeries = Schema.Struct({
  id: SeriesId,
  appointments: Schema.Array(Appointment).annotate({ description: "What is booked, by when it starts." }),
  not_booked: Schema.Array(NotBooked).annotate({ description: "What is not, as it was not free.", examples: [[]] })
}).annotate({ identifier: "AppointmentSeries" })
export type AppointmentSeries = typeof AppointmentSeries.Type

export const CancellationOf = Schema.Struct({
  ...Cancellation.fields,
  scope: defaulted(Schema.Literals(["one", "following"]).annotate({
    description: "`following` calls off those after it in its series too.", examples: ["one"]
  }), "one")
}).annotate({ identifier: "CancellationOfAppointments" })
