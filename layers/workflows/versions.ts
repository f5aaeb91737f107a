import { Effect, Layer, Schedule } from "effect"
import { Health } from "../kernel/health.ts"
import { Definitions, groupOf } from "./definitions.ts"
import { EngineSql } from "./engine-sql.ts"

interface MissingDefinition {
  readonly workflow: string
  readonly version: number
  readonly runs: ReadonlyArray<string>
  readonly more: number
}

/** How often is looked whether they have ended elsewhere. */
const AGAIN = "1 minute"

/** The first of the runs that hold a definition are told by name. */
const NAMED = 5

/**
 * Says which unfinished runs hold definitions that this program lacks. They are left alone, and go on where a program has their
 * definition: so a release can be rolled back while runs of it are unfinished.
 */
export const inUse = Layer.effectDiscard(Effect.gen(function*() {
  const sql = yield* EngineSql
  const health = yield* Health
  const known = (yield* Definitions).map(groupOf)
  const look = sql<MissingDefinition>`
    with recursive versions as (
      (select workflow, version from workflow_runs where finished_at is null order by workflow, version limit 1)
      union all
      select n.workflow, n.version from versions v cross join lateral (
        select workflow, version from workflow_runs
        where finished_at is null and (workflow, version) > (v.workflow, v.version) order by workflow, version limit 1) n
    )
    select v.workflow, v.version, r.runs[1:${NAMED}::int] as runs, greatest(cardinality(r.runs) - ${NAMED}::int, 0) as more
    from versions v cross join lateral (
      select array(select id::text from workflow_runs w where w.workflow = v.workflow and w.version = v.version
        and w.finished_at is null order by w.id limit 1000) as runs) r
    where v.workflow || '.v' || v.version <> all(${known}::text[])`
  const missing = yield* look
  health.setKnowsAllRuns(missing.length === 0)
  if (missing.length === 0) return
  const sentences = missing.map(({ more, runs, version, workflow }) =>
    `${workflow} version ${version} by run ${runs.join(", ")}${more === 0 ? "" : ` and ${more >= 995 ? "at least " : ""}${more} more`}`)
  yield* Effect.logWarning(`Unfinished workflow runs hold definitions that this program lacks, and wait: ${sentences.join("; ")}. ` +
    "Run a program that has them until the runs are finished, or cancel the runs.")
  yield* look.pipe(
    Effect.tap((missing) => Effect.sync(() => health.setKnowsAllRuns(missing.length === 0))),
    Effect.exit,
    Effect.repeat({ until: () => health.knowsAllRuns(), schedule: Schedule.spaced(AGAIN) }),
    Effect.forkScoped
  )
}))
