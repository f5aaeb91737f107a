import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Schedules of workflows, and what each of their times came to. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * Wakes: when there is something to do, by the clock of its mode; the next time with its jitter, or at once where a run that waited
   * for another one can begin. It is all that is looked for, so that a hundred thousand schedules cost what is due.
   */
  yield* sql`create table workflow_schedules (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    workflow text not null,
    input jsonb not null default '{}',
    cron text,
    time_zone text not null,
    interval_seconds int,
    anchor_at timestamptz not null,
    jitter_seconds int not null default 0,
    overlap text not null check (overlap in ('skip', 'buffer_one', 'allow_all', 'cancel_other')),
    catch_up_seconds int not null,
    ends_at timestamptz,
    note text,
    livemode boolean not null,
    origin jsonb not null,
    paused boolean not null default false,
    next_at timestamptz,
    wakes_at timestamptz,
    buffered_at timestamptz,
    last_at timestamptz,
    last_run_id bigint,
    started int not null default 0,
    skipped int not null default 0,
    missed int not null default 0,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    sort_name text collate "C" generated always as (lower(name)) stored,
    sort_next timestamptz generated always as (coalesce(next_at, 'infinity'::timestamptz)) stored,
    primary key (company_id, id),
    check ((cron is null) <> (interval_seconds is null))
  ) with (fillfactor = 80)`
  yield* sql`create index workflow_schedules_due on workflow_schedules (livemode, wakes_at) where wakes_at is not null`
  yield* sql`create index workflow_schedules_due_of_company on workflow_schedules (company_id, livemode, wakes_at) where wakes_at is not null`
  yield* sql`create index workflow_schedules_list on workflow_schedules (company_id, livemode, id) where deleted_at is null`
  yield* sql`create index workflow_schedules_deleted on workflow_schedules (deleted_at) where deleted_at is not null`
  yield* sql`call confine('workflow_schedules', 'select,
    insert (company_id, name, workflow, input, cron, time_zone, interval_seconds, anchor_at, jitter_seconds, overlap, catch_up_seconds, ends_at, note, livemode, origin, next_at),
    update (name, input, cron, time_zone, interval_seconds, anchor_at, jitter_seconds, overlap, catch_up_seconds, ends_at, note, paused, next_at, wakes_at, buffered_at,
      last_at, last_run_id, started, skipped, missed, version, updated_at, deleted_at)', 'select, update (wakes_at), delete')`

  /* The key is what makes each time happen once. */
  yield* sql`create table workflow_schedule_times (
    company_id bigint not null,
    schedule_id bigint not null,
    scheduled_at timestamptz not null,
    cause text not null check (cause in ('schedule', 'trigger', 'backfill')),
    outcome text not null check (outcome in ('started', 'buffered', 'skipped')),
    run_id bigint,
    finished_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (company_id, schedule_id, scheduled_at),
    foreign key (company_id, schedule_id) references workflow_schedules on delete cascade
  ) with (fillfactor = 80)`
  yield* sql`create index workflow_schedule_times_unfinished on workflow_schedule_times (company_id, schedule_id)
    where run_id is not null and finished_at is null`
  yield* sql`create index workflow_schedule_times_created on workflow_schedule_times (created_at)`
  yield* sql`call confine('workflow_schedule_times', 'select, insert (company_id, schedule_id, scheduled_at, cause, outcome),
    update (outcome, run_id, finished_at)', 'select, update (finished_at), delete')`

  yield* sql`create function tell_of_schedule() returns trigger language plpgsql as $$
    begin
      perform pg_notify('workflows', 'schedules');
      return null;
    end $$`
  yield* sql`create trigger tell_of_new after insert on workflow_schedules for each row execute function tell_of_schedule()`
  /* Who moves a schedule on need not hear of it. */
  yield* sql`create trigger tell_of_earlier after update of wakes_at on workflow_schedules for each row
    when (new.wakes_at < coalesce(old.wakes_at, 'infinity'::timestamptz)) execute function tell_of_schedule()`

  /* The end of a run, where the engine or a program writes it down, is the turn of the one that waits for it. */
  yield* sql`create function scheduled_run_ended() returns trigger language plpgsql as $$
    begin
      update public.workflow_schedule_times t set finished_at = new.finished_at
        where t.company_id = new.company_id and t.schedule_id = (new.origin ->> 'schedule_id')::bigint
          and t.scheduled_at = (new.origin ->> 'scheduled_at')::timestamptz;
      update public.workflow_schedules s set wakes_at = least(s.wakes_at, public.company_now(s.livemode))
        where s.company_id = new.company_id and s.id = (new.origin ->> 'schedule_id')::bigint
          and s.overlap = 'buffer_one' and not s.paused and s.deleted_at is null;
      return null;
    end $$`
  yield* sql`create trigger scheduled_run_ended after update of finished_at on workflow_runs for each row
    when (new.finished_at is not null and old.finished_at is null and new.origin ? 'schedule_id') execute function scheduled_run_ended()`

  /* An advance of the test clock stops at times of schedules as at timers, and goes on when what they begin has come to rest. */
  yield* sql`create or replace function step_test_clock(company bigint) returns text language plpgsql volatile as $$
    declare
      clock test_clocks; first timestamptz; scheduled timestamptz; due timestamptz; n int;
    begin
      perform pg_advisory_xact_lock_shared(7305, 3);
      select * into clock from test_clocks c where c.company_id = company and c.advancing_to is not null for update skip locked;
      if not found then return 'ready'; end if;
      if exists (select from test_runs_at_work(company)) then return 'waiting'; end if;
      select min(s.wakes_at) into scheduled from workflow_schedules s where s.company_id = company and not s.livemode and s.wakes_at is not null;
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
