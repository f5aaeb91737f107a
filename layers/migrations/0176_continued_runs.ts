import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Runs that go on as new ones, so that what they remember does not grow for ever. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table workflow_runs add column continued_as bigint, add column continued_from bigint`
  yield* sql`grant insert (continued_from), update (continued_as, parent_id, parent_step) on workflow_runs to service_app`
  yield* sql`grant insert (continued_from), update (continued_as) on workflow_runs to service_system`

  /* Of a schedule only the last of them ends. */
  yield* sql`drop trigger scheduled_run_ended on workflow_runs`
  yield* sql`create trigger scheduled_run_ended after update of finished_at on workflow_runs for each row
    when (new.finished_at is not null and old.finished_at is null and new.continued_as is null and new.origin ? 'schedule_id')
    execute function scheduled_run_ended()`
})
