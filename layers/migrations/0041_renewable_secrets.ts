import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** All that is sealed can be sealed anew with a new SECRET_KEY. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create policy system on email_keys to service_system using (true)`
  yield* sql`grant select (company_id, domain, private_key), update (private_key) on email_keys to service_system`
  yield* sql`grant update (totp_secret) on identity.accounts to service_system`
  yield* sql`grant update (private_jwk) on identity.signing_keys to service_system`
})
