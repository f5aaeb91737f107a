import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Sources that the knowledge of a company is read from, and what was read of each. Both modes share them. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * Sync: how often it was begun to read it. The counts of changes are of the latest time. Crawl: what is known of a site while it is read, {origin, prefix,
   * robots, ...}. File: {name, type, bytes}, whose bytes are the upload's.
   */
  yield* sql`create table kb_sources (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    kind text not null check (kind in ('site', 'file', 'own')),
    name text not null,
    url text,
    file jsonb,
    upload_id bigint,
    collections text[] not null default '{}',
    audience text not null check (audience in ('public', 'customers', 'staff')),
    language text,
    tags text[] not null default '{}',
    max_pages int,
    max_depth int,
    run_id bigint,
    sync int not null default 0,
    crawl jsonb,
    documents int not null default 0,
    passages int not null default 0,
    unreadable int not null default 0,
    added int not null default 0,
    changed int not null default 0,
    unchanged int not null default 0,
    removed int not null default 0,
    fetched int not null default 0,
    remark text,
    error text,
    removing boolean not null default false,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    primary key (company_id, id),
    check ((kind = 'site') = (url is not null)),
    check ((kind = 'file') = (upload_id is not null))
  )`
  yield* sql`call confine('kb_sources', 'select, insert (company_id, kind, name, url, file, upload_id, collections, audience, language, tags, max_pages, max_depth),
    update (name, url, file, run_id, sync, crawl, documents, passages, unreadable, added, changed, unchanged, removed, fetched, remark, error, removing, started_at, finished_at),
    delete', '')`

  /*
   * Everything of a source that can be read by itself, by its key: an address, or a record of the company. Sync: when it was last found; done: when it was last
   * looked at. Links: rows of this table that it leads to. Told: a digest of its passages. Its passages are those of the record, or else of itself.
   */
  yield* sql`create table kb_documents (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    source_id bigint not null,
    key text not null,
    url text,
    origin_kind text not null check (origin_kind in ('document', 'page', 'post', 'product')),
    record_id bigint,
    title text,
    depth int not null default 0,
    hops int not null default 0,
    sync int not null,
    done int not null default 0,
    attempts int not null default 0,
    state text not null default 'waiting' check (state in ('waiting', 'read', 'skipped', 'unreadable')),
    reason text,
    status int,
    etag text,
    last_modified text,
    hash bytea,
    told bytea,
    links bigint[] not null default '{}',
    passages int not null default 0,
    created_at timestamptz not null default now(),
    changed_at timestamptz,
    looked_at timestamptz,
    primary key (company_id, id),
    foreign key (company_id, source_id) references kb_sources,
    check ((origin_kind = 'document') = (record_id is null))
  )`
  yield* sql`create unique index kb_documents_key on kb_documents (company_id, source_id, key)`
  yield* sql`create index kb_documents_waiting on kb_documents (company_id, source_id, attempts, depth, id) where done < sync`
  yield* sql`create index kb_documents_of on kb_documents (company_id, source_id, id)`
  yield* sql`create unique index kb_documents_record on kb_documents (company_id, origin_kind, record_id) where record_id is not null`
  yield* sql`call confine('kb_documents', 'select, insert (company_id, source_id, key, url, origin_kind, record_id, depth, hops, sync),
    update (key, url, title, depth, hops, sync, done, attempts, state, reason, status, etag, last_modified, hash, told, links, passages, changed_at, looked_at), delete', '')`
})
