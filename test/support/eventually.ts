import { Effect } from "effect"

/** Looks every 10 ms until what is found is as it should be, for up to `withinMs` milliseconds; answers with what was found. */
export const eventually = <A, E, R>(look: Effect.Effect<A, E, R>, isSo: (found: A) => boolean, withinMs = 180_000) =>
  Effect.gen(function*() {
    const late = performance.now() + withinMs
    for (;;) {
      const found = yield* look
      if (isSo(found)) return found
      if (performance.now() > late) {
        return yield* Effect.die(new Error(`not within ${withinMs} ms: ${JSON.stringify(found)?.slice(0, 2_000)}`))
      }
      // Not on the clock of Effect, which stands still under a test clock.
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 10)))
    }
  })
