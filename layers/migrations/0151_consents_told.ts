import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Whoever asked has been given the confirmation, and owners and admins have been told by e-mail that something waits. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table consents add column collected_at timestamptz, add column told_at timestamptz`
  yield* sql`grant update (collected_at, told_at) on consents to service_app`
})
