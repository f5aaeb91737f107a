import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Staff who are members of the company see the appointments of everybody, or their own. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table staff add column sees text not null default 'all' check (sees in ('all', 'own'))`
  yield* sql`grant insert (sees), update (sees) on staff to service_app`
})
