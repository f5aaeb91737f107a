import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { engineTables } from "../workflows/tables.ts"

/**
 * Runs of durable workflows, written by the engine's own transitions: the triggers fire in the transactions in which the
 * engine keeps its messages and replies, so a run never says other than what the engine knows.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* engineTables

  yield* sql`create table workflow_runs (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    workflow text not null,
    version int not null,
    key text,
    payload jsonb not null,
    payload_hash bytea not null,
    origin jsonb not null,
    livemode boolean not null,
    status text not null default 'queued'
      check (status in ('queued', 'running', 'waiting', 'completed', 'failed', 'canceled')),
    attempt int not null default 0,
    wake_at timestamptz,
    result jsonb,
    error jsonb,
    parent_id bigint,
    parent_step text,
    claimed_until timestamptz,
    cancel_requested_at timestamptz,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    primary key (company_id, id)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)`
  yield* sql`create unique index workflow_runs_key on workflow_runs (company_id, workflow, key) where key is not null`
  yield* sql`create index workflow_runs_queued on workflow_runs (workflow, version, company_id, id) where status = 'queued'`
  yield* sql`create index workflow_runs_active on workflow_runs (workflow, company_id)
    where status = 'running' or claimed_until is not null`
  yield* sql`create index workflow_runs_unfinished on workflow_runs (workflow, version, id) where finished_at is null`
  yield* sql`create index workflow_runs_status on workflow_runs (company_id, status, id)`
  yield* sql`create index workflow_runs_workflow on workflow_runs (company_id, workflow, id)`
  yield* sql`create index workflow_runs_children on workflow_runs (company_id, parent_id) where parent_id is not null`
  yield* sql`create index workflow_runs_finished on workflow_runs (finished_at) where finished_at is not null`
  yield* sql`call confine('workflow_runs', 'select, insert, update (status, cancel_requested_at, finished_at)',
    'select, insert, update, delete')`

  /* What a write of a run has done, so that the run, told to do it again, does not. */
  yield* sql`create table workflow_writes (
    company_id bigint not null,
    run_id bigint not null,
    step text not null,
    result jsonb,
    primary key (company_id, run_id, step),
    foreign key (company_id, run_id) references workflow_runs on delete cascade
  ) with (autovacuum_vacuum_scale_factor = 0.02)`
  yield* sql`call confine('workflow_writes', 'select, insert', 'select, delete')`

  yield* sql`create function claim_write(company bigint, run bigint, in_step text)
    returns table (result jsonb) language plpgsql volatile as $$
    begin
      perform set_config('app.company_id', company::text, true);
      perform pg_advisory_xact_lock(hashtextextended(run || ' ' || in_step, 11));
      return query select w.result from workflow_writes w
        where w.company_id = company and w.run_id = run and w.step = in_step;
    end $$`

  /* What a run is to be told: the value of a signal, the end of a child, or, without an exit, to stop. */
  yield* sql`create table workflow_signals (
    company_id bigint not null,
    id bigint generated always as identity,
    run_id bigint not null,
    name text not null,
    exit jsonb,
    primary key (company_id, id),
    foreign key (company_id, run_id) references workflow_runs on delete cascade
  ) with (autovacuum_vacuum_scale_factor = 0.02)`
  yield* sql`create index workflow_signals_run on workflow_signals (company_id, run_id)`
  yield* sql`call confine('workflow_signals', 'select, insert', 'select, insert, update, delete')`

  yield* sql`create function tell_workflows() returns trigger language plpgsql as $$
    begin
      perform pg_notify('workflows', '');
      return null;
    end $$`
  for (const table of ["workflow_runs", "workflow_signals"]) {
    yield* sql.unsafe(`create trigger tell after insert on ${table} for each statement execute function tell_workflows()`)
  }

  /*
   * Takes queued runs for the engine: of the definitions given, the companies with the fewest running first, oldest first
   * within a company, no company and no workflow beyond its limit. One caller at a time, so that the limits hold.
   */
  yield* sql`create function claim_runs(definitions jsonb, most int, lease interval)
    returns table (company_id bigint, id bigint, workflow text, version int, payload jsonb, origin jsonb, livemode boolean)
    language plpgsql volatile as $$
    declare
      d record; room int;
    begin
      if not pg_try_advisory_xact_lock(7305, 1) then return; end if;
      for d in select * from jsonb_to_recordset(definitions) as d (name text, version int, per_company int, total int) loop
        select d.total - count(*) into room from workflow_runs r
          where r.workflow = d.name and (r.status = 'running' or r.claimed_until is not null)
            and (r.status = 'running' or r.claimed_until > now());
        continue when room <= 0;
        return query
          with recursive waiting as (
            (select r.company_id from workflow_runs r
              where r.workflow = d.name and r.version = d.version and r.status = 'queued' order by r.company_id limit 1)
            union all
            select (select r.company_id from workflow_runs r
              where r.workflow = d.name and r.version = d.version and r.status = 'queued' and r.company_id > w.company_id
              order by r.company_id limit 1)
            from waiting w where w.company_id is not null
          ),
          busy as materialized (
            select w.company_id, (select count(*) from workflow_runs r where r.workflow = d.name and r.company_id = w.company_id
              and (r.status = 'running' or r.claimed_until is not null) and (r.status = 'running' or r.claimed_until > now())) as n
            from waiting w where w.company_id is not null
          ),
          next as (
            select b.company_id, q.id, b.n + row_number() over (partition by b.company_id order by q.id) as place
            from busy b cross join lateral (
              select r.id from workflow_runs r
              where r.workflow = d.name and r.version = d.version and r.status = 'queued' and r.company_id = b.company_id
                and (r.claimed_until is null or r.claimed_until <= now())
              order by r.id limit greatest(least(d.per_company - b.n, most), 0)
            ) q
          ),
          chosen as (select n.company_id, n.id from next n order by n.place, n.id limit least(room, most))
          update workflow_runs r set claimed_until = now() + lease from chosen c
          where r.company_id = c.company_id and r.id = c.id
          returning r.company_id, r.id, r.workflow, r.version, r.payload, r.origin, r.livemode;
      end loop;
    end $$`

  yield* sql`create index cluster_messages_entity on engine.cluster_messages (entity_id, entity_type)`
  yield* sql`create index cluster_messages_due on engine.cluster_messages (deliver_at) where not processed and deliver_at is not null`
  yield* sql`create index cluster_messages_waiting on engine.cluster_messages (rowid) where not processed and deliver_at is null`
  /* They hold every message for ever and the time it was read, so that no change of a message could stay in its page. */
  yield* sql`drop index engine.cluster_messages_shard_idx, engine.cluster_messages_rowid_idx`
  for (const table of ["cluster_messages", "cluster_replies"]) {
    yield* sql.unsafe(`alter table engine.${table} set (autovacuum_vacuum_scale_factor = 0.02, fillfactor = 80)`)
  }

  /* The engine calls a run by its company and id: 12.345. */
  yield* sql`create function run_began() returns trigger language plpgsql as $$
    begin
      update public.workflow_runs set status = 'running', attempt = attempt + 1, wake_at = null, claimed_until = null,
        started_at = coalesce(started_at, now())
      where company_id = split_part(new.entity_id, '.', 1)::bigint and id = split_part(new.entity_id, '.', 2)::bigint
        and finished_at is null;
      return null;
    end $$`
  yield* sql`create trigger run_began after insert on engine.cluster_messages for each row
    when (new.tag = 'run' and new.deliver_at is null) execute function run_began()`
  yield* sql`create trigger run_resumed after update of processed on engine.cluster_messages for each row
    when (old.processed and not new.processed and new.tag = 'run' and new.deliver_at is null) execute function run_began()`

  /* A run that ends or waits leaves its place to one in the queue. */
  yield* sql`create function tell_of_room(name text) returns void language plpgsql as $$
    begin
      if exists (select from public.workflow_runs where workflow = name and status = 'queued' and claimed_until is null) then
        perform pg_notify('workflows', '');
      end if;
    end $$`
  yield* sql`create function run_replied() returns trigger language plpgsql as $$
    declare
      run engine.cluster_messages; answer jsonb; outcome jsonb; ended record;
    begin
      select * into run from engine.cluster_messages where id = new.request_id;
      if run.tag is distinct from 'run' or run.deliver_at is not null then return null; end if;
      answer := new.payload::jsonb;
      if answer #>> '{value,_tag}' = 'Suspended' then
        update public.workflow_runs set status = 'waiting', wake_at = (
          select to_timestamp(min(t.deliver_at) / 1000.0) from engine.cluster_messages t
          where t.entity_id = run.entity_id and t.entity_type = 'Workflow/-/DurableClock' and not t.processed)
        where company_id = split_part(run.entity_id, '.', 1)::bigint and id = split_part(run.entity_id, '.', 2)::bigint
        returning workflow into ended;
        perform public.tell_of_room(ended.workflow);
        return null;
      end if;
      outcome := case when answer ->> '_tag' = 'Success' then answer #> '{value,exit}' else answer end;
      update public.workflow_runs set
        status = case
          when outcome ->> '_tag' = 'Success' then 'completed'
          when not jsonb_path_exists(outcome, '$.cause[*] ? (@._tag != "Interrupt")') then 'canceled'
          else 'failed' end,
        result = case when outcome ->> '_tag' = 'Success' then outcome -> 'value' end,
        error = case when outcome ->> '_tag' <> 'Success' then outcome -> 'cause' end,
        wake_at = null, claimed_until = null, finished_at = now()
      where company_id = split_part(run.entity_id, '.', 1)::bigint and id = split_part(run.entity_id, '.', 2)::bigint
      returning company_id, parent_id, parent_step, status, workflow into ended;
      perform public.tell_of_room(ended.workflow);
      if ended.parent_id is not null and not (ended.status = 'canceled' and exists (
        select from public.workflow_runs where company_id = ended.company_id and id = ended.parent_id and cancel_requested_at is not null)) then
        insert into public.workflow_signals (company_id, run_id, name, exit)
        values (ended.company_id, ended.parent_id, 'child/' || ended.parent_step, outcome);
      end if;
      return null;
    end $$`
  yield* sql`create trigger run_replied after insert on engine.cluster_replies for each row
    when (new.kind = 0) execute function run_replied()`

  /* The steps of a run, from the engine's own messages; their ids tell the time (41 bits of milliseconds since 2025). */
  yield* sql`create function run_steps(run bigint)
    returns table (name text, kind text, attempt int, started_at timestamptz, finished_at timestamptz, due_at timestamptz, exit jsonb)
    language sql stable security definer set search_path = public, pg_temp as $$
      select
        coalesce(m.payload::jsonb ->> 'name', m.tag),
        case when m.deliver_at is not null then 'timer' when m.tag = 'deferred' then 'signal' else 'step' end,
        coalesce((m.payload::jsonb ->> 'attempt')::int, 1),
        to_timestamp(((m.id >> 22) + 1735689600000) / 1000.0),
        to_timestamp(((r.id >> 22) + 1735689600000) / 1000.0),
        to_timestamp(m.deliver_at / 1000.0),
        case when m.tag = 'activity' then coalesce(r.payload::jsonb #> '{value,exit}', r.payload::jsonb)
          when m.tag = 'deferred' then m.payload::jsonb -> 'exit' end
      from workflow_runs w
      join engine.cluster_messages m on m.entity_id = w.company_id || '.' || w.id and m.kind = 0
      left join engine.cluster_replies r on r.request_id = m.id and r.kind = 0
      where w.company_id = current_company() and w.id = run
        and (m.tag in ('activity', 'deferred') or m.deliver_at is not null)
        and not (m.tag = 'deferred' and m.payload::jsonb ->> 'name' like any (array['DurableClock/%', 'raceAll/%', 'Workflow/%']))
      order by m.id
    $$`
  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function run_steps(bigint) owner to service_system`
  yield* sql`revoke create on schema public from service_system`
})
