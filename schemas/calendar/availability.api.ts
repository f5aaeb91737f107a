import { Schema } from "effect"
import { NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { DayOrInstant, Instant, Timestamp } from "#schemas/kernel/time"
import { TimeZone } from "#schemas/kernel/time-zone"
import { AppointmentId } from "./appointment.ts"
import { ResourceId, ServiceId, StaffId } from "./ids.ts"

export const asked = {
  service_id: ServiceId,
  staff_id: Schema.optionalKey(StaffId.annotate({ description: "Only with this person; with anybody who does it if left out." })),
  seats: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })).annotate({
    description: "For so many of a group service; 1 if left out.", examples: [1]
  }))
}

/** A wall clock with its distance from UTC, so that both of an hour that comes twice are told apart. */
const LocalTime = Schema.String.annotate({
  description: "`starts_at` on the wall clock of `time_zone`.", examples: ["2030-01-07T10:00:00+01:00"]
})

export const OpenSlot = Schema.Struct({
  starts_at: Timestamp,
  ends_at: Timestamp,
  local_time: LocalTime,
  staff_ids: Schema.Array(StaffId).annotate({ description: "Who can do it then; none where the service needs nobody." }),
  seats: Schema.Int.annotate({ description: "The most seats that one booking can have.", examples: [1] })
}).annotate({ identifier: "OpenSlot" })

const Availability = Schema.Struct({
  service_id: ServiceId,
  time_zone: Schema.String.annotate({ examples: ["Europe/Oslo"] }),
  slots: Schema.Array(OpenSlot).annotate({ description: "By when they start." })
}).annotate({ identifier: "Availability" })
export type Availability = typeof Availability.Type

export const get_availability = operation.get("get_availability", "/availability", Availability, {
  query: {
    ...asked,
    from: DayOrInstant.annotate({ description: "A day of `time_zone`, from its beginning, or an instant.", examples: ["2030-01-07"] }),
    to: DayOrInstant.annotate({ description: "A day of `time_zone`, to its end, or an instant; at most 62 days after `from`.", examples: ["2030-01-11"] }),
    time_zone: Schema.optionalKey(TimeZone.annotate({ description: "In which days and local times are told; the company's if left out." }))
  },
  errors: [NotFound],
  summary: "Find open slots",
  description: "When a service can be booked: the starts that working hours, time off, holidays, appointments, connected calendars, notice and " +
    "buffers leave, right across every change of the clocks.",
  curated: true
})

const Rule = Schema.Literals([
  "past", "notice", "horizon", "closed", "working_hours", "grid", "time_off", "appointment", "busy_time", "buffer", "daily_limit", "capacity", "resource",
  "staff", "inactive"
]).annotate({ description: "What takes the slot.", examples: ["notice"] })

const Reason = Schema.Struct({
  rule: Rule,
  message: Schema.String.annotate({ description: "The same in plain words.", examples: ["It has to be booked 60 minutes before it starts."] }),
  staff_id: Schema.NullOr(StaffId).annotate({ description: "Whom it takes." }),
  resource_id: Schema.NullOr(ResourceId).annotate({ description: "Which room or equipment it takes." }),
  appointment_id: Schema.NullOr(AppointmentId).annotate({ description: "The appointment that takes it." }),
  from: Schema.NullOr(Timestamp),
  until: Schema.NullOr(Timestamp)
}).annotate({ identifier: "UnavailabilityReason" })

const Explanation = Schema.Struct({
  service_id: ServiceId,
  starts_at: Timestamp,
  local_time: LocalTime,
  time_zone: Schema.String.annotate({ examples: ["Europe/Oslo"] }),
  open: Schema.Boolean.annotate({ description: "It can be booked." }),
  reasons: Schema.Array(Reason).annotate({ description: "All that keeps it from being booked; none where it is open." })
}).annotate({ identifier: "AvailabilityExplanation" })

export const explain_availability = operation.get("explain_availability", "/availability/explain", Explanation, {
  query: {
    ...asked,
    starts_at: Instant.annotate({ description: "When it would start.", examples: ["2030-01-07T09:00:00Z"] })
  },
  errors: [NotFound],
  summary: "Explain why a slot is not there",
  description: "Whether a service can be booked at a start, and if not, everything that takes it: working hours, time off, a holiday, an " +
    "appointment, a busy time of a connected calendar, notice, a buffer or a limit."
})
