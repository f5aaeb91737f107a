import { Effect, Schema } from "effect"
import { durable } from "#workflows/durable"
import { scheduledAt } from "#workflows/workflows/schedulable"

export const Recap = durable({
  name: "crm.recap", version: 1, payload: { days: Schema.Int }, success: Schema.String,
  schedulable: { title: "Recap", description: "Tells what happened lately.", defaults: { days: 7 } }
})

export const RecapProgram = Recap.program(Effect.fnUntraced(function*({ days }) {
  const at = yield* scheduledAt
  return at === undefined ? `${days} days until now` : `${days} days until ${at}`
}))
