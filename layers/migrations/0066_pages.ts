import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Pages and posts of the companies' sites, and every revision of them. Both modes share them. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Title, slug, parent and language are the draft's. What visitors see is the published revision, at the published path or slug. */
  const publication = sql.literal(`
    status text not null generated always as (case when published_revision is not null then 'published' when publish_at is not null then 'scheduled'
      when first_published_at is not null then 'unpublished' else 'draft' end) stored,
    revision int not null,
    published_revision int,
    published_at timestamptz,
    first_published_at timestamptz,
    publish_at timestamptz,
    publish_revision int,
    unpublish_at timestamptz,
    problem text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check ((published_at is null) = (published_revision is null)),
    check ((publish_at is null) = (publish_revision is null)),
    check (unpublish_at is null or published_revision is not null or unpublish_at > publish_at)`)
  const told = sql.literal(`revision, published_revision, published_at, first_published_at, publish_at, publish_revision, unpublish_at,
    problem, version, updated_at`)

  yield* sql`create table pages (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    parent_id bigint,
    slug text not null,
    path text not null,
    title text not null,
    locale text,
    translation_of bigint,
    published_path text,
    ${publication},
    primary key (company_id, id),
    foreign key (company_id, parent_id) references pages,
    foreign key (company_id, translation_of) references pages on delete set null (translation_of),
    check ((published_path is null) = (published_revision is null))
  )`
  yield* sql`create unique index pages_path on pages (company_id, path)`
  yield* sql`create unique index pages_published_path on pages (company_id, published_path) where published_path is not null`
  yield* sql`create index pages_parent on pages (company_id, parent_id)`
  yield* sql`create unique index pages_translation on pages (company_id, translation_of, locale) where translation_of is not null`
  yield* sql`call confine('pages', 'select, insert (company_id, parent_id, slug, path, title, locale, translation_of, revision),
    update (parent_id, slug, path, title, locale, translation_of, published_path, ${told}), delete', '')`

  /* Tags are the draft's too. Posted: what visitors are shown, and sorted by. */
  yield* sql`create table posts (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    slug text not null,
    title text not null,
    locale text,
    translation_of bigint,
    tags text[] not null,
    published_slug text,
    posted_at timestamptz,
    ${publication},
    primary key (company_id, id),
    foreign key (company_id, translation_of) references posts on delete set null (translation_of),
    check ((published_slug is null) = (published_revision is null)),
    check (published_revision is null or posted_at is not null)
  )`
  yield* sql`create unique index posts_slug on posts (company_id, slug)`
  yield* sql`create unique index posts_published_slug on posts (company_id, published_slug) where published_slug is not null`
  yield* sql`create index posts_posted on posts (company_id, posted_at desc, id desc) where published_revision is not null`
  yield* sql`create unique index posts_translation on posts (company_id, translation_of, locale) where translation_of is not null`
  yield* sql`call confine('posts', 'select, insert (company_id, slug, title, locale, translation_of, tags, revision),
    update (slug, title, locale, translation_of, tags, published_slug, posted_at, ${told}), delete', '')`

  /* Made by: {kind, id, label}. Version: the one that the page or post had when it was made. */
  yield* sql`create table content_revisions (
    company_id bigint not null references companies,
    kind text not null check (kind in ('page', 'post')),
    document_id bigint not null,
    number int not null check (number > 0),
    content jsonb not null,
    made_by jsonb not null,
    note text,
    version int not null,
    created_at timestamptz not null default now(),
    primary key (company_id, kind, document_id, number)
  )`
  yield* sql`call confine('content_revisions',
    'select, insert (company_id, kind, document_id, number, content, made_by, note, version), update (content, note), delete', '')`

  /* Raised by whatever changes what visitors see. */
  yield* sql`create table site_versions (
    company_id bigint primary key references companies,
    version bigint not null
  )`
  yield* sql`call confine('site_versions', 'select, insert, update (version)', 'select')`

  /* Revisions are changed by nothing but the erasure of a person, who may be named in what visitors see. */
  yield* sql`create function raise_site_version() returns trigger language plpgsql as $$
    begin
      insert into site_versions as v (company_id, version) values (new.company_id, 1)
        on conflict (company_id) do update set version = v.version + 1;
      return null;
    end $$`
  yield* sql`create trigger content_revisions_erased after update on content_revisions for each row execute function raise_site_version()`
})
