import { Cause, Effect, Schedule } from "effect"
import { SqlError } from "effect/sql"

/** What the server says when it ends, starts or is full, or when two transactions were in each other's way. */
const passing = new Set(["57P01", "57P02", "57P03", "53300", "40001", "40P01", "55P03"])

const codeOf = (error: unknown): unknown => {
  for (let inner = error; typeof inner === "object" && inner !== null;) {
    const { cause, code, reason } = inner as { readonly cause?: unknown; readonly code?: unknown; readonly reason?: unknown }
    if (typeof code === "string") return code
    inner = reason ?? cause
  }
  return undefined
}

const willPass = (error: unknown) =>
  SqlError.isSqlError(error) &&
  (error.reason._tag === "ConnectionError" || error.reason.operation === "connect" || passing.has(String(codeOf(error))))

const isPassing = (cause: Cause.Cause<unknown>) =>
  cause.reasons.some((reason) => Cause.isDieReason(reason) && willPass(reason.defect))

const again = Schedule.min([Schedule.exponential("200 millis"), Schedule.spaced("10 seconds")])

/**
 * Work of a run that is safe to do again. A database that is away or too busy is no failure of the run: the work begins
 * again until the database answers.
 */
export const patiently = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  work.pipe(
    Effect.sandbox,
    Effect.retry({ schedule: again, while: isPassing }),
    Effect.catch((cause) => Effect.failCause(cause))
  )
