import { Context, Effect, Fiber, Layer } from "effect"

/** A database that does not answer must not keep a process from leaving its shards. */
const TIMEOUT = "2 seconds"

/**
 * The reads of waiting messages that are under way. A read takes what it gives: it marks the messages, so that they are not
 * given again. Marks that nobody works off would leave runs waiting, so shards are left to others only when no read is under
 * way that could still mark something in them, and what a read took whose answer was lost is given back.
 */
export class Reads extends Context.Service<Reads>()("layers/workflows/Reads", {
  make: Effect.sync(() => {
    const underWay = new Set<Fiber.Fiber<unknown, unknown>>()
    let lost = false
    const losing = Effect.sync(() => void (lost = true))

    return {
      /** `giveBack` undoes the marks of earlier reads. */
      taking: <A, E>(read: Effect.Effect<A, E>, giveBack: Effect.Effect<void, E>) =>
        Effect.gen(function*() {
          const given = lost ? Effect.andThen(giveBack, read) : read
          lost = false
          /* Not interrupted with the one that asks: the database would go on with it. */
          const fiber = yield* Effect.forkDetach(Effect.tapCause(given, () => losing), { startImmediately: true })
          underWay.add(fiber)
          fiber.addObserver(() => underWay.delete(fiber))
          return yield* Effect.onInterrupt(Fiber.join(fiber), () => losing)
        }),
      /** Waits until the reads of this moment are over. */
      over: Effect.suspend(() => Fiber.awaitAll([...underWay])).pipe(Effect.timeoutOption(TIMEOUT), Effect.asVoid)
    }
  })
}) {
  static readonly layer = Layer.effect(Reads, Reads.make)
}
