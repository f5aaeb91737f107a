import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** An import says what its rows become, and who may see how it went: so far it was contacts. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table imports add column resource text not null default 'contact', add column access text not null default 'crm:read'`
  yield* sql`grant insert (resource, access) on imports to service_app`
})
