import { Effect, Layer, Schedule } from "effect"
import { ServiceConfig } from "../kernel/config.ts"
import { EngineSql } from "./engine-sql.ts"

/** Runs at a time: each has a dozen rows of the engine's, and a batch is over in some ten milliseconds. */
const BATCH = 500
const EVERY = "10 minutes"

/**
 * Removes runs that ended long ago, with all that the engine kept of them. Several processes may do it at once; the pages that
 * a batch frees are what new runs fill, as the tables are vacuumed after each fiftieth part of them.
 */
export const Retention = Layer.effectDiscard(Effect.gen(function*() {
  const sql = yield* EngineSql
  const { runsKept } = yield* ServiceConfig

  const batch = sql<{ n: number }>`
    with old as (
      select company_id, id, company_id || '.' || id as entity from workflow_runs
      where finished_at < now() - make_interval(days => ${runsKept}::int) order by finished_at limit ${BATCH}::int for update skip locked
    ),
    messages as (delete from cluster_messages m using old where m.entity_id = old.entity returning m.id),
    replies as (delete from cluster_replies r using messages m where r.request_id = m.id),
    runs as (delete from workflow_runs r using old where r.company_id = old.company_id and r.id = old.id returning 1)
    select count(*)::int as n from runs`

  yield* batch.pipe(
    Effect.map(([row]) => row!.n),
    Effect.repeat({ while: (done) => done >= BATCH }),
    Effect.tapCause((cause) => Effect.logWarning(`remove old runs: will try again in ${EVERY}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY)),
    Effect.forkScoped
  )
}))
