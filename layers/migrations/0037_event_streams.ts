import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Streams are counted while they are made, their leases are renewed together, and erasing a person deletes them. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table event_streams add column by_visitor boolean not null default false`
  yield* sql`grant insert (by_visitor) on event_streams to service_app`
  yield* sql`create index event_streams_made on event_streams (company_id, by_visitor) where outcome is null`
  yield* sql`grant update (leased_until) on event_streams to service_system`
  yield* sql`call make_erasable('event_streams')`
})
