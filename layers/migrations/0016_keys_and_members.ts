import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What lists of receipts and of members take. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Receipts of what nobody was signed in for stand in the audit only; those of everybody are all but these. */
  yield* sql`create index receipts_nobody on receipts (company_id, id) where key_id = 0`

  /* Receipts name who acted: what somebody made and sent is looked up when they are removed. */
  yield* sql`create index invitations_by on invitations (company_id, invited_by) where accepted_at is null and withdrawn_at is null`
})
