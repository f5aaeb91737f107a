import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { finding } from "./0090_knowledge/finding.ts"
import { languages } from "./0090_knowledge/languages.ts"
import { passages } from "./0090_knowledge/passages.ts"

/** What a company knows: its entries with all their versions, and the passages that everything which it knows is found by. Both modes share it. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Questions: what only the company can answer before the entry is whole. */
  yield* sql`create table kb_entries (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    title text not null,
    body text not null,
    language text not null,
    audience text not null check (audience in ('public', 'customers', 'staff')),
    status text not null check (status in ('draft', 'published', 'archived')),
    tags text[] not null default '{}',
    questions jsonb not null default '[]',
    owner_id bigint,
    review_at timestamptz,
    template_id text,
    reviewed_at timestamptz not null default now(),
    archived_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, owner_id) references users,
    check ((archived_at is null) = (status <> 'archived')),
    check (questions = '[]' or status <> 'published')
  )`
  yield* sql`create index kb_entries_title on kb_entries (company_id, title collate "C", id)`
  yield* sql`create index kb_entries_changed on kb_entries (company_id, updated_at, id)`
  yield* sql`create index kb_entries_review on kb_entries (company_id, review_at, id) where review_at is not null`
  yield* sql`create unique index kb_entries_template on kb_entries (company_id, template_id, language) where template_id is not null and status <> 'archived'`
  yield* sql`call confine('kb_entries', 'select, insert (company_id, title, body, language, audience, status, tags, questions, owner_id, review_at, template_id),
    update (title, body, language, audience, status, tags, questions, owner_id, review_at, reviewed_at, archived_at, version, updated_at)', '')`

  /* Content: title, body, language, audience, tags, questions. Made by: {kind, id, label}. */
  yield* sql`create table kb_entry_versions (
    company_id bigint not null references companies,
    entry_id bigint not null,
    number int not null check (number > 0),
    content jsonb not null,
    made_by jsonb not null,
    note text,
    created_at timestamptz not null default now(),
    primary key (company_id, entry_id, number),
    foreign key (company_id, entry_id) references kb_entries
  )`
  yield* sql`call confine('kb_entry_versions', 'select, insert (company_id, entry_id, number, content, made_by, note), update (content, note)', '')`

  yield* languages
  yield* passages
  yield* finding
})
