import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** At which number a member agreed to be texted about their tasks, and when. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table users add column alerts_phone text, add column alerts_agreed_at timestamptz,
    add check ((alerts_phone is null) = (alerts_agreed_at is null))`
  yield* sql`grant update (alerts_phone, alerts_agreed_at) on users to service_app`
})
