import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * An advance looks at runs at work and at times of schedules by one snapshot: between two looks a schedule could begin a run and move on,
 * or a run that a time waits for could end, and the clock went past what was due. Otherwise as in 0152.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create or replace function step_test_clock(company bigint) returns text language plpgsql volatile as $$
    declare
      clock test_clocks; first timestamptz; scheduled timestamptz; due timestamptz; n int; at_work boolean;
    begin
      perform pg_advisory_xact_lock_shared(7305, 3);
      select * into clock from test_clocks c where c.company_id = company and c.advancing_to is not null for update skip locked;
      if not found then return 'ready'; end if;
      select exists (select from test_runs_at_work(company)),
        (select min(s.wakes_at) from workflow_schedules s where s.company_id = company and not s.livemode and s.wakes_at is not null)
        into at_work, scheduled;
      if at_work then return 'waiting'; end if;
      if scheduled <= clock.stands_at then
        perform pg_notify('workflows', 'schedules');
        return 'waiting';
      end if;
      select min(t.due_at) into first from test_timers t where t.company_id = company and t.fired_at is null;
      first := least(first, scheduled);
      if first is null or first > clock.advancing_to then
        update test_clocks c set stands_at = null, advancing_to = null,
          ahead_ms = greatest(c.ahead_ms, ceil(extract(epoch from clock.advancing_to - now()) * 1000)::bigint)
        where c.company_id = company;
        perform pg_notify('workflows', 'schedules');
        return 'ready';
      end if;
      select max(t.due_at) into due from test_timers t where t.company_id = company and t.fired_at is null
        and t.due_at < date_trunc('second', first) + interval '1 second' and t.due_at <= clock.advancing_to;
      due := greatest(due, first, clock.stands_at);
      n := fire_test_timers(company, due, 10000);
      update test_clocks c set stands_at = due, fired = c.fired + n where c.company_id = company;
      if scheduled <= due then perform pg_notify('workflows', 'schedules'); end if;
      return 'fired';
    end $$`
})
