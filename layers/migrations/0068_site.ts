import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a site is besides its pages: settings, design, redirects, and forms. Both modes share all but what visitors send. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Name and language: null are those of the company. Design: null is the one that every site begins with. */
  yield* sql`create table site_settings (
    company_id bigint primary key references companies,
    name text,
    tagline text,
    locale text,
    locales text[] not null default '{}',
    navigation jsonb not null default '[]',
    footer jsonb not null default '{"text": null, "links": []}',
    social jsonb not null default '[]',
    logo_media_id bigint,
    favicon_media_id bigint,
    not_found jsonb,
    published boolean not null default false,
    count_visits boolean not null default true,
    design jsonb
  )`
  yield* sql`call confine('site_settings', 'select, insert, update (name, tagline, locale, locales, navigation, footer, social, logo_media_id,
    favicon_media_id, not_found, published, count_visits, design)', '')`

  /* Target null: gone. Hits are added once a minute. */
  yield* sql`create table redirects (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    from_path text not null,
    match text not null check (match in ('exact', 'prefix')),
    target text,
    status int not null check (status in (301, 302, 410)),
    made_by text not null check (made_by in ('company', 'service')),
    hits bigint not null default 0,
    last_hit_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    check ((target is null) = (status = 410))
  )`
  yield* sql`create unique index redirects_from on redirects (company_id, from_path, match)`
  yield* sql`call confine('redirects', 'select, insert (company_id, from_path, match, target, status, made_by),
    update (target, status, made_by), delete', 'select (company_id, id, hits, last_hit_at), update (hits, last_hit_at)')`

  yield* sql`create table forms (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    fields jsonb not null,
    button text not null,
    after text not null,
    tag text,
    notify_email text,
    makes_task boolean not null,
    active boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`call confine('forms', 'select, insert (company_id, name, fields, button, after, tag, notify_email, makes_task, active),
    update (name, fields, button, after, tag, notify_email, makes_task, active, version, updated_at), delete', '')`

  /* Answers: [{name, label, answer}], as the form asked then. */
  yield* sql`create table form_answers (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    form_id bigint not null,
    contact_id bigint,
    answers jsonb not null,
    page text,
    spam boolean not null,
    livemode boolean not null,
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, form_id) references forms,
    foreign key (company_id, contact_id) references contacts on delete cascade
  )`
  yield* sql`create index form_answers_form on form_answers (company_id, form_id, livemode, id)`
  yield* sql`create index form_answers_contact on form_answers (company_id, contact_id, id) where contact_id is not null`
  yield* sql`call confine('form_answers', 'select, insert (company_id, form_id, contact_id, answers, page, spam, livemode), update (contact_id, answers)', '')`
  yield* sql`call make_erasable('form_answers')`
})
