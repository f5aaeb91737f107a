import { Context, Effect, Layer, Option } from "effect"
import { answered } from "../database/answered.ts"
import { SystemSql } from "../database/connections.ts"
import { isDiskFull } from "../database/problem.ts"

/** How long what was found out about the server's disk holds. */
const ROOM_HOLDS = "5 seconds"

/** Rows whose temporary file has about two megabytes: less room than that is none, since PostgreSQL extends tables by half of it. */
const PROBE_ROWS = 100_000

/** Whether the service takes work: from the end of its start to the beginning of its stop. */
export class Health extends Context.Service<Health>()("layers/Health", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    /* A read succeeds on a full disk. What does not fit into 64 kB is written to a temporary file, which needs no table. */
    const roomy = yield* Effect.cachedWithTTL(
      answered(sql.withTransaction(Effect.andThen(
        sql`set local work_mem = 64`, sql`select count(*) from generate_series(1, ${PROBE_ROWS}::int)`
      )).pipe(Effect.as(true), Effect.catchIf(isDiskFull, () => Effect.succeed(false)))).pipe(
        Effect.map(Option.getOrElse(() => true))
      ),
      ROOM_HOLDS
    )
    let accepting = false
    let knowsAllRuns = true
    let backupProved = true
    return {
      setAccepting: (now: boolean) => void (accepting = now),
      accepting: () => accepting,
      setKnowsAllRuns: (now: boolean) => void (knowsAllRuns = now),
      /** Whether this program has the definitions of all unfinished runs; those that it lacks wait for one that has them. */
      knowsAllRuns: () => knowsAllRuns,
      setBackupProved: (now: boolean) => void (backupProved = now),
      /** Whether the last backup that was checked could be restored. */
      backupProved: () => backupProved,
      /** Waits for an answer of the database, or for its refusal. */
      reach: Effect.asVoid(sql`select 1`),
      /** The database answers within two seconds, and its disk was not full a moment ago. */
      database: Effect.flatMap(answered(sql`select 1`), (answer) => Option.isSome(answer) ? roomy : Effect.succeed(false))
    }
  })
}) {
  static readonly layer = Layer.effect(Health, Health.make)
}
