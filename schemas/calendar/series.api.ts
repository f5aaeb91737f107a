import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { AppointmentSeries, NewSeries } from "./series.ts"

export const create_appointment_series = operation.create("create_appointment_series", "/series", NewSeries, AppointmentSeries, {
  errors: [NotFound, Conflict],
  summary: "Book a series of appointments",
  description: "Books a service every so many weeks at the same time by the company's clock, as one step, with the same person where possible. " +
    "Where a start is not free, either nothing is booked and the conflict's `details` name each such start with the nearest free ones, or the " +
    "others are booked, as asked. The service's horizon holds for the first of them only."
})
