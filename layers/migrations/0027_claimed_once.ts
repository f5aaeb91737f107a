import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * A run that was canceled in the queue while `claim_runs` waited for its row was claimed all the same, began, and could not be
 * canceled any more: the condition belongs to the update, which looks again once it has the row.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`do $$ begin
    execute replace(pg_get_functiondef('claim_runs'::regproc),
      'where r.company_id = c.company_id and r.id = c.id', 'where r.company_id = c.company_id and r.id = c.id and r.status = ''queued''');
  end $$`
})
