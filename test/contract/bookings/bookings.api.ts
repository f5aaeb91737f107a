import { Schema } from "effect"
import { form, multipart, raw } from "#schemas/kernel/bodies"
import { operation } from "#schemas/kernel/endpoints"
import { line } from "#schemas/kernel/text"
import { BookingId, booking, Booking } from "./booking.ts"

const token = { token: Schema.String.check(Schema.isMaxLength(100)) }
const site = ["publishable_key", "host"] as const

/** For keys with a scope, which see all, and for visitors with a publishable key, who see their own. */
export const list_bookings = operation.list("list_bookings", "/bookings", Booking, {
  sort: ["id"], summary: "List bookings", description: "All of the company, or the visitor's own.", access: "calendar:read", visitors: ["publishable_key"]
})

export const get_booking = operation.get("get_booking", "/bookings/:id", Booking, {
  params: { id: BookingId }, summary: "Get a booking", description: "The visitor's own.", access: "public", visitors: site
})

export const create_booking = operation.create("create_booking", "/bookings", booking.create, Booking, {
  summary: "Book", description: "Books something.", access: "public", visitors: site
})

/** By the host that the query names (interface, section 4.3). */
export const count_bookings = operation.get("count_bookings", "/bookings/count", Schema.Struct({ count: Schema.Int }), {
  query: { host: Schema.optionalKey(Schema.String.annotate({ examples: ["shop.acme.example"] })) },
  summary: "Count bookings", description: "How many the visitor has.", access: "public", visitors: ["host"]
})

export const get_own_booking = operation.get("get_own_booking", "/bookings/own/:token", Booking, {
  params: token, summary: "Get one's booking", description: "By the guest's own link.", access: "public", visitors: ["token"]
})

export const cancel_own_booking = operation.remove("cancel_own_booking", "/bookings/own/:token", Booking, {
  params: token, summary: "Cancel one's booking", description: "By the guest's own link.", access: "public", visitors: ["token"]
})

export const confirm_own_booking = operation.create(
  "confirm_own_booking", "/bookings/own/:token/confirmations", Schema.Struct({ note: Schema.String.annotate({ examples: ["Window seat."] }) }), Booking, {
    params: token, summary: "Confirm one's booking", description: "By the guest's own link.", access: "public", visitors: ["token"]
  }
)

export const request_booking = operation.create("request_booking", "/bookings/requests", form(Schema.Struct({
  name: line(100).annotate({ examples: ["Haircut"] }),
  guests: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 })).annotate({ examples: [2] }),
  wishes: Schema.optionalKey(Schema.Array(line(50)).annotate({ examples: [["Window seat"]] }))
})), Booking, {
  summary: "Request a booking", description: "By the form of a page.", access: "public", visitors: site
})

export const add_booking_photos = operation.create("add_booking_photos", "/bookings/photos", multipart(Schema.Struct({
  name: line(100).annotate({ examples: ["Haircut"] }),
  guests: Schema.optionalKey(Schema.Int.annotate({ examples: [2] }))
}), {
  before: { description: "How it is.", examples: { "image/png": "png", "image/jpeg": "jpeg" }, maxBytes: 600_000 },
  wanted: { description: "How it should be.", examples: { "image/*": "image" }, maxBytes: 300_000, most: 3 },
  note: { description: "What it is about.", examples: { "text/plain": "Short." }, maxBytes: 1_000, optional: true }
}), Booking, {
  summary: "Book with photos", description: "Books something, with photos of it.", access: "public", visitors: site
})

export const take_booking_notice = operation.create("take_booking_notice", "/bookings/notices", raw({
  description: "A notice.", examples: { "application/json": "{}", "text/calendar": "BEGIN:VCALENDAR" }, headers: ["x-signature"]
}), Booking, {
  summary: "Take a notice", description: "Books what another calendar tells.", access: "public", visitors: site
})
