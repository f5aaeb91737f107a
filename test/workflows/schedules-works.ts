import { Effect, Schema } from "effect"
import { durable, step } from "#workflows/durable"
import { scheduledAt } from "#workflows/workflows/schedulable"
import type { Workflows } from "../support/engine.ts"

export const Tick = durable({
  name: "test.tick", version: 1, payload: {}, success: Schema.NullOr(Schema.String),
  schedulable: { title: "Tick", description: "Tells for which time it ran." }
})

const TickProgram = Tick.program(() =>
  step("at", { success: Schema.NullOr(Schema.String) }, Effect.map(scheduledAt, (at) => at ?? null)))

export const works = (): Workflows => [[Tick, TickProgram]]
