import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Indexes of tables that may be large, which no migration makes: an index that is built in a transaction keeps everybody from writing until it is there.
 * They are built while others write (postgresql.org/docs/current/sql-createindex.html, "Building Indexes Concurrently"), at the start that misses them.
 */
const wanted: Readonly<Record<string, string>> = {
  sms_threads_by_phone: "create unique index concurrently sms_threads_by_phone on sms_threads (company_id, livemode, phone, own_phone)",
  workflow_runs_to_rest: "create index concurrently workflow_runs_to_rest on workflow_runs (status, company_id, id) where pause = 'asked'",
  workflow_runs_created: "create index concurrently workflow_runs_created on workflow_runs (company_id, livemode, created_at)",
  workflow_runs_ended: "create index concurrently workflow_runs_ended on workflow_runs (company_id, livemode, finished_at) where finished_at is not null",
  workflow_runs_errors: "create index concurrently workflow_runs_errors on workflow_runs (company_id, livemode, error_kind, id) where error_kind is not null",
  workflow_runs_scheduled: "create index concurrently workflow_runs_scheduled on workflow_runs (company_id, ((origin ->> 'schedule_id')::bigint), id) where origin ? 'schedule_id'",
  workflow_runs_ranked: "create index concurrently workflow_runs_ranked on workflow_runs (workflow, version, company_id, (coalesce(ranked_at, created_at)), id) where status = 'queued'",
  consents_untold: "create index concurrently consents_untold on consents (created_at) where told_at is null and state in ('proposed', 'previewed')"
}

/** What they replace, which goes once they are there. */
const replaced = ["sms_threads_numbers", "sms_threads_with", "sms_messages_to", "workflow_runs_queued"]

/* Any number that nothing else of the service locks. */
const LOCK = 4_919_002_001

/** Builds what is missing, one process at a time: a build that was broken off leaves an index that is not valid, and is begun again. Needs the owner's only connection. */
export const buildIndexes = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const statements = Effect.gen(function*() {
    const found = yield* sql<{ name: string; valid: boolean }>`select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and c.relname = any(${[...Object.keys(wanted), ...replaced]}::text[])`
    const valid = new Map(found.map((one) => [one.name, one.valid]))
    return [
      ...Object.entries(wanted).flatMap(([name, build]) => valid.get(name) === true ? [] : [...valid.has(name) ? [`drop index concurrently ${name}`] : [], build]),
      ...replaced.filter((name) => valid.has(name)).map((name) => `drop index concurrently ${name}`)
    ]
  })
  if ((yield* statements).length === 0) return
  /* Asked for again and again: whoever waits for a lock within a statement is one that a build waits for. */
  yield* sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`.pipe(
    Effect.repeat({ until: ([row]) => row!.taken, schedule: Schedule.spaced("200 millis") })
  )
  /* A connection that broke has given the lock back. */
  yield* Effect.flatMap(statements, (all) => Effect.forEach(all, (statement) => sql.unsafe(statement), { discard: true })).pipe(
    Effect.ensuring(Effect.ignore(sql`select pg_advisory_unlock(${LOCK})`))
  )
})
