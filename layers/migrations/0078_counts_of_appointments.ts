import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Kept counts of the appointments of each person and of each status, besides those of all: lists of these tell their total without counting. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create function add_to_counts_of_appointments(company bigint, live boolean, staff bigint, status text, change bigint) returns void language plpgsql as $$
    declare of_mode text := case when live then '/live' else '/test' end;
    begin
      if staff is not null then
        perform add_to_count(company, 'appointments.staff_id/' || staff || of_mode, change);
      end if;
      perform add_to_count(company, 'appointments.status/' || status || of_mode, change);
    end $$`
  yield* sql`create function count_kinds_inserted() returns trigger language plpgsql as $$
    declare batch record;
    begin
      for batch in select company_id, livemode, staff_id, status, count(*) as n from inserted group by 1, 2, 3, 4 loop
        perform add_to_counts_of_appointments(batch.company_id, batch.livemode, batch.staff_id, batch.status, batch.n);
      end loop;
      return null;
    end $$`
  yield* sql`create function count_kinds_deleted() returns trigger language plpgsql as $$
    declare batch record;
    begin
      for batch in select company_id, livemode, staff_id, status, count(*) as n from deleted group by 1, 2, 3, 4 loop
        perform add_to_counts_of_appointments(batch.company_id, batch.livemode, batch.staff_id, batch.status, -batch.n);
      end loop;
      return null;
    end $$`
  yield* sql`create function count_kinds_changed() returns trigger language plpgsql as $$
    begin
      perform add_to_counts_of_appointments(old.company_id, old.livemode, old.staff_id, old.status, -1);
      perform add_to_counts_of_appointments(new.company_id, new.livemode, new.staff_id, new.status, 1);
      return null;
    end $$`
  yield* sql`create trigger count_kinds_inserted after insert on appointments referencing new table as inserted
    for each statement execute function count_kinds_inserted()`
  yield* sql`create trigger count_kinds_deleted after delete on appointments referencing old table as deleted
    for each statement execute function count_kinds_deleted()`
  yield* sql`create trigger count_kinds_changed after update of staff_id, status on appointments
    for each row when (old.staff_id is distinct from new.staff_id or old.status <> new.status) execute function count_kinds_changed()`

  yield* sql`alter table row_counts no force row level security`
  yield* sql`alter table appointments no force row level security`
  const those = (column: string) => sql`insert into row_counts (company_id, relation, slot, n)
    select company_id, ${`appointments.${column}/`}::text || ${sql(column)} || case when livemode then '/live' else '/test' end, 0, count(*)
    from appointments where ${sql(column)} is not null group by 1, 2`
  yield* those("staff_id")
  yield* those("status")
  yield* sql`alter table appointments force row level security`
  yield* sql`alter table row_counts force row level security`
})
