import { Clock, Context, DateTime, Effect, Layer, Option } from "effect"
import { SystemSql } from "../database/connections.ts"
import { EngineSql } from "../workflows/engine-sql.ts"
import { lookAtParties, type PartiesLook } from "../providers/status.ts"
import { answered } from "../database/answered.ts"
import { Health } from "./health.ts"

/** What a look at the service found; each is true only if its check passed. */
export interface Look {
  /** ISO 8601, UTC. */
  readonly checked_at: string
  /** The service takes work, as far as it knows of itself. */
  readonly accepting: boolean
  readonly database: boolean
  /** The sessions of the pages can be read. */
  readonly sessions: boolean
  /** A process that runs durable work said so within the last seconds. */
  readonly engine: boolean
  readonly parties: PartiesLook
}

/** However many ask, the service is looked at once in this time. */
const FRESH = "1 second"

/** The status of the service, looked at when somebody asks. */
export class Status extends Context.Service<Status>()("layers/Status", {
  make: Effect.gen(function*() {
    const health = yield* Health
    const sql = yield* SystemSql
    const engine = yield* EngineSql
    const parties = yield* lookAtParties

    const sessions = Effect.map(answered(sql`select from dashboard_sessions limit 1`), Option.isSome)
    /* Processes report each third second; after nine their work is given to others. */
    const running = Effect.map(
      answered(engine<{ there: boolean }>`
        select exists (select from cluster_runners where healthy and last_heartbeat > current_timestamp - interval '9 seconds') as there`),
      (rows) => Option.isSome(rows) && rows.value[0]?.there === true
    )

    const look = Effect.gen(function*() {
      const [database, sessionsRead, engineRuns] = yield* Effect.all([health.database, sessions, running], { concurrency: "unbounded" })
      return {
        checked_at: DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis)),
        accepting: health.accepting(),
        database,
        sessions: sessionsRead,
        engine: engineRuns,
        parties: yield* parties
      }
    })
    return { look: yield* Effect.cachedWithTTL(look, FRESH) }
  })
}) {
  static readonly layer = Layer.effect(Status, Status.make)
}
