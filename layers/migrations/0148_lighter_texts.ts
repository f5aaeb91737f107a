import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** By when texts came: one entry for many rows is enough, as they lie in this order, and each text has less to write. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop index sms_messages_age`
  yield* sql`create index sms_messages_age on sms_messages using brin (created_at)`
})
