import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The salt of the day, the same for all processes. The table has at most one row and is emptied as a whole, which removes its file, and it is not
 * in the write-ahead log, so that nothing is left of a salt once its day is over. After a crash of the server there is a new one.
 */
export const salts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create unlogged table installation.visitor_salts (day date primary key, salt bytea not null) with (autovacuum_enabled = false)`
  /* Nor is a salt in the samples of the planner. */
  yield* sql`alter table installation.visitor_salts alter column salt set statistics 0`
  yield* sql`create function installation.visitor_salt() returns table (day date, salt bytea) language plpgsql security definer
    set search_path = pg_catalog, pg_temp as $$
    #variable_conflict use_column
    declare today date := (now() at time zone 'UTC')::date;
    begin
      if not exists (select from installation.visitor_salts s where s.day = today) then
        perform pg_advisory_xact_lock(hashtextextended('visitor_salt', 0));
        if not exists (select from installation.visitor_salts s where s.day = today) then
          truncate installation.visitor_salts;
          insert into installation.visitor_salts values (today, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
        end if;
      end if;
      return query select s.day, s.salt from installation.visitor_salts s;
    end $$`
  yield* sql`revoke execute on function installation.visitor_salt() from public`
  yield* sql`grant execute on function installation.visitor_salt() to service_system`
})
