import { Clock, Context, Effect, Latch, type Scope } from "effect"
import type { CompanyId } from "#schemas/kernel/ids"
import type { AccessChanges } from "../kernel/access-changes.ts"

/** How long something open goes without its credential being looked at, whatever is told meanwhile. */
const LOOK_AGAIN_MS = 60_000

/** Credentials that are looked at side by side. */
const AT_ONCE = 4

interface Watched {
  readonly company: CompanyId
  readonly look: Effect.Effect<Look>
  readonly refused: () => void
  /** In epoch milliseconds. */
  dueAt: number
}

/** Whether a credential is still good, and until when it is known to be, in epoch milliseconds. */
type Look = { readonly _tag: "Admitted"; readonly until: number } | { readonly _tag: "Refused" }

/** Looks at the credentials of everything that stays open in this process, all of them in one fiber. */
export const accessWatch = Effect.fnUntraced(function*(changes: AccessChanges["Service"]) {
  const watched = new Set<Watched>()
  const due = yield* Latch.make()

  yield* changes.subscribe((company) => {
    for (const one of watched) if (company === undefined || one.company === company) one.dueAt = 0
    due.openUnsafe()
  })

  const lookAt = Effect.fnUntraced(function*(one: Watched) {
    one.dueAt = Infinity
    const answer = yield* one.look
    if (answer._tag === "Refused") return one.refused()
    const now = yield* Clock.currentTimeMillis
    /* What is told while it is looked at counts for the next time. */
    one.dueAt = Math.min(one.dueAt, now + Math.max(0, Math.min(answer.until - now, LOOK_AGAIN_MS)))
  })

  yield* Effect.forkScoped(Effect.forever(Effect.gen(function*() {
    yield* due.close
    const now = yield* Clock.currentTimeMillis
    const all = [...watched].filter(({ dueAt }) => dueAt <= now)
    /* Of whom it cannot be known is let go like one who is refused. */
    yield* Effect.forEach(all, (one) => Effect.catchCause(lookAt(one), () => Effect.sync(one.refused)), { concurrency: AT_ONCE, discard: true })
    let next = now + LOOK_AGAIN_MS
    for (const { dueAt } of watched) next = Math.min(next, dueAt)
    yield* Effect.timeoutOption(due.await, Math.max(0, next - (yield* Clock.currentTimeMillis)))
  })))

  /** Calls `refused` once `look` refuses, unless the scope has ended; `look` is asked at once, and whenever that may have changed. */
  return <R>(company: CompanyId, look: Effect.Effect<Look, never, R>, refused: () => void): Effect.Effect<void, never, R | Scope.Scope> =>
    Effect.asVoid(Effect.acquireRelease(
      Effect.contextWith((context: Context.Context<R>) =>
        Effect.sync(() => {
          const one: Watched = {
            company,
            look: Effect.updateContext(look, () => context),
            refused: () => {
              if (watched.delete(one)) refused()
            },
            dueAt: 0
          }
          watched.add(one)
          due.openUnsafe()
          return one
        })),
      (one) => Effect.sync(() => void watched.delete(one))
    ))
})
