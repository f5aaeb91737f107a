import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Contacts by a tag are found by the index of tags. Containment of arrays is not leakproof, so under a policy the planner may not
 * use that index. As with `find_contacts`, the function reads as service_system and confines itself to the company of the setting.
 * It answers with at most `most`: a tag that many contacts have is found faster by a walk through the table.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create function contacts_tagged(tag text, most int) returns table (id bigint) language plpgsql stable security definer
    set search_path = public, pg_temp as $$
    begin
      return query select c.id from contacts c
        where c.company_id = current_company() and c.deleted_at is null and c.tags @> array[tag] limit most;
    end $$`
  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function contacts_tagged(text, int) owner to service_system`
  yield* sql`revoke create on schema public from service_system`
})
