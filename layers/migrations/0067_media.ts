import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Files of companies' sites, where each is used, and what of them lies in the store. Both modes share them. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* A process says every few seconds which files are still on their way to it: what a crash left is removed soon. */
  yield* sql`alter table uploads add column alive_at timestamptz not null default now()`
  yield* sql`create index uploads_unclaimed on uploads (alive_at) where not claimed`
  yield* sql`grant update (alive_at) on uploads to service_system`

  /* File_name: what its address ends with. Prefix: of the keys of its objects; each attempt to store it has its own, so that none can remove another's. */
  yield* sql`create table media (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    file_name text not null,
    kind text not null check (kind in ('image', 'document', 'audio', 'video')),
    type text not null,
    status text not null default 'processing' check (status in ('processing', 'ready', 'failed')),
    problem text,
    alt text,
    decorative boolean not null,
    width int check (width > 0),
    height int check (height > 0),
    focal_x int not null check (focal_x between 0 and 100),
    focal_y int not null check (focal_y between 0 and 100),
    tags text[] not null,
    bytes bigint not null check (bytes >= 0),
    hash text not null check (hash ~ '^[0-9a-f]{64}$'),
    sizes jsonb not null default '[]',
    prefix text,
    upload_id bigint,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, upload_id) references uploads on delete set null (upload_id),
    check ((status = 'failed') = (problem is not null)),
    check (status <> 'ready' or prefix is not null)
  )`
  yield* sql`create unique index media_hash on media (company_id, hash)`
  yield* sql`create index media_upload on media (company_id, upload_id) where upload_id is not null`
  const told = sql.literal("name, file_name, kind, type, alt, decorative, focal_x, focal_y, tags, bytes, hash, upload_id")
  const changing = sql.literal(`name, file_name, alt, decorative, focal_x, focal_y, tags, status, problem, width, height, bytes, sizes, prefix,
    upload_id`)
  yield* sql`call confine('media', 'select, insert (company_id, ${told}), update (${changing}, version, updated_at), delete',
    'select (company_id, prefix, status)')`

  /* A document of 0 is the site's own. What is used cannot be deleted. */
  yield* sql`create table media_uses (
    company_id bigint not null,
    media_id bigint not null,
    kind text not null check (kind in ('page', 'post', 'site')),
    document_id bigint not null,
    place text not null check (place in ('draft', 'published')),
    primary key (company_id, media_id, kind, document_id, place),
    foreign key (company_id, media_id) references media on delete restrict
  )`
  yield* sql`create index media_uses_document on media_uses (company_id, kind, document_id, place)`
  yield* sql`call confine('media_uses', 'select, insert (company_id, media_id, kind, document_id, place), delete', '')`

  /* Written before an object is, and kept as long as the object may be there. */
  yield* sql`create table media_objects (
    company_id bigint not null references companies,
    prefix text not null,
    name text not null,
    created_at timestamptz not null default now(),
    primary key (company_id, prefix, name)
  )`
  yield* sql`call confine('media_objects', 'select, insert (company_id, prefix, name)', 'select, delete')`
})
