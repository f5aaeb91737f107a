import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What visitors are to do on a company's site: an event or a page. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table visit_goals (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    event text,
    page text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    check ((event is null) <> (page is null))
  )`
  yield* sql`create unique index visit_goals_name on visit_goals (company_id, name)`
  yield* sql`call confine('visit_goals', 'select, insert (company_id, name, event, page), update (version, updated_at), delete', 'select')`
})
