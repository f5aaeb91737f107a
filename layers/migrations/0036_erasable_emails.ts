import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** E-mails to a person are erased with them; from others, which only name them, the name is taken. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`call make_erasable('emails')`
  yield* sql`grant update (subject, text, html, attachments) on emails to service_app`
})
