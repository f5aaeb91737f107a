import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The agents of a company. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table ai_agents (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    instructions text not null,
    verbs text[] not null,
    confirms text not null check (confirms in ('declared', 'after_reading', 'writes')),
    model jsonb,
    daily_tokens bigint,
    most_steps int not null,
    most_tokens int not null,
    most_hours int not null,
    status text not null check (status in ('active', 'paused')),
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create unique index ai_agents_name on ai_agents (company_id, name)`
  yield* sql`call confine('ai_agents', 'select,
    insert (company_id, name, instructions, verbs, confirms, model, daily_tokens, most_steps, most_tokens, most_hours, status),
    update (name, instructions, verbs, confirms, model, daily_tokens, most_steps, most_tokens, most_hours, status, version, updated_at)', '')`
})
