import { Schema } from "effect"
import { entity, field } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { line } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"

export const BookingId = Id.pipe(Schema.brand("BookingId"))

/** What a visitor of a company booked. */
export const booking = entity("Booking", {
  id: field.readOnly(BookingId),
  name: field.required(line(100).annotate({ examples: ["Haircut"] })),
  livemode: field.readOnly(Schema.Boolean),
  token: field.readOnly(Schema.String.annotate({ description: "Of the guest's own link.", examples: ["bk_4f9A"] })),
  created_at: field.readOnly(Timestamp)
})
export const Booking = booking.read
