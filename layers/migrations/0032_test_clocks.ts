import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The time of a company's test mode, and the timers that go by it. Runs of test mode do not sleep in the engine, whose timers go
 * by real time: theirs stand here, and what fires one sends the run a signal.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Test time is real time and what it is ahead of it. During an advance it stands still, at one due time after the other. */
  yield* sql`create table test_clocks (
    company_id bigint primary key references companies,
    ahead_ms bigint not null default 0,
    stands_at timestamptz,
    advancing_to timestamptz,
    fired int not null default 0,
    check ((stands_at is null) = (advancing_to is null))
  )`
  yield* sql`create index test_clocks_advancing on test_clocks (company_id) where advancing_to is not null`
  yield* sql`call confine('test_clocks', 'select, insert (company_id), update (stands_at, advancing_to, fired)',
    'select, update (ahead_ms, stands_at, advancing_to, fired)')`

  yield* sql`create table test_timers (
    company_id bigint not null,
    run_id bigint not null,
    name text not null,
    due_at timestamptz not null,
    in_memory boolean not null default false,
    created_at timestamptz not null default clock_timestamp(),
    fired_at timestamptz,
    primary key (company_id, run_id, name),
    foreign key (company_id, run_id) references workflow_runs on delete cascade
  ) with (fillfactor = 80)`
  yield* sql`create index test_timers_due on test_timers (due_at) where fired_at is null`
  yield* sql`create index test_timers_of_company on test_timers (company_id, due_at) where fired_at is null`
  yield* sql`call confine('test_timers', 'select, insert (company_id, run_id, name, due_at, in_memory)',
    'select, update (fired_at), delete')`
  yield* sql`create index workflow_runs_test on workflow_runs (company_id, status) where not livemode and finished_at is null`

  yield* sql`create function test_time(company bigint) returns timestamptz language sql stable as $$
    select coalesce(
      (select coalesce(c.stands_at, now() + c.ahead_ms * interval '1 millisecond') from test_clocks c where c.company_id = company),
      now())
    $$`
  /* What time it is for the company of the session, in a record of this mode. */
  yield* sql`create function company_now(live boolean) returns timestamptz language sql stable as $$
    select case when live then now() else test_time((select current_company())) end
    $$`

  /*
   * The runs of test mode that have something to do at this moment. Work passes from a signal to a message of the engine to a
   * running run and back, each time in one transaction, so one statement sees it wherever it is. A run that waits in memory
   * waits for time to pass.
   */
  yield* sql`create function test_runs_at_work(company bigint) returns setof bigint language sql stable as $$
      select r.id from workflow_runs r
      where r.company_id = company and not r.livemode and r.finished_at is null
        and not exists (
          select from test_timers t where t.company_id = company and t.run_id = r.id and t.in_memory and t.fired_at is null)
        and (r.status in ('queued', 'running')
          or r.id in (select s.run_id from workflow_signals s where s.company_id = company)
          or r.id in (select split_part(m.entity_id, '.', 2)::bigint from engine.cluster_messages m
            where not m.processed and m.deliver_at is null and starts_with(m.entity_id, company || '.')))
      order by r.id
    $$`

  /* Tells a run that its timer is over, as the engine would. */
  yield* sql`create function fire_test_timers(company bigint, until timestamptz, most int) returns int language plpgsql volatile as $$
    declare n int;
    begin
      with due as (
        select t.run_id, t.name, t.due_at from test_timers t
        where t.company_id = company and t.fired_at is null and t.due_at <= until order by t.due_at, t.run_id limit most
      ),
      fired as (
        update test_timers t set fired_at = clock_timestamp() from due d
        where t.company_id = company and t.run_id = d.run_id and t.name = d.name
        returning t.run_id, t.name, t.due_at, t.in_memory
      ),
      told as (
        insert into workflow_signals (company_id, run_id, name, exit)
        select company, f.run_id, 'DurableClock/' || f.name, '{"_tag":"Success","value":null}'::jsonb
        from fired f where not f.in_memory order by f.due_at, f.run_id
      )
      select count(*) into n from fired;
      return n;
    end $$`

  /*
   * Takes an advance one step further: to the next due time once all work of the one before is done, or to its end. Each step is
   * a transaction, so that whoever goes on with it after a crash finds it where it was.
   */
  yield* sql`create function step_test_clock(company bigint) returns text language plpgsql volatile as $$
    declare
      clock test_clocks; due timestamptz; n int;
    begin
      perform pg_advisory_xact_lock_shared(7305, 3);
      select * into clock from test_clocks c where c.company_id = company and c.advancing_to is not null for update skip locked;
      if not found then return 'ready'; end if;
      if exists (select from test_runs_at_work(company)) then return 'waiting'; end if;
      select min(t.due_at) into due from test_timers t where t.company_id = company and t.fired_at is null;
      if due is null or due > clock.advancing_to then
        update test_clocks c set stands_at = null, advancing_to = null,
          ahead_ms = greatest(c.ahead_ms, ceil(extract(epoch from clock.advancing_to - now()) * 1000)::bigint)
        where c.company_id = company;
        return 'ready';
      end if;
      due := greatest(due, clock.stands_at);
      n := fire_test_timers(company, due, 10000);
      update test_clocks c set stands_at = due, fired = c.fired + n where c.company_id = company;
      return 'fired';
    end $$`

  /*
   * Fires what came due by itself, and answers with the companies whose clocks are being advanced; theirs fire nothing by
   * themselves. One caller at a time, and no advance meanwhile, so that no timer is overtaken by a later one.
   */
  yield* sql`create function tend_test_clocks(most int) returns setof bigint language plpgsql volatile as $$
    declare c record;
    begin
      if pg_try_advisory_xact_lock(7305, 3) then
        for c in
          select distinct t.company_id, now() as until from (
            select t.company_id from test_timers t where t.fired_at is null and t.due_at <= now() order by t.due_at limit most) t
          where not exists (select from test_clocks k where k.company_id = t.company_id)
          union all
          select k.company_id, test_time(k.company_id) from test_clocks k
          where k.advancing_to is null and exists (
            select from test_timers t where t.company_id = k.company_id and t.fired_at is null and t.due_at <= test_time(k.company_id))
        loop
          perform fire_test_timers(c.company_id, c.until, most);
        end loop;
      end if;
      return query select k.company_id from test_clocks k where k.advancing_to is not null order by k.company_id;
    end $$`

  /* What the engine's own timers do for runs of live mode. */
  yield* sql`create function test_run_waits() returns trigger language plpgsql as $$
    begin
      new.wake_at := least(new.wake_at,
        (select min(t.due_at) from test_timers t where t.company_id = new.company_id and t.run_id = new.id and t.fired_at is null));
      return new;
    end $$`
  yield* sql`create trigger test_run_waits before update of status on workflow_runs for each row
    when (not new.livemode and new.status = 'waiting') execute function test_run_waits()`
  yield* sql`create function test_run_ended() returns trigger language plpgsql as $$
    begin
      delete from test_timers t where t.company_id = new.company_id and t.run_id = new.id and t.fired_at is null;
      return null;
    end $$`
  yield* sql`create trigger test_run_ended after update of finished_at on workflow_runs for each row
    when (not new.livemode and new.finished_at is not null and old.started_at is not null) execute function test_run_ended()`

  /* The same for requests, which see neither the engine's messages nor the clocks of other companies. */
  yield* sql`grant create on schema public to service_system`
  yield* sql`set local role service_system`
  yield* sql`create function own_test_runs_at_work() returns setof bigint language sql stable security definer
    set search_path = public, pg_temp as $$ select test_runs_at_work(current_company()) $$`
  yield* sql`create function step_own_test_clock() returns text language sql volatile security definer
    set search_path = public, pg_temp as $$ select step_test_clock(current_company()) $$`
  yield* sql`reset role`
  yield* sql`revoke create on schema public from service_system`

  /* Runs that sleep already can be woken by the clock too; the engine's timer then tells them nothing new. */
  yield* sql`insert into test_timers (company_id, run_id, name, due_at)
    select r.company_id, r.id, m.payload::jsonb ->> 'name', to_timestamp(min(m.deliver_at) / 1000.0)
    from workflow_runs r join engine.cluster_messages m on m.entity_id = r.company_id || '.' || r.id
    where not r.livemode and r.finished_at is null and m.deliver_at is not null and not m.processed and m.payload::jsonb ->> 'name' is not null
    group by r.company_id, r.id, m.payload::jsonb ->> 'name'`
})
