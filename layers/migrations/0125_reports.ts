import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Questions of a company to its own records, and dashboards of them. Both modes share them. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Timer: the run that mails it next, with figures of live mode or of test mode. */
  yield* sql`create table reports (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    description text,
    query jsonb not null,
    chart text check (chart in ('line', 'bars', 'none')),
    schedule jsonb,
    timer_run bigint,
    timer_live boolean,
    next_at timestamptz,
    last_mailed_at timestamptz,
    last_outcome text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sort_name text collate "C" generated always as (lower(name)) stored,
    primary key (company_id, id)
  )`
  yield* sql`create unique index reports_name on reports (company_id, sort_name)`
  yield* sql`call confine('reports', 'select, insert (company_id, name, description, query, chart),
    update (name, description, query, chart, schedule, timer_run, timer_live, next_at, last_mailed_at, last_outcome, version, updated_at), delete', '')`

  yield* sql`create table dashboards (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    tiles jsonb not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sort_name text collate "C" generated always as (lower(name)) stored,
    primary key (company_id, id)
  )`
  yield* sql`create unique index dashboards_name on dashboards (company_id, sort_name)`
  yield* sql`call confine('dashboards', 'select, insert (company_id, name, tiles), update (name, tiles, version, updated_at), delete', '')`
})
