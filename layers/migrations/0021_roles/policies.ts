import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The policies that confine a company were made for service_app, and whoever has a role may drop what was made for it: DROP OWNED BY
 * took them all away, so that nobody saw a row any more. For everybody they cannot be dropped, and confine the same: who may read or write a
 * table at all is granted, and to service_system a second policy shows everything.
 */
export const policies = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`do $$
    declare p record;
    begin
      for p in select schemaname, tablename, policyname from pg_policies where roles = array['service_app'::name] order by 1, 2 loop
        execute format('alter policy %I on %I.%I to public', p.policyname, p.schemaname, p.tablename);
      end loop;
    end $$`

  yield* sql`create or replace procedure confine(target regclass, app_grants text, system_grants text) language plpgsql as $$
    begin
      execute format('alter table %s enable row level security', target);
      execute format('alter table %s force row level security', target);
      execute format('create policy tenant on %s using (company_id = (select current_company()))', target);
      if app_grants <> '' then execute format('grant %s on %s to service_app', app_grants, target); end if;
      if system_grants <> '' then
        execute format('create policy system on %s to service_system using (true)', target);
        execute format('grant %s on %s to service_system', system_grants, target);
      end if;
    end $$`
})
