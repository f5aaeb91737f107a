import { type Duration, Effect, Fiber, Option } from "effect"

const TIMEOUT = "2 seconds"

/**
 * What the database answers within `timeout`, two seconds; nothing if it refuses or is late. A late statement is given up without being
 * waited for: on a line that passes nothing, the driver takes seconds more to let go of it.
 */
export const answered = <A, E, R>(
  question: Effect.Effect<A, E, R>, timeout: Duration.Input = TIMEOUT
): Effect.Effect<Option.Option<A>, never, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(Effect.interruptible(question), { startImmediately: true }), (asking) =>
      restore(Fiber.join(asking)).pipe(
        Effect.timeout(timeout),
        Effect.option,
        Effect.ensuring(Effect.sync(() => asking.interruptUnsafe()))
      )))
