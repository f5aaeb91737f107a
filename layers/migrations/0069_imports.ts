import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Sites that move in, and checks of links. Both modes share them, as they share the site. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Head: what an export says before its items. Items and done: what the phase that it is in works through, and how far it is. */
  yield* sql`create table site_imports (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    run_id bigint,
    upload_id bigint not null,
    format text not null check (format in ('wordpress', 'markdown')),
    source text not null,
    head jsonb not null,
    bytes bigint not null,
    position bigint not null,
    items int not null default 0,
    done int not null default 0,
    pages int not null default 0,
    posts int not null default 0,
    updated int not null default 0,
    unchanged int not null default 0,
    media int not null default 0,
    redirects int not null default 0,
    not_taken int not null default 0,
    error text,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    primary key (company_id, id)
  )`
  yield* sql`call confine('site_imports', 'select, insert (company_id, upload_id, format, source, head, bytes, position),
    update (run_id, position, items, done, pages, posts, updated, unchanged, media, redirects, not_taken, error, started_at, finished_at)', '')`

  /* What an export holds, until the import has ended. Wanted: addresses of the pictures and files that a document shows. */
  yield* sql`create table site_import_items (
    company_id bigint not null,
    import_id bigint not null,
    number int not null,
    kind text not null check (kind in ('page', 'post', 'file', 'fragment')),
    key text not null,
    moved jsonb not null,
    wanted text[] not null default '{}',
    record_id bigint,
    fresh boolean not null default false,
    state text not null default 'read' check (state in ('read', 'placed', 'done')),
    primary key (company_id, import_id, number),
    foreign key (company_id, import_id) references site_imports
  )`
  yield* sql`create unique index site_import_items_key on site_import_items (company_id, import_id, key)`
  yield* sql`call confine('site_import_items', 'select, insert (company_id, import_id, number, kind, key, moved, wanted), update (record_id, fresh, state), delete', '')`

  yield* sql`create table site_import_remarks (
    company_id bigint not null,
    import_id bigint not null,
    id bigint generated always as identity,
    place text not null,
    what text not null,
    why text not null,
    created_at timestamptz not null default now(),
    primary key (company_id, import_id, id),
    foreign key (company_id, import_id) references site_imports
  )`
  yield* sql`call confine('site_import_remarks', 'select, insert (company_id, import_id, place, what, why)', '')`

  /* What came of each document and file of a source: the next import of it makes none of them again. */
  yield* sql`create table moved_sources (
    company_id bigint not null references companies,
    source text not null,
    key text not null,
    kind text not null check (kind in ('page', 'post', 'file')),
    record_id bigint not null,
    hash text not null,
    revision int,
    primary key (company_id, source, key)
  )`
  yield* sql`call confine('moved_sources', 'select, insert, update (kind, record_id, hash, revision)', '')`

  yield* sql`create table link_checks (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    run_id bigint,
    position int not null default 0,
    documents int not null default 0,
    links int not null default 0,
    checked int not null default 0,
    broken int not null default 0,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    primary key (company_id, id)
  )`
  yield* sql`call confine('link_checks', 'select, insert (company_id), update (run_id, position, documents, links, checked, broken, finished_at)', '')`

  /* An address that some documents lead to, and what was found there. Places: [{kind, id, title}]. */
  yield* sql`create table checked_links (
    company_id bigint not null,
    check_id bigint not null,
    id bigint generated always as identity,
    address text not null,
    places jsonb not null,
    state text not null default 'waiting' check (state in ('waiting', 'sound', 'broken')),
    reason text,
    status int,
    created_at timestamptz not null default now(),
    primary key (company_id, check_id, id),
    foreign key (company_id, check_id) references link_checks
  )`
  yield* sql`create unique index checked_links_address on checked_links (company_id, check_id, md5(address))`
  yield* sql`call confine('checked_links', 'select, insert (company_id, check_id, address, places), update (state, reason, status, places)', '')`
})
