import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What is done with many runs of workflows at once, and what became of each. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table workflow_batches (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    livemode boolean not null,
    action text not null check (action in ('pause', 'resume', 'cancel', 'retry', 'restart')),
    filter jsonb not null,
    matched int not null,
    total int not null,
    continue_before bigint,
    first_runs jsonb not null,
    done int not null default 0,
    refused int not null default 0,
    run_id bigint,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    primary key (company_id, id)
  ) with (fillfactor = 80)`
  yield* sql`create index workflow_batches_list on workflow_batches (company_id, livemode, id)`
  yield* sql`create index workflow_batches_created on workflow_batches (created_at)`
  yield* sql`call confine('workflow_batches', 'select,
    insert (company_id, livemode, action, filter, matched, total, continue_before, first_runs), update (filter, done, refused, run_id, finished_at)', 'select, delete')`

  /* The key is what lets each run be done with once. */
  yield* sql`create table workflow_batch_runs (
    company_id bigint not null,
    batch_id bigint not null,
    run_id bigint not null,
    outcome text not null default 'pending' check (outcome in ('pending', 'done', 'refused')),
    reason text,
    new_run_id bigint,
    primary key (company_id, batch_id, run_id),
    foreign key (company_id, batch_id) references workflow_batches on delete cascade
  ) with (fillfactor = 80)`
  yield* sql`create index workflow_batch_runs_pending on workflow_batch_runs (company_id, batch_id, run_id) where outcome = 'pending'`
  yield* sql`call confine('workflow_batch_runs', 'select, insert (company_id, batch_id, run_id), update (outcome, reason, new_run_id)', '')`
})
