import { Effect, Metric, Schedule } from "effect"
import { JobsSql } from "../../database/connections.ts"
import { Metrics } from "../metrics.ts"

interface RunBacklog {
  readonly workflow: string
  readonly queued: number
  readonly oldest_seconds: number
  readonly failed: number
}

interface DeliveryBacklog {
  readonly due: number
  readonly oldest_seconds: number
}

const EVERY = "15 seconds"

const FAILED_WITHIN = "1 hour"

/** Work of all companies that waits for a process to take it, in the metrics. */
export const backlogsTold = Effect.gen(function*() {
  const sql = yield* JobsSql
  const { gauge, registry } = yield* Metrics

  const ofWorkflow = (name: string, description: string) => {
    const series = new Map<string, Metric.Gauge<number>>()
    return (values: ReadonlyMap<string, number>) => {
      for (const workflow of values.keys()) {
        if (!series.has(workflow)) series.set(workflow, Metric.gauge(name, { description, attributes: { workflow } }))
      }
      for (const [workflow, metric] of series) metric.updateUnsafe(values.get(workflow) ?? 0, registry)
    }
  }
  const queued = ofWorkflow("workflow_runs_queued", "Runs that wait to be started or gone on with, by workflow.")
  const oldest = ofWorkflow("workflow_runs_oldest_queued_seconds", "Age of the oldest of them.")
  const failed = ofWorkflow("workflow_runs_failed", `Runs that failed within ${FAILED_WITHIN}, by workflow.`)

  let deliveries: DeliveryBacklog = { due: 0, oldest_seconds: 0 }
  gauge("webhook_deliveries_due", "Deliveries to webhooks whose time has come and that no process has begun.", () => deliveries.due)
  gauge("webhook_deliveries_oldest_due_seconds", "For how long the oldest of them is due.", () => deliveries.oldest_seconds)

  const look = Effect.gen(function*() {
    const runs = yield* sql<RunBacklog>`
      select workflow, count(*) filter (where status = 'queued')::int as queued,
        coalesce(extract(epoch from now() - min(created_at) filter (where status = 'queued')), 0)::float8 as oldest_seconds,
        count(*) filter (where status = 'failed')::int as failed
      from (
        select workflow, status, created_at from workflow_runs where status = 'queued'
        union all
        select workflow, status, created_at from workflow_runs where status = 'failed' and finished_at > now() - ${FAILED_WITHIN}::interval
      ) waiting group by workflow`
    const of = (value: (run: RunBacklog) => number) => new Map(runs.map((run) => [run.workflow, value(run)]))
    queued(of((run) => run.queued))
    oldest(of((run) => Math.max(0, run.oldest_seconds)))
    failed(of((run) => run.failed))
    const [due] = yield* sql<DeliveryBacklog>`
      select count(*)::int as due, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as oldest_seconds
      from webhook_deliveries where status = 'pending' and next_attempt_at <= now() and (leased_until is null or leased_until < now())`
    deliveries = due!
  })

  yield* look.pipe(
    Effect.tapCause((cause) => Effect.logWarning(`look at work that waits: will try again in ${EVERY}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY)),
    Effect.forkScoped
  )
})
