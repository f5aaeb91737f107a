import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Companies that a background job passes over, because their rows make it fail, so that it goes on with all others. It tries such a
 * company again each minute, by itself. A failure names no company that is known to exist: its rows may be of none.
 */
export const failures = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table background_failures (
    company_id bigint not null,
    job text not null check (job in ('seal_receipts', 'number_events')),
    problem text not null,
    since timestamptz not null default now(),
    tried_at timestamptz not null default now(),
    primary key (company_id, job)
  )`
  yield* sql`call confine('background_failures', 'select',
    'select, insert (company_id, job, problem), update (problem, tried_at), delete')`

  /* What is the fault of the database, and not of a company's rows, is for the caller to try again. */
  yield* sql`create function note_failure(company bigint, of_job text, state text, message text) returns void language plpgsql as $$
    begin
      if state ~ '^(40|53|55|57|58)' then raise exception using errcode = state, message = message; end if;
      insert into background_failures as f (company_id, job, problem) values (company, of_job, message)
        on conflict (company_id, job) do update set problem = excluded.problem, tried_at = now();
    end $$`

  /* Companies whose turn it is to be tried again; whoever else tries one at this moment keeps it. */
  yield* sql`create function failures_to_retry(of_job text) returns setof bigint language sql volatile as $$
    select f.company_id from background_failures f
      where f.job = of_job and f.tried_at < now() - interval '1 minute' order by f.company_id for update skip locked
  $$`
})
