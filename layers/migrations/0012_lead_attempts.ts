import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** When a lead that could not be handed over is tried again, so that those behind it have their turn. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table operator.leads add failures int not null default 0, add due_at timestamptz not null default now()`
  yield* sql`update operator.leads set due_at = created_at`
  yield* sql`drop index operator.leads_recorded`
  yield* sql`create index leads_due on operator.leads (due_at) where status = 'recorded'`
  yield* sql`grant update (failures, due_at) on operator.leads to service_system`
})
