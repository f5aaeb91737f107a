import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Who is signed in to the pages: a browser's token, kept as its hash, stands for an API key until it ends. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table dashboard_sessions (
    company_id bigint not null,
    id bigint generated always as identity,
    token_hash bytea not null,
    key_id bigint not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    primary key (company_id, id),
    foreign key (company_id, key_id) references api_keys on delete cascade
  )`
  yield* sql`create unique index dashboard_sessions_token on dashboard_sessions (token_hash)`
  yield* sql`create index dashboard_sessions_key on dashboard_sessions (company_id, key_id)`
  yield* sql`create index dashboard_sessions_end on dashboard_sessions (expires_at)`
  yield* sql`call confine('dashboard_sessions', 'select', 'select, insert, delete')`
})
