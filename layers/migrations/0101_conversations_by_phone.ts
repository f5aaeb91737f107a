import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The latest conversation with a number, which every text asks for, is found by one index. Where PostgreSQL has no statistics of a
 * company yet, it took the index of all conversations by time instead, and read them from the latest on until it met the number.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create index sms_threads_with on sms_threads (company_id, phone, livemode, last_message_at, id)`
  yield* sql`drop index sms_threads_phone`
})
