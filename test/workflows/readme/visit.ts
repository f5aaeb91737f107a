import { Effect, Option, Schema } from "effect"
import { Timestamp } from "#schemas/kernel/time"
import { durable, signal, sleep, waitUntil } from "#workflows/durable"

export const Visit = durable({
  name: "calendar.visit", version: 1, payload: { starts_at: Timestamp }, success: Schema.Literals(["confirmed", "lapsed"])
})

export const Confirmed = signal("confirmed", Schema.Struct({ by: Schema.String }))

export const VisitProgram = Visit.program(Effect.fnUntraced(function*({ starts_at }) {
  const answer = yield* waitUntil(Confirmed, starts_at)
  return Option.isSome(answer) ? "confirmed" : "lapsed"
}))

/** Contacts are shared by both modes, so no test clock hastens this. */
export const Tidying = durable({ name: "crm.tidying", version: 1, payload: {}, realTime: true })

export const TidyingProgram = Tidying.program(() => sleep("quiet", "30 days"))
