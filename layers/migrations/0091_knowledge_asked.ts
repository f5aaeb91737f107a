import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What is asked of a company's knowledge, and whether it helped. Nobody's name stands there. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Origins: of the first five passages, [{kind, id}]. */
  yield* sql`create table kb_queries (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    text text not null,
    language text not null,
    via text not null check (via in ('search', 'chat')),
    found boolean not null,
    origins jsonb not null,
    asked_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create index kb_queries_time on kb_queries (company_id, asked_at)`
  yield* sql`create index kb_queries_age on kb_queries (asked_at)`
  yield* sql`call confine('kb_queries', 'select, update (text)', 'insert (company_id, text, language, via, found, origins, asked_at), select, delete')`
  yield* sql`call make_erasable('kb_queries')`

  yield* sql`create table kb_votes (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    origin_kind text not null,
    origin_id bigint not null,
    helpful boolean not null,
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create index kb_votes_origin on kb_votes (company_id, origin_kind, origin_id, created_at)`
  yield* sql`create index kb_votes_age on kb_votes (created_at)`
  yield* sql`call confine('kb_votes', 'select, insert (company_id, origin_kind, origin_id, helpful)', 'select, delete')`
})
