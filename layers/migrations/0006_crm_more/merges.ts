import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Which contacts became one, what they brought, and so how to part them again. */
export const merges = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table contacts add merged_into bigint,
    add foreign key (company_id, merged_into) references contacts on delete set null (merged_into)`
  yield* sql`create index contacts_merged on contacts (company_id, merged_into) where merged_into is not null`

  yield* sql`create table contact_merges (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    survivor_id bigint not null,
    former jsonb not null,
    taken jsonb not null,
    created_at timestamptz not null default now(),
    undone_at timestamptz,
    primary key (company_id, id),
    foreign key (company_id, survivor_id) references contacts on delete cascade
  )`
  yield* sql`create index contact_merges_survivor on contact_merges (company_id, survivor_id)`
  yield* sql`create index contact_merges_age on contact_merges (created_at)`
  yield* sql`call confine('contact_merges', 'select, insert, update', 'select, delete')`

  yield* sql`create table contact_merge_members (
    company_id bigint not null,
    merge_id bigint not null,
    merged_id bigint not null,
    place int not null,
    primary key (company_id, merge_id, merged_id),
    foreign key (company_id, merge_id) references contact_merges on delete cascade
  )`
  yield* sql`create index contact_merge_members_merged on contact_merge_members (company_id, merged_id)`
  yield* sql`call confine('contact_merge_members', 'select, insert', '')`

  yield* sql`create table contact_merge_moves (
    company_id bigint not null,
    merge_id bigint not null,
    relation text not null,
    row_id bigint not null,
    merged_id bigint not null,
    primary key (company_id, merge_id, relation, row_id),
    foreign key (company_id, merge_id) references contact_merges on delete cascade
  )`
  yield* sql`call confine('contact_merge_moves', 'select, insert', '')`
})
