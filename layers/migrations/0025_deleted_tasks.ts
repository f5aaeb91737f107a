import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Tasks can be deleted, which so far no program did. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`grant update (deleted_at) on tasks to service_app`
})
