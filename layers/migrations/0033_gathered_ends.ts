import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Ends of children are given to their parent together, so it has to be known since when one waits. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table workflow_signals add column created_at timestamptz not null default now()`
})
