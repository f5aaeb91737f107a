import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a conversation refers to needs no second reference: each text has less to write. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table sms_messages drop constraint sms_messages_company_id_fkey`
})
