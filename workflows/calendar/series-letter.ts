import { Effect } from "effect"
import { Appointments } from "#layers/calendar/appointments"
import { SeriesId } from "#schemas/calendar/appointment"
import { durable, write } from "../durable.ts"
import { tellOfSeries } from "./letters.ts"

/** Writes one letter about all appointments of a series, once they are there. */
export const SeriesLetter = durable({ name: "calendar.series_letter", version: 1, payload: { series_id: SeriesId } })

export const SeriesLetterProgram = SeriesLetter.program(({ series_id }) =>
  write("write", { verb: "create_appointment_series" }, Effect.gen(function*() {
    const found = yield* Appointments.use((appointments) => appointments.following({ series_id, starts_at: new Date(0).toISOString() }))
    yield* tellOfSeries(found.toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at)))
  })))
