import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Files on their way in, and imports of contacts with the rows they would not take. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table uploads (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    type text not null,
    bytes bigint not null default 0,
    hash bytea,
    claimed boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create index uploads_age on uploads (created_at)`
  yield* sql`call confine('uploads', 'select, insert, update, delete', 'select, delete')`

  yield* sql`create table upload_pieces (
    company_id bigint not null,
    upload_id bigint not null,
    position int not null,
    bytes bytea not null,
    primary key (company_id, upload_id, position),
    foreign key (company_id, upload_id) references uploads on delete cascade
  )`
  /* Written once, read once and deleted: to compress them costs more than it saves. */
  yield* sql`alter table upload_pieces alter column bytes set storage external`
  yield* sql`call confine('upload_pieces', 'select, insert', '')`

  yield* sql`create table imports (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    run_id bigint,
    upload_id bigint,
    format text not null check (format in ('csv', 'ndjson')),
    dry_run boolean not null,
    delimiter text,
    columns jsonb not null,
    bytes bigint not null,
    position bigint not null,
    lines int not null,
    total int not null default 0,
    created int not null default 0,
    updated int not null default 0,
    unchanged int not null default 0,
    rejected int not null default 0,
    error text,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    primary key (company_id, id)
  )`
  yield* sql`create index imports_upload on imports (company_id, upload_id)`
  yield* sql`call confine('imports', 'select, insert, update', 'select')`

  yield* sql`create table import_rejects (
    company_id bigint not null,
    import_id bigint not null,
    id bigint generated always as identity,
    line int not null,
    reason text not null,
    fields text[] not null,
    created_at timestamptz not null default now(),
    primary key (company_id, import_id, id),
    foreign key (company_id, import_id) references imports
  )`
  yield* sql`create index import_rejects_age on import_rejects using brin (created_at)`
  yield* sql`call confine('import_rejects', 'select, insert', 'select, delete')`

  /* What contacts would be after the rows so far, for a dry run: two rows of one address count as they would for good. */
  yield* sql`create table import_previews (
    company_id bigint not null,
    import_id bigint not null,
    email text not null,
    contact jsonb not null,
    primary key (company_id, import_id, email),
    foreign key (company_id, import_id) references imports
  )`
  yield* sql`call confine('import_previews', 'select, insert, update, delete', '')`
})
