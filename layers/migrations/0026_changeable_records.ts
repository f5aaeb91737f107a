import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Tasks, activities, segments and the companies of contacts can be changed and deleted, which so far no program did with all of them. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table activities add column version int not null default 1, add column updated_at timestamptz not null default now()`
  yield* sql`grant update (kind, subject, body, contact_id, deal_id, owner_id, duration_minutes, occurred_at, deleted_at, version, updated_at)
    on activities to service_app`
  yield* sql`grant update (name, description, filter, deleted_at, version, updated_at) on segments to service_app`
  yield* sql`grant update (deleted_at) on tasks, organizations to service_app`
})
