import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { commitments } from "./0034_people/commitments.ts"
import { erasure } from "./0034_people/erasure.ts"
import { files } from "./0034_people/files.ts"
import { statistics } from "./0034_people/statistics.ts"

/** Files on records; and what it takes to erase a person: receipts that stay proved without their values, and the rights to delete. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  /* Of the installation, not of a company: what service_system looks up or calls, and requests do not. */
  yield* sql`grant usage on schema installation to service_system`
  yield* files
  yield* commitments
  yield* statistics
  yield* erasure

  /*
   * Rows that requests may delete only by erasing a person. Who may delete from a table may lock it against everybody, so that is not
   * granted: the function is, and it deletes from these tables only.
   */
  yield* sql`create table installation.erasable (name text primary key)`
  yield* sql`grant select on installation.erasable to service_system`
  yield* sql`create procedure make_erasable(target text) language plpgsql as $$
    begin
      insert into installation.erasable values (target);
      if not exists (select from pg_policy where polrelid = target::regclass and polname = 'system') then
        execute format('create policy system on %I to service_system using (true)', target);
      end if;
      execute format('grant select, delete on %I to service_system', target);
    end $$`
  for (const table of ["activities", "tasks", "contact_merges", "import_rejects", "contacts"]) yield* sql`call make_erasable(${sql.literal(`'${table}'`)})`
  yield* sql`create function erase_rows(target text, ids bigint[]) returns void language plpgsql volatile security definer
    set search_path = public, pg_temp as $$
    begin
      if not exists (select from installation.erasable e where e.name = target) then
        raise exception 'rows of % are not erased', target using errcode = 'insufficient_privilege';
      end if;
      execute format('delete from %I where company_id = current_company() and id = any($1)', target) using ids;
    end $$`
  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function erase_rows(text, bigint[]) owner to service_system`
  yield* sql`revoke create on schema public from service_system`
  yield* sql`revoke execute on function erase_rows(text, bigint[]) from public`
  yield* sql`grant execute on function erase_rows(text, bigint[]) to service_app`

  yield* sql`grant delete on lead_contacts to service_app`
  yield* sql`grant update (reason) on deal_moves to service_app`
})
