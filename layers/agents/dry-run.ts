import { Context, Effect, Exit, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Change } from "#schemas/kernel/events"
import { InBackground } from "../database/connections.ts"
import { CurrentStarts } from "../workflows/runs.ts"
import { CurrentChanges } from "../kernel/receipts/change-log.ts"
import { Tenancy } from "../kernel/tenancy.ts"

/** Others may have to wait for the rows that a dry run changes, so it is short or not at all. */
const LOCK_TIMEOUT = "1s"
const STATEMENT_TIMEOUT = "5s"
const MOST = "8 seconds"

/** What a write would have done. */
export interface DryRunResult<A, E> {
  readonly outcome: Exit.Exit<A, E>
  readonly changes: ReadonlyArray<Change>
  /** Workflows that would have been started; what they do outside is done by none of them. */
  readonly starts: ReadonlyArray<{ readonly workflow: string; readonly payload: unknown }>
}

/** The records were in use, or the write took too long to be tried out. */
export interface TooLong {
  readonly _tag: "TooLong"
}

const tooLong: TooLong = { _tag: "TooLong" }

const isTooLong = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit) && exit.cause.reasons.some((reason) => {
    const error = reason._tag === "Die" ? reason.defect : reason._tag === "Fail" ? reason.error : undefined
    return SqlError.isSqlError(error) && (error.reason._tag === "LockTimeoutError" || error.reason._tag === "StatementTimeoutError")
  })

/** Tries a write out. */
export class DryRun extends Context.Service<DryRun>()("layers/DryRun", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const tenancy = yield* Tenancy

    const limits = sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true), set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`

    return {
      /**
       * Runs a write as it will be run, with the checks that wait for COMMIT, and takes everything back: rows, notifications,
       * starts of workflows. Nobody outside the transaction ever sees any of it.
       */
      run: <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<DryRunResult<A, E>, TooLong, R> =>
        tenancy.transaction(Effect.gen(function*() {
          const changes: Array<Change> = []
          const starts: Array<DryRunResult<A, E>["starts"][number]> = []
          yield* Effect.orDie(limits)
          const checked = Effect.tap(work, () => Effect.orDie(sql`set constraints all immediate`))
          const outcome = yield* checked.pipe(
            Effect.provideService(CurrentChanges, changes),
            Effect.provideService(CurrentStarts, starts),
            Effect.exit,
            Effect.timeoutOption(MOST)
          )
          /* To fail is what rolls back. */
          return yield* Effect.fail({ outcome, changes, starts })
        })).pipe(
          Effect.provideService(InBackground, true),
          Effect.catch(({ changes, outcome, starts }): Effect.Effect<DryRunResult<A, E>, TooLong> =>
            Option.isNone(outcome) || isTooLong(outcome.value) ? Effect.fail(tooLong) : Effect.succeed({ outcome: outcome.value, changes, starts })
          )
        )
    }
  })
}) {
  static readonly layer = Layer.effect(DryRun, DryRun.make)
}
