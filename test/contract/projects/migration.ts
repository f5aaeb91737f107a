import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table projects (
    id bigint generated always as identity primary key, company_id bigint not null references companies default current_company(),
    code text not null, name text not null, notes text, owner_id bigint,
    version int not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
    deleted_at timestamptz, foreign key (company_id, owner_id) references users
  )`
  yield* sql`create unique index projects_code on projects (company_id, code) where deleted_at is null`
  yield* sql`create index projects_owner on projects (company_id, owner_id) where deleted_at is null`
  yield* sql`call confine('projects', 'select, insert, update', '')`
})
