import { Context, Effect, Fiber, Layer } from "effect"

/** A database that does not answer must not keep a process from leaving its shards. */
const PATIENCE = "2 seconds"

/**
 * The reads of waiting messages that are under way. A read takes what it gives: it marks the messages, so that they are not
 * given again. Marks that nobody works off would leave runs waiting, so shards are left to others only when no read is under
 * way that could still mark something in them, and what a read took whose answer was lost is given back.
 */
export class Reads extends Context.Service<Reads, {
  /** `giveBack` undoes the marks of earlier reads. */
  readonly taking: <A, E>(read: Effect.Effect<A, E>, giveBack: Effect.Effect<void, E>) => Effect.Effect<A, E>
  /** Waits until the reads of this moment are over. */
  readonly over: Effect.Effect<void>
}>()("layers/workflows/Reads") {
  static readonly layer = Layer.sync(Reads, () => {
    const underWay = new Set<Fiber.Fiber<unknown, unknown>>()
    let lost = false
    const losing = Effect.sync(() => void (lost = true))

    return Reads.of({
      taking: (read, giveBack) =>
        Effect.gen(function*() {
          const given = lost ? Effect.andThen(giveBack, read) : read
          lost = false
          /* Not interrupted with the one that asks: the database would go on with it. */
          const fiber = yield* Effect.forkDetach(Effect.tapCause(given, () => losing), { startImmediately: true })
          underWay.add(fiber)
          fiber.addObserver(() => underWay.delete(fiber))
          return yield* Effect.onInterrupt(Fiber.join(fiber), () => losing)
        }),
      over: Effect.suspend(() => Fiber.awaitAll([...underWay])).pipe(Effect.timeoutOption(PATIENCE), Effect.asVoid)
    })
  })
}
