import { Cause, Clock, Context, Effect, Option } from "effect"

/** What an answer becomes once the transaction is committed; nothing where it stays as it was. */
type Later = Effect.Effect<Option.Option<object>, never, unknown>

/** Where the write in progress keeps what its answer becomes. */
export const AnswerLater = Context.Reference<{ later: Later | undefined } | undefined>("layers/kernel/AnswerLater", {
  defaultValue: () => undefined
})

/**
 * Within a program's transaction: the answer of its request is what `later` finds after the commit, if anything. It reads with no
 * transaction and no connection held. What was committed is true by itself: it is the answer where the process ends in between.
 */
export const answerLater = <A extends object, R>(later: Effect.Effect<Option.Option<A>, never, R>): Effect.Effect<void, never, R> =>
  Effect.withFiber((fiber) => {
    const kept = fiber.getRef(AnswerLater)
    if (kept !== undefined) kept.later = later
    return Effect.void
  })

/** The answer after the commit. A failure to read is no failure of what was done. */
export const laterAnswer = (later: Later) =>
  Effect.catchCause(later, (cause) =>
    Cause.hasInterrupts(cause)
      ? Effect.failCause(cause)
      : Effect.as(Effect.logError("could not read what an answer became", cause), Option.none<object>()))

/** Milliseconds: the whole wait of a request for what goes on after it, the first pause between two reads, and the longest. */
const WHOLE = 4_000
const FIRST = 20
const LONGEST = 250

/** Reads until it is so, for about four seconds; answers with what was read last. */
export const readUntil = <A, E, R>(read: Effect.Effect<A, E, R>, isSo: (found: A) => boolean): Effect.Effect<A, E, R> =>
  Effect.gen(function*() {
    const end = (yield* Clock.currentTimeMillis) + WHOLE
    for (let pause = FIRST;; pause = Math.min(LONGEST, pause * 1.5)) {
      yield* Effect.sleep(pause)
      const found = yield* read
      if (isSo(found) || (yield* Clock.currentTimeMillis) + pause > end) return found
    }
  })
