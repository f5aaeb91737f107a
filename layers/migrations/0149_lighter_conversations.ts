import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Each text has less to write: one index finds a conversation by its two numbers and those with a phone, and texts are found by their conversation. What a
 * conversation refers to needs no second reference.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop index sms_threads_numbers`
  yield* sql`create unique index sms_threads_numbers on sms_threads (company_id, livemode, phone, own_phone)`
  yield* sql`drop index sms_threads_with`
  yield* sql`drop index sms_messages_to`
  yield* sql`alter table sms_messages drop constraint sms_messages_company_id_fkey`
})
