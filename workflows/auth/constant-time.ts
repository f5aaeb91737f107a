import { type Duration, Effect } from "effect"

/**
 * Takes at least this long, whatever the work found, so that its duration does not reveal whether something exists.
 */
export const constantTime = (atLeast: Duration.Input) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(
    Effect.all([Effect.exit(work), Effect.sleep(atLeast)], { concurrency: 2 }),
    ([exit]) => exit
  )
