import { Effect } from "effect"
import type { Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { RunStatus } from "#schemas/workflows/run"
import { owner } from "../database/connections.ts"
import { cannotConnect, isConnectionProblem, refusedBy } from "../database/problem.ts"
import { asSystem } from "../auth/provision.ts"

export interface OverviewQuery {
  readonly company: number | undefined
  readonly workflow: string | undefined
  readonly status: RunStatus | undefined
  readonly limit: number
}

interface OverviewRow {
  readonly company: string
  readonly run: string
  readonly workflow: string
  readonly status: RunStatus
  readonly attempt: number
  readonly began: string
  readonly wakes: string
  readonly error: string
}

/** The newest runs of all companies, for the operator; `error` is the first line of why one failed. */
export const overview = ({ company, limit, status, workflow }: OverviewQuery, url: Redacted.Redacted) =>
  SqlClient.SqlClient.use((sql) => sql<OverviewRow>`
    select company_id::text as company, id::text as run, workflow || '.v' || version as workflow, status, attempt,
      coalesce(to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '-') as began,
      coalesce(to_char(wake_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '-') as wakes,
      coalesce(left(regexp_replace(error::text, '\\s+', ' ', 'g'), 100), '') as error
    from workflow_runs
    where (${company ?? null}::bigint is null or company_id = ${company ?? null}::bigint)
      and (${workflow ?? null}::text is null or workflow = ${workflow ?? null}::text)
      and (${status ?? null}::text is null or status = ${status ?? null}::text)
    order by id desc limit ${limit}::int`).pipe(
    asSystem,
    Effect.provide(owner(url)),
    Effect.mapError((error) => isConnectionProblem(error) ? cannotConnect(url)(error) : refusedBy(url, "list runs")(error))
  )
