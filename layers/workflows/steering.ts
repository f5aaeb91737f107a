import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { RunId } from "#schemas/workflows/run"
import { inTenant } from "../kernel/sql.ts"

/** A run that another waits for, and how it stands. */
export interface Child {
  readonly id: RunId
  readonly step: string
  readonly status: string
}

/** What is done to runs of the caller's company from outside, within the transaction in progress. Whether it may be done is for the programs to say. */
export class RunSteering extends Context.Service<RunSteering>()("layers/workflows/RunSteering", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const ofTenant = inTenant(sql)

    return {
      /** One that is at rest, or was about to begin by a process that has died, is paused at once; another comes to rest by itself. */
      pause: Effect.fnUntraced(function*(id: RunId) {
        yield* sql`update workflow_runs set pause = 'asked', pause_requested_at = now(),
            wake_at = case when status = 'running' then wake_at end,
            status = case when status = 'waiting' or (status = 'queued' and (claimed_until is null or claimed_until <= now())) then 'paused' else status end
          where ${ofTenant} and id = ${id}`
      }, Effect.orDie),

      /** In the queue it finds whatever came due or was sent meanwhile. */
      resume: Effect.fnUntraced(function*(id: RunId) {
        yield* sql`update workflow_runs set pause = case when status <> 'paused' then 'lifted' end, pause_requested_at = null,
            status = case when status = 'paused' then 'queued' else status end
          where ${ofTenant} and id = ${id}`
      }, Effect.orDie),

      /** Lets a run that failed go on, with these steps, and all that began from an instant on, to be done again. */
      retry: Effect.fnUntraced(function*(id: RunId, steps: ReadonlyArray<string>, since: string | null) {
        yield* sql`select retry_own_run(${id}::bigint, ${steps}::text[], ${since}::timestamptz)`
      }, Effect.orDie),

      /** The steps of a run that have written records, each with its receipt. */
      writes: Effect.fnUntraced(function*(id: RunId) {
        const rows = yield* sql<{ step: string }>`select step from workflow_writes where ${ofTenant} and run_id = ${id}`
        return new Set(rows.map(({ step }) => step))
      }, Effect.orDie),

      children: (id: RunId) =>
        Effect.orDie(sql<Child>`
          select id, 'child/' || parent_step as step, status from workflow_runs where ${ofTenant} and parent_id = ${id} order by id for update`),

      /** Notes that a run takes back what it has done. */
      undoes: Effect.fnUntraced(function*(id: RunId) {
        yield* sql`update workflow_runs set undone_at = coalesce(undone_at, now()) where ${ofTenant} and id = ${id}`
      }, Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(RunSteering, RunSteering.make)
}
