import { type Duration, Effect, Schema } from "effect"

/** A step took longer than its `timeout`. What it had begun outside may have happened all the same. */
export class StepTimedOut extends Schema.TaggedError<StepTimedOut>("StepTimedOut")("StepTimedOut", { step: Schema.String }) {}

/** What a step fails with besides its own errors, where it has a timeout. */
export type Late<Timeout> = Timeout extends Duration.Input ? StepTimedOut : never

/** Interrupts the work of a step that takes longer. A stop of the process does not tear a step, which is uninterruptible as a whole. */
export const within = <A, E, R>(step: string, duration: Duration.Input, work: Effect.Effect<A, E, R>) =>
  Effect.timeoutOrElse(Effect.interruptible(work), { duration, orElse: () => Effect.fail(new StepTimedOut({ step })) })
