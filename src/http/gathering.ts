import { Cause, Effect, Fiber, Stream } from "effect"

/** Milliseconds between transactions, in which pieces are gathered; the first after a pause is written at once, as somebody waits for it. */
const GATHER_MS = 25
const MOST_GATHERED = 50

/**
 * Runs a stream to its end and hands what it makes to `write`, in order and gathered where it comes quickly. While the stream makes nothing,
 * nothing else runs, unlike `Stream.groupedWithin`, which has three fibers. Where `write` fails, `failed` is told, and the fiber that runs
 * the stream is interrupted, whatever the stream waits for.
 */
export const runGathered = <A, E, R, E2, R2>(
  stream: Stream.Stream<A, E, R>, write: (some: ReadonlyArray<A>) => Effect.Effect<void, E2, R2>, failed: (cause: Cause.Cause<E2>) => void
): Effect.Effect<void, E, R | R2> =>
  Effect.withFiber((reading) => {
    let gathered: Array<A> = []
    let writing: Fiber.Fiber<void> | undefined
    let writtenAt = Number.NEGATIVE_INFINITY
    const writeAll = Effect.gen(function*() {
      while (gathered.length > 0) {
        const wait = writtenAt + GATHER_MS - performance.now()
        if (wait > 0) yield* Effect.sleep(wait)
        const some = gathered
        gathered = []
        writtenAt = performance.now()
        yield* write(some)
      }
      writing = undefined
    }).pipe(Effect.catchCause((cause) => Effect.sync(() => {
      failed(cause)
      reading.interruptUnsafe()
    })))
    const written = Effect.suspend(() => writing === undefined ? Effect.void : Fiber.await(writing))
    return Effect.andThen(
      Stream.runForEachArray(stream, Effect.fnUntraced(function*(some) {
        gathered.push(...some)
        writing ??= yield* Effect.forkChild(writeAll)
        if (gathered.length >= MOST_GATHERED) yield* written
      })),
      written
    )
  })
