import { constants, setPriority } from "node:os"
import type { PgConnection, PgPool } from "@effect/sql-pg"
import { Effect } from "effect"

const lower = (seen: WeakSet<PgConnection.PgConnection>) => (connection: PgConnection.PgConnection) => {
  if (seen.has(connection)) return
  seen.add(connection)
  try {
    setPriority(connection.processId, constants.priority.PRIORITY_LOW)
  } catch {
    // Another account's process: it keeps its priority.
  }
}

/**
 * The pool with a lower priority for the processor in each of its server processes, so that what may take long never slows
 * what must be quick. Only where the server is our `own`: of any other, the process ids are another machine's.
 */
export const lowered = (own: boolean, pool: PgPool.PgPool): PgPool.PgPool => {
  if (!own) return pool
  const lowerOnce = lower(new WeakSet())
  const used = <A, E, R>(f: (connection: PgConnection.PgConnection) => Effect.Effect<A, E, R>) =>
    (connection: PgConnection.PgConnection) => {
      lowerOnce(connection)
      return f(connection)
    }
  return {
    ...pool,
    get: Effect.tap(pool.get, (connection) => Effect.sync(() => lowerOnce(connection))),
    reserve: Effect.tap(pool.reserve, (connection) => Effect.sync(() => lowerOnce(connection))),
    use: (f) => pool.use(used(f))
  }
}
