import { Schema } from "effect"
import { formatsOf } from "#schemas/kernel/formats"
import { line } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { TimeZone } from "#schemas/kernel/time-zone"
import { type Block, paragraph, template } from "../template.ts"

const kinds = ["requested", "deposit", "offered", "booked", "series", "rescheduled", "canceled", "declined", "lapsed", "reminder"] as const
export type AppointmentLetter = typeof kinds[number]

const subjects: Readonly<Record<AppointmentLetter, string>> = {
  requested: "Request received", deposit: "Deposit", offered: "A time is free", booked: "Booked", series: "Booked", rescheduled: "Changed",
  canceled: "Canceled", declined: "Not possible", lapsed: "Not held any more", reminder: "Reminder"
}

const news: Readonly<Record<AppointmentLetter, string>> = {
  requested: "we have received your request for this appointment.",
  deposit: "we hold this time for you: your appointment is booked as soon as its deposit is paid.",
  offered: "a time for which you are on the waiting list is free, and we hold it for you.",
  booked: "your appointment is booked.",
  series: "your appointments are booked.",
  rescheduled: "your appointment has been changed.",
  canceled: "your appointment is canceled.",
  declined: "we cannot offer you the appointment that you asked for.",
  lapsed: "we held this time for you for as long as we could; now it is free for others.",
  reminder: "this is a reminder of your appointment."
}

/** Whoever comes has nothing to do about it any more. */
const isOver = (what: AppointmentLetter) => what === "canceled" || what === "declined" || what === "lapsed"

const button = (label: string, to: string): Block => ({ kind: "button", label, to, or: "Or open this address:" })

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
    /** Until when they can; of what is held for them, until when it is. */
    until: Schema.NullOr(Timestamp),
    /** What is to be paid first, on the page. */
    deposit: Schema.optionalKey(Schema.Struct({ amount: Schema.Int, currency: line(3) })),
    /** Of a series: all of it, each with its page. */
    series: Schema.optionalKey(Schema.Array(Schema.Struct({ starts_at: Timestamp, ends_at: Timestamp, page: line(2_000) })))
  }),
  example: {
    what: "rescheduled", name: "Grace Hopper", service: "First consultation",
    starts_at: "2026-12-15T09:00:00.000Z", ends_at: "2026-12-15T09:45:00.000Z", time_zone: "Europe/Oslo", moved_from: "2026-12-14T12:30:00.000Z",
    waits: false, staff: "Ada Lovelace", seats: 1, address: "1 Main Street, 10001 New York, US",
    page: "https://juniper.example/booking/1-live-42-8Fq3vT1mXo2kZr7YwLc0aHnB5uJdEpGsKiVtQyM4CbA", until: "2026-12-14T09:00:00.000Z"
  },
  content: (data, { formats }) => {
    const { address, deposit, ends_at, moved_from, name, page, seats, series, service, staff, starts_at, time_zone, until, waits, what } = data
    const { span, start, zone } = formatsOf({ locale: formats.language, time_zone })
    const held = until === null ? [] : [paragraph(`It is held for you until ${start(until)}.`)]
    const next = (): ReadonlyArray<Block> => {
      if (series !== undefined) {
        return [
          paragraph("On its page you can move or cancel each of them:"),
          { kind: "facts", rows: series.map((one) => [span(one.starts_at, one.ends_at), one.page]) }
        ]
      }
      if (isOver(what) || page === null) return []
      if (deposit !== undefined) return [...held, button(`Pay ${formats.money(deposit)}`, page)]
      if (what === "offered") return [...held, button("See it", page)]
      return [
        ...waits ? [paragraph("It is not certain yet: we write to you as soon as we have confirmed it.")] : [],
        paragraph(until === null
          ? "It is too late to move or cancel it on the page. If you cannot come, please tell us."
          : `Would another time suit you better, or can you not come? You can move or cancel it until ${start(until)}.`),
        button(until === null ? "See your appointment" : "Move or cancel it", page)
      ]
    }
    return {
      subject: `${subjects[what]}: ${service}, ${start(starts_at)}`,
      blocks: [
        paragraph(`${name === null ? "Hello" : `Hello ${name}`}, ${news[what]}`),
        {
          kind: "facts",
          rows: [
            ["What", service],
            ...series === undefined ? [["When", span(starts_at, ends_at)] as const] : [],
            ...moved_from === null ? [] : [["Instead of", start(moved_from)] as const],
            ["Time zone", zone(starts_at)],
            ...staff === null ? [] : [["With", staff] as const],
            ...seats === 1 ? [] : [["Seats", formats.number(seats)] as const],
            ...address === null ? [] : [["Where", address] as const]
          ]
        },
        ...next()
      ]
    }
  }
})
