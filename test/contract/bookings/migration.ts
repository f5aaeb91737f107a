import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table bookings (
    company_id bigint not null references companies default current_company(), id bigint generated always as identity,
    name text not null, visitor text, livemode boolean not null, token text not null unique, created_at timestamptz not null default now(),
    deleted_at timestamptz, primary key (company_id, id)
  )`
  yield* sql`call confine('bookings', 'select, insert, update', 'select')`
})
