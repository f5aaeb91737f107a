import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { phrase } from "#schemas/kernel/phrase"
import { Day } from "#schemas/kernel/time"
import { AppointmentId, NewAppointment, whoComes } from "./appointment.ts"
import { ServiceId, StaffId } from "./ids.ts"

export const WaitingListEntryId = Id.pipe(Schema.brand("WaitingListEntryId"))
export type WaitingListEntryId = typeof WaitingListEntryId.Type

const State = Schema.Literals(["waiting", "offered", "booked", "missed", "left"]).annotate({
  description: "`offered`: an appointment is held for them; `missed`: they did not take it in time; `left`: they do not wait any more.",
  examples: ["waiting"]
})

const days = {
  from: Day.annotate({ description: "The first day that suits them, by the company's clock.", examples: ["2030-01-07"] }),
  to: Day.annotate({ description: "The last day that suits them, by the company's clock.", examples: ["2030-01-11"] })
}

/** A customer who waits for a time of a service to be free. */
export const waitingListEntry = entity("WaitingListEntry", {
  id: field.readOnly(WaitingListEntryId),
  service_id: field.readOnly(ServiceId),
  contact_id: field.readOnly(ContactId),
  staff_id: field.readOnly(Schema.NullOr(StaffId).annotate({ description: "Whom alone they wait for; anybody who does it if null." })),
  seats: field.readOnly(Schema.Int.annotate({ examples: [1] })),
  from: field.readOnly(Schema.String.annotate({ examples: ["2030-01-07"] })),
  to: field.readOnly(Schema.String.annotate({ examples: ["2030-01-11"] })),
  time_zone: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["Europe/Oslo"] })),
  state: field.readOnly(State),
  appointment_id: field.readOnly(Schema.NullOr(AppointmentId).annotate({ description: "The appointment that was offered to them." })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Made with a live key." })),
  ...versioned
}, {
  description: "A customer who waits for a time of a service to be free.",
  label: ({ id }) => phrase`place ${id} of the waiting list`,
  filters: { service_id: ServiceId, contact_id: ContactId, state: State },
  sort: ["id", "created_at"]
})
export const WaitingListEntry = waitingListEntry.read
export type WaitingListEntry = typeof WaitingListEntry.Type

const { contact, contact_id, seats, service_id, time_zone } = NewAppointment.fields

export const NewWaitingListEntry = Schema.Struct({
  service_id, ...days,
  staff_id: Schema.optionalKey(StaffId.annotate({ description: "Only with this person; with anybody who does it if left out." })),
  contact_id, contact, seats, time_zone
}).check(
  whoComes,
  Schema.makeFilter(({ from, to }) => to < from ? { path: ["to"], issue: "it is before `from`" } : undefined)
).annotate({ identifier: "NewWaitingListEntry" })
