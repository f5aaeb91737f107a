import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Where people approve, and whether test keys may destroy what live and test keys share: companies that exist go on as they did. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table companies add column approval_on_page text not null default 'irreversible' check (approval_on_page in ('irreversible', 'always')),
    add column protect_shared_records boolean not null default false`
  yield* sql`alter table companies alter column protect_shared_records set default true`
  yield* sql`grant update (approval_on_page, protect_shared_records) on companies to service_app`
  yield* sql`grant insert (protect_shared_records) on companies to service_system`
})
