import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** When sources are read again without being asked to: sites by their schedule, a company's own pages, posts and products when they changed. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table kb_sources add schedule text not null default 'never' check (schedule in ('never', 'daily', 'weekly')), add due_at timestamptz`
  yield* sql`create index kb_sources_due on kb_sources (due_at) where due_at is not null`
  yield* sql`grant insert (schedule), update (schedule, due_at) on kb_sources to service_app`
  yield* sql`create policy system on kb_sources to service_system using (true)`
  yield* sql`grant select (company_id, id, kind, collections, removing, due_at, started_at, finished_at) on kb_sources to service_system`

  /*
   * That something changed which a source of the company reads. Rows are only added, so that nobody who publishes waits for another, and taken away by the
   * reading that begins after them.
   */
  yield* sql`create table kb_own_changes (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    collection text not null check (collection in ('pages', 'posts', 'products')),
    changed_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`call confine('kb_own_changes', 'select, delete', 'select, insert (company_id, collection)')`

  yield* sql`create function note_site_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into kb_own_changes (company_id, collection)
        select new.company_id, c from unnest('{pages,posts}'::text[]) c
        where exists (select from kb_sources s where s.company_id = new.company_id and s.kind = 'own' and c = any (s.collections));
      return null;
    end $$`
  yield* sql`create trigger knowledge_outdated after insert or update on site_versions for each row execute function note_site_changed()`

  /* One row for each statement, however many products it changed. */
  const read = sql.literal("exists (select from kb_sources s where s.company_id = company and s.kind = 'own' and 'products' = any (s.collections))")
  yield* sql`create function note_products_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare company bigint := current_company();
    begin
      insert into kb_own_changes (company_id, collection) select company, 'products'
        where exists (select from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
            where n.company_id = company and 'active' in (n.state, o.state)
              and (n.state, n.title, n.slug, n.description, n.options) is distinct from (o.state, o.title, o.slug, o.description, o.options))
          and ${read};
      return null;
    end $$`
  yield* sql`create function note_products_added() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare company bigint := current_company();
    begin
      insert into kb_own_changes (company_id, collection) select company, 'products'
        where exists (select from new_rows n where n.company_id = company and n.state = 'active') and ${read};
      return null;
    end $$`
  yield* sql`create trigger knowledge_outdated after update on products referencing old table as old_rows new table as new_rows
    for each statement execute function note_products_changed()`
  yield* sql`create trigger knowledge_lacking after insert on products referencing new table as new_rows
    for each statement execute function note_products_added()`

  yield* sql`grant create on schema public to service_system`
  for (const name of ["note_site_changed", "note_products_changed", "note_products_added"]) {
    yield* sql`alter function ${sql(name)}() owner to service_system`
  }
  yield* sql`revoke create on schema public from service_system`
})
