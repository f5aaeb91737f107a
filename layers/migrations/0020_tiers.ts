import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The operator changes a company's tier; nobody of a company can. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`grant update (tier) on companies to service_system`
})
