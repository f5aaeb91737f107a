import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { merges } from "./0006_crm_more/merges.ts"
import { scoring } from "./0006_crm_more/scoring.ts"
import { taskTimers } from "./0006_crm_more/task-timers.ts"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table custom_fields (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    object text not null check (object in ('contact', 'deal')),
    key text collate "C" not null,
    label text not null,
    type text not null check (type in ('text', 'number', 'date', 'select', 'boolean')),
    options text[] not null default '{}',
    created_at timestamptz not null default now(),
    deleted_at timestamptz,
    primary key (company_id, id),
    unique (company_id, object, key)
  )`
  yield* sql`call confine('custom_fields', 'select, insert', '')`
  yield* sql`call keep_count('custom_fields')`

  yield* sql`alter table contacts
    add custom_fields jsonb not null default '{}',
    add score int not null default 0`
  yield* sql`create index contacts_score on contacts (company_id, score, id) where deleted_at is null`
  yield* sql`create table segments (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    description text,
    filter jsonb not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    sort_name text collate "C" generated always as (lower(name)) stored,
    primary key (company_id, id)
  )`
  yield* sql`create unique index segments_name on segments (company_id, sort_name) where deleted_at is null`
  yield* sql`call confine('segments', 'select, insert', '')`
  yield* sql`call keep_count('segments')`

  yield* scoring
  yield* merges
  yield* taskTimers

  yield* sql`alter table deals add custom_fields jsonb not null default '{}'`
})
