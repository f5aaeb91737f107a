import { Cause, Deferred, Effect, Exit, Latch } from "effect"

interface Waiting<A, B, E> {
  readonly one: A
  readonly answered: Deferred.Deferred<B, E>
}

/**
 * Answers many that come at about the same time by one piece of work, up to `most` of them: those that come while it is under way share the
 * next. `work` answers in the order in which it was asked. Where it breaks, each is done by itself, so that one does not spoil the others.
 */
export const gathered = Effect.fnUntraced(function*<A, B, E, R>(most: number, work: (all: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E, R>) {
  let waiting: Array<Waiting<A, B, E>> = []
  const news = Latch.makeUnsafe(false)

  const answer = (all: ReadonlyArray<Waiting<A, B, E>>): Effect.Effect<void, never, R> =>
    Effect.flatMap(Effect.exit(work(all.map(({ one }) => one))), (exit) => {
      if (Exit.isFailure(exit) && all.length > 1 && !Cause.hasInterrupts(exit.cause)) {
        return Effect.forEach(all, (one) => answer([one]), { discard: true })
      }
      for (const [n, { answered }] of all.entries()) Deferred.doneUnsafe(answered, Exit.map(exit, (values) => values[n]!))
      return Effect.void
    })

  yield* Effect.forkScoped(Effect.forever(Effect.gen(function*() {
    yield* news.await
    const all = waiting.slice(0, most)
    waiting = waiting.slice(most)
    if (waiting.length === 0) yield* news.close
    yield* answer(all)
  })))

  return (one: A): Effect.Effect<B, E> =>
    Effect.suspend(() => {
      const answered = Deferred.makeUnsafe<B, E>()
      waiting.push({ one, answered })
      news.openUnsafe()
      return Deferred.await(answered)
    })
})
