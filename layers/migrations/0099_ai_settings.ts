import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How the chat of a company answers, where it is not as usual. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table ai_settings (company_id bigint primary key references companies, settings jsonb not null)`
  yield* sql`call confine('ai_settings', 'select, insert, update (settings)', '')`
})
