import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** By what runs of workflows are found: one value of one type each. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table workflow_run_attributes (
    company_id bigint not null,
    run_id bigint not null,
    name text not null,
    text_value text collate "C",
    number_value float8,
    boolean_value boolean,
    time_value timestamptz,
    primary key (company_id, run_id, name),
    foreign key (company_id, run_id) references workflow_runs on delete cascade,
    check (num_nonnulls(text_value, number_value, boolean_value, time_value) = 1)
  ) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02)`
  for (const type of ["text", "number", "boolean", "time"]) {
    yield* sql.unsafe(`create index workflow_run_attributes_${type} on workflow_run_attributes (company_id, name, ${type}_value, run_id) where ${type}_value is not null`)
  }
  yield* sql`call confine('workflow_run_attributes', 'select, insert, update (text_value, number_value, boolean_value, time_value), delete', '')`
})
