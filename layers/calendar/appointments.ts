import { Context, Layer, Schema } from "effect"
import { appointment } from "#schemas/calendar/appointment"
import { repository } from "../kernel/repository.ts"

/** Appointments of the caller's company in the caller's mode. */
export class Appointments extends Context.Service<Appointments>()("layers/calendar/Appointments", {
  make: repository(appointment, {
    counted: true,
    /* Of somebody who was erased there are none. */
    computed: { answers: "coalesce(answers, '[]')" },
    sort: { starts_at: { column: "starts_at", type: "timestamptz" } },
    internal: { session_id: Schema.NullOr(Schema.Int) }
  })
}) {
  static readonly layer = Layer.effect(Appointments, Appointments.make)
}
