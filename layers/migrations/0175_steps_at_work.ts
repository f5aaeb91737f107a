import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How far steps are that take long, and how soon something may be done again that may be done only so often. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table workflow_step_progress (
    company_id bigint not null,
    run_id bigint not null,
    step text not null,
    progress jsonb not null,
    reported_at timestamptz not null default now(),
    primary key (company_id, run_id, step),
    foreign key (company_id, run_id) references workflow_runs on delete cascade
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)`
  yield* sql`call confine('workflow_step_progress', 'select, insert, update (progress, reported_at), delete', 'select, delete')`

  /* Free at: when all that may be done within a period would be free again. */
  yield* sql`create table workflow_rates (
    company_id bigint not null references companies,
    name text not null,
    livemode boolean not null,
    free_at timestamptz not null,
    primary key (company_id, name, livemode)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)`
  yield* sql`call confine('workflow_rates', 'select, insert, update (free_at)', 'select, delete')`
})
