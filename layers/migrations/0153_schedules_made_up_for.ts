import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Times of schedules at which nothing was begun can be made up for. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`grant update (cause) on workflow_schedule_times to service_app`
})
