import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Tasks, activities, segments, custom fields and the companies of contacts can be changed and deleted, which so far no program did with all of them. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table activities add column version int not null default 1, add column updated_at timestamptz not null default now()`
  yield* sql`grant update (kind, subject, body, contact_id, deal_id, owner_id, duration_minutes, occurred_at, deleted_at, version, updated_at)
    on activities to service_app`
  yield* sql`grant update (name, description, filter, deleted_at, version, updated_at) on segments to service_app`
  yield* sql`alter table custom_fields add column version int not null default 1, add column updated_at timestamptz not null default now(),
    drop constraint custom_fields_company_id_object_key_key`
  yield* sql`create unique index custom_fields_key on custom_fields (company_id, object, key) where deleted_at is null`
  yield* sql`grant update (label, options, deleted_at, version, updated_at) on custom_fields to service_app`
  yield* sql`grant update (deleted_at) on tasks, organizations to service_app`
})
