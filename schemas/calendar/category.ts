import { Schema } from "effect"
import { counting } from "#schemas/crm/counting"
import { category } from "#schemas/kernel/category"
import { ServiceId } from "./ids.ts"
import { AppointmentStatus } from "./status.ts"
import { measures } from "./measures.ts"

export const calendar = category({
  measures,
  contactTables: {
    appointments: { versioned: true, example: 1 },
    waiting_list: { versioned: true, example: 0 }
  },
  conditions: {
    appointments: counting("appointments", {
      service_id: Schema.optionalKey(ServiceId.annotate({ description: "Of this service; of any if left out." })),
      status: Schema.optionalKey(AppointmentStatus.annotate({ description: "Any status if left out.", examples: ["completed"] }))
    }, "booked").annotate({ description: "How many appointments the contact has or had. Those of test keys do not count." })
  },
  timelineKinds: ["appointment"],
  timelineObjects: ["appointment"],
  personal: {
    appointment: {
      holds: "When a contact comes or came, for what and to whom, with notes and answers to the service's questions.",
      purpose: "To be there for them."
    },
    staff_member: { holds: "Names and e-mail addresses of the company's staff, and when they work.", purpose: "So that customers can book them." },
    waiting_list_entry: { holds: "Which days suit a contact for what, and with whom.", purpose: "To offer them what becomes free." },
    time_off: { holds: "When staff are away, and why, if the company wrote that down.", purpose: "So that nobody books them then." },
    calendar_connection: { holds: "The calendars that staff keep elsewhere: where they are, and when somebody is busy.", purpose: "So that nobody books them then." }
  },
  events: {
    appointment: {
      requested: "An appointment was asked for, and waits for the company's word.",
      booked: "An appointment was booked.",
      rescheduled: "An appointment was moved.",
      canceled: "An appointment was called off.",
      declined: "An appointment that was asked for was declined.",
      completed: "An appointment took place.",
      no_show: "Nobody came to an appointment.",
      reminder: "A reminder of an appointment was due."
    }
  },
  firstStep: {
    title: "Offer something to book",
    why: "Name who does it or what it takes, and customers find free times by themselves.",
    by: "create_service",
    done: { list: "list_services" }
  }
})
