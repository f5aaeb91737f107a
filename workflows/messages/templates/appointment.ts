import { Schema } from "effect"
import { formatsOf } from "#schemas/kernel/formats"
import { line } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { TimeZone } from "#schemas/kernel/time-zone"
import { paragraph, template } from "../template.ts"

const kinds = ["requested", "booked", "rescheduled", "canceled", "declined", "reminder"] as const
export type AppointmentLetter = typeof kinds[number]

const subjects: Readonly<Record<AppointmentLetter, string>> = {
  requested: "Request received", booked: "Booked", rescheduled: "Changed", canceled: "Canceled", declined: "Not possible", reminder: "Reminder"
}

const news: Readonly<Record<AppointmentLetter, string>> = {
  requested: "we have received your request for this appointment.",
  booked: "your appointment is booked.",
  rescheduled: "your appointment has been changed.",
  canceled: "your appointment is canceled.",
  declined: "we cannot offer you the appointment that you asked for.",
  reminder: "this is a reminder of your appointment."
}

/** What becomes of an appointment, told in the time zone of whoever comes. */
export default template({
  name: "appointment",
  transactional: true,
  data: Schema.Struct({
    what: Schema.Literals(kinds),
    name: Schema.NullOr(line(200)),
    service: line(200),
    starts_at: Timestamp,
    ends_at: Timestamp,
    time_zone: TimeZone,
    /** When it was before, if it was moved. */
    moved_from: Schema.NullOr(Timestamp),
    /** It waits for the company's word. */
    waits: Schema.Boolean,
    staff: Schema.NullOr(line(200)),
    seats: Schema.Int,
    address: Schema.NullOr(line(1_000)),
    /** Where its reader sees, moves and cancels it. */
    page: Schema.NullOr(line(2_000)),
    /** Until when they can. */
    until: Schema.NullOr(Timestamp)
  }),
  example: {
    what: "rescheduled", name: "Grace Hopper", service: "First consultation",
    starts_at: "2026-12-15T09:00:00.000Z", ends_at: "2026-12-15T09:45:00.000Z", time_zone: "Europe/Oslo", moved_from: "2026-12-14T12:30:00.000Z", waits: false, staff: "Ada Lovelace", seats: 1,
    address: "1 Main Street, 10001 New York, US", page: "https://juniper.example/booking/1-live-42-8Fq3vT1mXo2kZr7YwLc0aHnB5uJdEpGsKiVtQyM4CbA", until: "2026-12-14T09:00:00.000Z"
  },
  content: ({ address, ends_at, moved_from, name, page, seats, service, staff, starts_at, time_zone, until, waits, what }, { formats }) => {
    const { span, start, zone } = formatsOf({ locale: formats.language, time_zone })
    const isOff = what === "canceled" || what === "declined"
    return {
      subject: `${subjects[what]}: ${service}, ${start(starts_at)}`,
      blocks: [
        paragraph(`${name === null ? "Hello" : `Hello ${name}`}, ${news[what]}`),
        {
          kind: "facts",
          rows: [
            ["What", service],
            ["When", span(starts_at, ends_at)],
            ...moved_from === null ? [] : [["Instead of", start(moved_from)] as const],
            ["Time zone", zone(starts_at)],
            ...staff === null ? [] : [["With", staff] as const],
            ...seats === 1 ? [] : [["Seats", formats.number(seats)] as const],
            ...address === null ? [] : [["Where", address] as const]
          ]
        },
        ...waits && !isOff ? [paragraph("It is not certain yet: we write to you as soon as we have confirmed it.")] : [],
        ...isOff || page === null ? [] : [
          paragraph(until === null
            ? "It is too late to move or cancel it on the page. If you cannot come, please tell us."
            : `Would another time suit you better, or can you not come? You can move or cancel it until ${start(until)}.`),
          { kind: "button", label: until === null ? "See your appointment" : "Move or cancel it", to: page, or: "Or open this address:" } as const
        ]
      ]
    }
  }
})
