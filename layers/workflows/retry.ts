import { Cause, Effect, Schedule, Schema } from "effect"
import type { ClusterError } from "effect/cluster"
import { SqlError } from "effect/sql"
import { RateLimitExceeded } from "#schemas/kernel/errors"

/**
 * What the server says when it ends, starts, is full, has no room or cannot reach its disk, when it is still a standby, when
 * it ended a session that stood still, or when two transactions were in each other's way.
 */
const passing = /^(08...|25006|25P0[34]|400(01|03)|40P01|53...|55P03|57P0[1235]|58...)$/

/** A statement took longer than its session lets it: the machine stood still, or the statement never ends in time. */
const TIMED_OUT = "57014"

/** Statements in a row that may time out, each after half a minute, before their work counts as impossible. */
const MOST_TIMEOUTS = 60

const codeOf = (error: unknown): string => {
  for (let inner = error; typeof inner === "object" && inner !== null;) {
    const { cause, code, reason } = inner as { readonly cause?: unknown; readonly code?: unknown; readonly reason?: unknown }
    if (typeof code === "string") return code
    inner = reason ?? cause
  }
  return ""
}

const ofDatabase = (error: unknown) => SqlError.isSqlError(error) ? error : undefined

const willPass = (error: unknown) => {
  if (Schema.is(RateLimitExceeded)(error)) return true
  const { reason } = ofDatabase(error) ?? {}
  return reason !== undefined && (reason._tag === "ConnectionError" || reason.operation === "connect" || passing.test(codeOf(error)))
}

const timedOut = (error: unknown) => ofDatabase(error) !== undefined && codeOf(error) === TIMED_OUT

const anyDefect = (cause: Cause.Cause<unknown>, is: (defect: unknown) => boolean) =>
  cause.reasons.some((reason) => Cause.isDieReason(reason) && is(reason.defect))

const again = Schedule.min([Schedule.exponential("200 millis"), Schedule.spaced("10 seconds")])

/**
 * Work of a run that is safe to do again. A database that is away, too busy or stands still is no failure of the run: the
 * work begins again until the database answers.
 */
export const retryOutages = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    let timeouts = 0
    const isPassing = (cause: Cause.Cause<unknown>) =>
      anyDefect(cause, willPass) || (anyDefect(cause, timedOut) && ++timeouts < MOST_TIMEOUTS)
    return work.pipe(
      Effect.sandbox,
      Effect.tapError((cause) =>
        anyDefect(cause, timedOut) ? Effect.logWarning("work of a run takes the database too long: will try again", cause) : Effect.void),
      Effect.retry({ schedule: again, while: isPassing }),
      Effect.catch((cause) => Effect.failCause(cause))
    )
  })

const MOST_MS = 10_000

/**
 * The same for what the engine keeps for its runs and looks up for them: a failure of that would be one of the run. Whoever is
 * asked to stop need not wait for the database, wherever that is.
 */
export const retryStorageOutages = <A, R>(
  work: Effect.Effect<A, ClusterError.PersistenceError, R>,
  wait = 200
): Effect.Effect<A, ClusterError.PersistenceError, R> =>
  Effect.catchIf(work, ({ cause }) => willPass(cause), () =>
    Effect.andThen(Effect.interruptible(Effect.sleep(wait)), retryStorageOutages(work, Math.min(2 * wait, MOST_MS))))
