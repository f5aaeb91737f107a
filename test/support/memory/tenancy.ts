import { Context, Effect, Exit, Layer } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"

/** What a transaction that is not over will do, and what it will take back instead. */
interface Pending {
  readonly commits: Array<Effect.Effect<void>>
  readonly undos: Array<() => void>
}

const CurrentPending = Context.Reference<Pending | undefined>("test/memory/CurrentPending", { defaultValue: () => undefined })

/** Does something once the transaction in progress is committed, at once without one; `undo` is done should it not be. */
export const atCommit = (commit: Effect.Effect<void>, undo = () => {}): Effect.Effect<void> =>
  Effect.flatMap(CurrentPending, (pending) => {
    if (pending === undefined) return commit
    pending.commits.push(commit)
    pending.undos.unshift(undo)
    return Effect.void
  })

const transaction = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    if ((yield* CurrentPending) !== undefined) return yield* Effect.die(new Error("A transaction was opened within a transaction."))
    const pending: Pending = { commits: [], undos: [] }
    return yield* Effect.provideService(work, CurrentPending, pending).pipe(
      Effect.onExit((exit) =>
        Exit.isSuccess(exit)
          ? Effect.all(pending.commits, { discard: true })
          : Effect.sync(() => pending.undos.forEach((undo) => undo())))
    )
  })

/** Transactions of what is kept in memory: runs that are started, signals, writes. What a fake keeps is its own affair. */
export const TenancyInMemory = Layer.succeed(Tenancy, { transaction, as: () => (effect) => effect })
