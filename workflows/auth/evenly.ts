import { type Duration, Effect } from "effect"

/**
 * Takes at least this long, whatever the work found: where what is not there is quicker than what is, time would tell which.
 */
export const evenly = (atLeast: Duration.Input) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(
    Effect.all([Effect.exit(work), Effect.sleep(atLeast)], { concurrency: 2 }),
    ([exit]) => exit
  )
