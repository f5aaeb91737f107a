import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const tables = [
  "orders", "payments", "refunds", "disputes", "invoices", "quotes", "subscriptions", "payment_links", "commissions",
  "ledger_entries", "emails"
]

/** Kept counts of records that have a mode, and of every table without a wait or a deadlock. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * A transaction adds to a slot that it alone holds until it ends: two that write to the same tables in another order would wait for
   * each other otherwise, as soon as the numbers of their processes share a slot.
   */
  yield* sql`create or replace function add_to_count(company bigint, relation_name text, change bigint) returns void language plpgsql as $$
    declare first int := pg_backend_pid() % 32; held int := first;
    begin
      for tried in first .. first + 31 loop
        if pg_try_advisory_xact_lock(hashtextextended('row_counts ' || company || ' ' || tried % 32, 0)) then
          held := tried % 32;
          exit;
        end if;
      end loop;
      insert into row_counts as c (company_id, relation, slot, n) values (company, relation_name, held, change)
      on conflict (company_id, relation, slot) do update set n = c.n + excluded.n;
    end $$`

  yield* sql`create function count_inserted_of_modes() returns trigger language plpgsql as $$
    declare batch record;
    begin
      for batch in select company_id, livemode, count(*) as n from inserted group by company_id, livemode loop
        perform add_to_count(batch.company_id, tg_table_name || case when batch.livemode then '/live' else '/test' end, batch.n);
      end loop;
      return null;
    end $$`
  yield* sql`create function count_deleted_of_modes() returns trigger language plpgsql as $$
    declare batch record;
    begin
      for batch in select company_id, livemode, count(*) as n from deleted group by company_id, livemode loop
        perform add_to_count(batch.company_id, tg_table_name || case when batch.livemode then '/live' else '/test' end, -batch.n);
      end loop;
      return null;
    end $$`
  yield* sql`create procedure keep_counts_of_modes(target regclass) language plpgsql as $$
    begin
      execute format('create trigger count_inserted after insert on %s referencing new table as inserted
        for each statement execute function count_inserted_of_modes()', target);
      execute format('create trigger count_deleted after delete on %s referencing old table as deleted
        for each statement execute function count_deleted_of_modes()', target);
    end $$`

  yield* sql`alter table row_counts no force row level security`
  for (const table of tables) {
    yield* sql`call keep_counts_of_modes(${table})`
    yield* sql`alter table ${sql(table)} no force row level security`
    yield* sql`insert into row_counts (company_id, relation, slot, n)
      select company_id,
        ${table}::text || case when livemode then '/live' else '/test' end, 0, count(*) from ${sql(table)} group by company_id, livemode`
    yield* sql`alter table ${sql(table)} force row level security`
  }
  yield* sql`alter table row_counts force row level security`
})
