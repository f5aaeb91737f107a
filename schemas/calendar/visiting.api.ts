import { Schema } from "effect"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { Day } from "#schemas/kernel/time"
import { TimeZone } from "#schemas/kernel/time-zone"
import { openToVisitors, visitedHost } from "#schemas/kernel/visited"
import { asked, OpenSlot } from "./availability.api.ts"
import { ServiceId } from "./ids.ts"
import { BookableService, NewBooking, OwnBooking, OwnStart } from "./visiting.ts"

const PUBLIC = "/cms/pages/public"

export const list_bookable_services = operation.list("list_bookable_services", `${PUBLIC}/booking`, BookableService, {
  ...openToVisitors,
  query: visitedHost,
  sort: ["name", "id"],
  summary: "List what visitors can book",
  description: "The services that the company offers to visitors: how long they take, what they cost, who does them and what is asked."
})

const OpenSlots = Schema.Struct({
  service_id: ServiceId,
  date: Day,
  time_zone: Schema.String.annotate({ description: "Whose day it is.", examples: ["Europe/Oslo"] }),
  slots: Schema.Array(OpenSlot).annotate({ description: "By when they start." })
}).annotate({ identifier: "OpenSlots" })

export const list_open_slots = operation.get("list_open_slots", `${PUBLIC}/booking/times`, OpenSlots, {
  ...openToVisitors,
  query: {
    ...visitedHost,
    ...asked,
    date: Day.annotate({ description: "A day of `time_zone`.", examples: ["2030-01-07"] }),
    time_zone: Schema.optionalKey(TimeZone.annotate({ description: "The visitor's; the company's if left out." }))
  },
  errors: [NotFound],
  summary: "List open slots of a day",
  description: "When a visitor can book a service on a day, in any time zone."
})

export const book_appointment = operation.create("book_appointment", `${PUBLIC}/book`, NewBooking, OwnBooking, {
  ...openToVisitors,
  query: visitedHost,
  errors: [NotFound, Conflict],
  summary: "Book an appointment as a visitor",
  description: "Books a start that is open, with whoever is free or the person that is asked for. The contact of the e-mail address is matched, or made. " +
    "Where somebody else was quicker, it is a conflict whose `details` name the nearest free starts. The answer has a link by which the customer " +
    "sees, moves and cancels the booking."
})

const own = {
  access: "public", visitors: ["token"], surfaces: ["tenant-site"],
  params: {
    token: Schema.String.check(Schema.isMaxLength(100)).annotate({ description: "Of the customer's own link.", examples: ["42-live-7-Zm9yZXhhbXBsZQ"] })
  }
} as const

const BOOKING = `${PUBLIC}/bookings/:token` as const

export const get_own_booking = operation.get("get_own_booking", BOOKING, OwnBooking, {
  ...own,
  summary: "Get one's own booking",
  description: "What the customer's own link shows. It ends 30 days after the appointment, and when the customer is erased."
})

export const move_own_booking = operation.act("move_own_booking", BOOKING, OwnBooking, {
  ...own,
  payload: OwnStart,
  errors: [Conflict],
  summary: "Move one's own booking",
  description: "Takes another start that is open, as long as the service lets customers do that; after that it is a conflict, which says whom to ask."
})

export const accept_own_booking = operation.act("accept_own_booking", `${BOOKING}/accept`, OwnBooking, {
  ...own,
  errors: [Conflict],
  summary: "Take what the waiting list offers",
  description: "Books the time that is held for somebody who waited for it; of a service with a deposit, `deposit` tells where to pay it. What is booked " +
    "already stays as it is, and what is held for them no more is a conflict."
})

export const cancel_own_booking = operation.remove("cancel_own_booking", BOOKING, OwnBooking, {
  ...own,
  errors: [Conflict],
  summary: "Cancel one's own booking",
  description: "Calls it off, as long as the service lets customers do that; after that it is a conflict, which says whom to ask. Canceled twice, it is canceled once."
})
