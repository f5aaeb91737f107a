import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Kept counts of the products of each state, besides that of all: visitors are shown the active ones alone. */
export const productCounts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create function count_product_states_inserted() returns trigger language plpgsql as $$
    declare batch record;
    begin
      for batch in select company_id, state, count(*) as n from inserted group by company_id, state loop
        perform add_to_count(batch.company_id, 'products.state/' || batch.state, batch.n);
      end loop;
      return null;
    end $$`
  yield* sql`create function count_product_states_deleted() returns trigger language plpgsql as $$
    declare batch record;
    begin
      for batch in select company_id, state, count(*) as n from deleted group by company_id, state loop
        perform add_to_count(batch.company_id, 'products.state/' || batch.state, -batch.n);
      end loop;
      return null;
    end $$`
  yield* sql`create function count_product_states_moved() returns trigger language plpgsql as $$
    begin
      perform add_to_count(new.company_id, 'products.state/' || old.state, -1);
      perform add_to_count(new.company_id, 'products.state/' || new.state, 1);
      return null;
    end $$`
  yield* sql`create trigger count_states_inserted after insert on products referencing new table as inserted
    for each statement execute function count_product_states_inserted()`
  yield* sql`create trigger count_states_deleted after delete on products referencing old table as deleted
    for each statement execute function count_product_states_deleted()`
  yield* sql`create trigger count_states_moved after update of state on products
    for each row when (old.state <> new.state) execute function count_product_states_moved()`
})
