import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Answers of the chat that somebody rated are few, and are counted for the entries that they stand on. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create index ai_messages_rated on ai_messages (company_id, created_at) where helpful is not null`
})
