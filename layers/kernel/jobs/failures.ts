import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { SystemSql } from "../../database/connections.ts"
import { Metrics } from "../metrics.ts"

/** A company that a background job passes over, because its rows make it fail. */
export interface BackgroundFailure {
  readonly company_id: number
  readonly job: "seal_receipts" | "number_events"
  /** PostgreSQL's words. */
  readonly problem: string
  readonly since: string
}

/** How background jobs get on, of all companies. */
export interface BackgroundState {
  readonly failures: ReadonlyArray<BackgroundFailure>
  /** Age of the oldest receipt that is not sealed, in seconds; 0 where all are. */
  readonly unsealed_seconds: number
}

/** As `service_system`. */
export const backgroundState = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const failures = yield* sql<BackgroundFailure>`
    select company_id, job, problem, since from background_failures order by since, company_id limit 100`
  /* Of each company the first, found by leaping from one to the next. */
  const [oldest] = yield* sql<{ seconds: number }>`
    with recursive waiting as (
      (select r.company_id, r.created_at from receipts r where r.sequence is null order by r.company_id, r.id limit 1)
      union all
      select n.company_id, n.created_at from waiting w cross join lateral (
        select r.company_id, r.created_at from receipts r where r.sequence is null and r.company_id > w.company_id
        order by r.company_id, r.id limit 1) n
    )
    select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds from waiting`
  return { failures, unsealed_seconds: Math.max(0, oldest!.seconds) } satisfies BackgroundState
})

/** What a failure means, for the operator. */
export const failureText = ({ company_id, job, problem, since }: BackgroundFailure): string =>
  job === "seal_receipts"
    ? `The receipts of company ${company_id} cannot be sealed since ${since} (${problem})`
    : `The events of company ${company_id} cannot be numbered since ${since}, so that no webhook tells of them (${problem})`

const EVERY = "5 seconds"

/** Tells of companies that are passed over: once in the log, and in the metrics as long as they are. */
export const failuresTold = Effect.gen(function*() {
  const sql = yield* SystemSql
  const { gauge } = yield* Metrics
  let state: BackgroundState = { failures: [], unsealed_seconds: 0 }
  let told = new Set<string>()

  gauge("background_failures", "Companies that a background job passes over, because their rows make it fail.", () => state.failures.length)
  gauge("receipts_unsealed_seconds", "Age of the oldest receipt that is not in its company's chain yet.", () => state.unsealed_seconds)

  yield* backgroundState.pipe(
    Effect.provideService(SqlClient.SqlClient, sql),
    Effect.flatMap((now) => Effect.suspend(() => {
      state = now
      const before = told
      told = new Set(now.failures.map(({ company_id, job }) => `${job} ${company_id}`))
      return Effect.forEach(
        now.failures.filter(({ company_id, job }) => !before.has(`${job} ${company_id}`)),
        (failure) => Effect.logWarning(`${failureText(failure)}; all other companies' are. It is tried again each minute.`),
        { discard: true }
      )
    })),
    Effect.tapCause((cause) => Effect.logWarning(`look at background jobs: will try again in ${EVERY}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY)),
    Effect.forkScoped
  )
})
