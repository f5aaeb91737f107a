import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Where visitors find a company: a path on the service's own host, and hosts of its own. */
export const hosts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * Made from the name once, and never changed, so that links stay good. Companies of one name get numbers; the lock keeps two that
   * are made at once from taking the same one.
   */
  yield* sql`alter table companies add column slug text`
  yield* sql`create function company_slug(company text) returns text language plpgsql volatile as $$
    declare
      plain text := trim(both '-' from left(trim(both '-' from regexp_replace(lower(company), '[^a-z0-9]+', '-', 'g')), 40));
      tried text; n int := 1;
    begin
      if plain = '' then plain := 'company'; end if;
      perform pg_advisory_xact_lock(hashtextextended('company_slug ' || plain, 0));
      tried := plain;
      while exists (select from companies where slug = tried) loop
        n := n + 1;
        tried := plain || '-' || n;
      end loop;
      return tried;
    end $$`
  yield* sql`create function name_company() returns trigger language plpgsql as $$
    begin
      new.slug := company_slug(new.name);
      return new;
    end $$`
  yield* sql`create trigger name before insert on companies for each row execute function name_company()`

  yield* sql`alter table companies no force row level security`
  yield* sql`do $$
    declare company record;
    begin
      for company in select id, name from companies order by id loop
        update companies set slug = company_slug(company.name) where id = company.id;
      end loop;
    end $$`
  yield* sql`alter table companies force row level security`
  yield* sql`alter table companies alter column slug set not null`
  yield* sql`create unique index companies_slug on companies (slug)`

  yield* sql`create table hosts (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    host text not null,
    proof text not null,
    proved_at timestamptz,
    checked_at timestamptz,
    problem text,
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create unique index hosts_of_company on hosts (company_id, host)`
  /* Over the whole installation, once it is proved. */
  yield* sql`create unique index hosts_proved on hosts (host) where proved_at is not null`
  yield* sql`call confine('hosts', 'select, delete', 'select')`
  yield* sql`grant insert (company_id, host, proof), update (proved_at, checked_at, problem) on hosts to service_app`
  yield* sql`create trigger tell after delete or update of proved_at on hosts for each row execute function tell_access_changed()`
})
