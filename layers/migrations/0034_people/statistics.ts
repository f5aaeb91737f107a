import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** PostgreSQL keeps samples of values for its planner: they are taken anew after somebody was erased. */
export const statistics = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Also what an operator who restores a backup looks up: whom to erase again. */
  yield* sql`create table erasures (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    contact_id bigint not null,
    erased_at timestamptz not null default now(),
    analyzed_at timestamptz,
    primary key (company_id, id)
  )`
  yield* sql`create index erasures_unanalyzed on erasures (company_id) where analyzed_at is null`
  yield* sql`call confine('erasures', '', 'select, insert (company_id, contact_id), update (analyzed_at)')`

  /*
   * As the owner of the tables, whom ANALYZE asks for. Of a table without rows it keeps what it knew before, which PostgreSQL can be told
   * to forget since version 18.
   */
  yield* sql`create function installation.refresh_statistics() returns void language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      target regclass;
    begin
      for target in
        select c.oid from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'engine') order by 1
      loop
        execute format('analyze %s', target);
      end loop;
      if to_regproc('pg_catalog.pg_clear_attribute_stats') is not null then
        perform pg_clear_attribute_stats(c.relnamespace::regnamespace::text, c.relname, a.attname, false)
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          where c.relkind = 'r' and c.reltuples = 0 and c.relnamespace::regnamespace::text in ('public', 'engine');
      end if;
    end $$`
  yield* sql`revoke execute on function installation.refresh_statistics() from public`
  yield* sql`grant execute on function installation.refresh_statistics() to service_system`

  yield* sql`create function forget_statistics() returns int language plpgsql as $$
    declare
      n int;
    begin
      update erasures set analyzed_at = now() where analyzed_at is null;
      get diagnostics n = row_count;
      if n > 0 then perform installation.refresh_statistics(); end if;
      return n;
    end $$`
})
