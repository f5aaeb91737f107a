import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { pausing } from "./0160_steered_runs/pausing.ts"
import { retrying } from "./0160_steered_runs/retrying.ts"

/** Runs that are paused, tried again after they failed, or begun anew, and what they failed with in a word. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Pause: asked for, and taken back before the run at work had come to rest. Undone at: when it began to take back what it had done. */
  yield* sql`alter table workflow_runs
    add column pause text check (pause in ('asked', 'lifted')), add column pause_requested_at timestamptz,
    add column undone_at timestamptz, add column retries int not null default 0, add column restarted_from bigint, add column error_kind text,
    drop constraint workflow_runs_status_check`
  yield* sql`alter table workflow_runs add constraint workflow_runs_status_check
    check (status in ('queued', 'running', 'waiting', 'paused', 'completed', 'failed', 'canceled')) not valid`
  yield* sql`grant insert (restarted_from), update (pause, pause_requested_at, wake_at, undone_at) on workflow_runs to service_app`
  yield* sql`grant insert (restarted_from), update (pause, pause_requested_at, retries, error_kind, cancel_requested_at) on workflow_runs to service_system`

  /* Whether those that failed before had taken back something is not known. */
  yield* sql`update workflow_runs set undone_at = finished_at where status = 'failed'`

  yield* pausing
  yield* retrying
})
