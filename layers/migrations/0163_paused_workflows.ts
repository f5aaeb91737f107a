import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Whole workflows that a company has paused. Their runs are not looked up for it: one that would get into the queue, to begin or to go
 * on, is held instead, and the resumption lets those that are held into the queue.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table workflow_pauses (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    livemode boolean not null,
    workflow text not null,
    paused_at timestamptz not null default now(),
    primary key (company_id, id),
    unique (company_id, livemode, workflow)
  )`
  yield* sql`call confine('workflow_pauses', 'select, insert (company_id, livemode, workflow), update (paused_at), delete', 'select, update (paused_at)')`

  /* What is being canceled is let through: it takes back what it did. */
  yield* sql`create function is_held(company bigint, live boolean, name text, canceled timestamptz) returns boolean language sql stable as $$
      select canceled is null and exists (
        select from public.workflow_pauses p where p.company_id = company and p.livemode = live and p.workflow = name)
    $$`

  /*
   * The lock makes a resumption wait for those that are held in other transactions at this moment, so that it finds them; and whoever
   * comes after the resumption is not held.
   */
  yield* sql`create function hold_run() returns trigger language plpgsql as $$
    begin
      perform from public.workflow_pauses p
        where p.company_id = new.company_id and p.livemode = new.livemode and p.workflow = new.workflow for key share;
      if found then new.status := 'paused'; end if;
      return new;
    end $$`
  yield* sql`create trigger hold_run before insert or update of status on workflow_runs for each row
    when (new.status = 'queued' and new.cancel_requested_at is null) execute function hold_run()`

  yield* sql`create function tell_of_paused_workflow() returns trigger language plpgsql as $$
    begin
      perform pg_notify('workflows', 'pause');
      return null;
    end $$`
  yield* sql`create trigger tell_of_paused_workflow after insert on workflow_pauses for each row execute function tell_of_paused_workflow()`

  /* As in 0160, but for what is held. */
  yield* sql`create or replace function resume_run(request bigint, reply bigint, definitions jsonb) returns void language plpgsql volatile as $$
    declare
      run record; may record; busy record;
    begin
      select r.company_id, r.id, r.workflow, r.version, r.status, r.livemode, r.cancel_requested_at into run
        from engine.cluster_messages m join workflow_runs r
          on r.company_id = split_part(m.entity_id, '.', 1)::bigint and r.id = split_part(m.entity_id, '.', 2)::bigint
        where m.id = request and m.tag = 'run' and m.deliver_at is null
        for no key update of r;
      if run.status in ('queued', 'paused') or not exists (
        select from engine.cluster_messages m where m.id = request and m.last_reply_id = reply) then
        return;
      end if;
      select d.per_company, d.total into may from jsonb_to_recordset(definitions) as d (name text, version int, per_company int, total int)
        where d.name = run.workflow and d.version = run.version;
      if found then
        perform pg_advisory_xact_lock(7306, hashtext(run.workflow));
        select count(*) as n, count(*) filter (where r.company_id = run.company_id) as own into busy from workflow_runs r
          where r.workflow = run.workflow and (r.status = 'running' or r.claimed_until is not null)
            and (r.status = 'running' or r.claimed_until > now());
        if busy.n >= may.total or busy.own >= may.per_company or is_held(run.company_id, run.livemode, run.workflow, run.cancel_requested_at) or exists (
          select from workflow_runs r where r.workflow = run.workflow and r.version = run.version and r.company_id = run.company_id
            and r.status = 'queued') then
          update workflow_runs r set status = 'queued', wake_at = null where r.company_id = run.company_id and r.id = run.id;
          perform pg_notify('workflows', '');
          return;
        end if;
      end if;
      perform begin_again(request);
    end $$`
  yield* sql`create or replace function run_replied() returns trigger language plpgsql as $$
    declare
      run engine.cluster_messages; answer jsonb; outcome jsonb; ended record;
    begin
      select * into run from engine.cluster_messages where id = new.request_id;
      if run.tag is distinct from 'run' or run.deliver_at is not null then return null; end if;
      answer := new.payload::jsonb;
      if answer #>> '{value,_tag}' = 'Suspended' then
        update public.workflow_runs r set
          status = case when r.pause = 'asked' then 'paused'
            when r.pause = 'lifted' or public.is_held(r.company_id, r.livemode, r.workflow, r.cancel_requested_at) then 'queued' else 'waiting' end,
          pause = case when r.pause = 'asked' then 'asked' end,
          wake_at = case when r.pause is null and not public.is_held(r.company_id, r.livemode, r.workflow, r.cancel_requested_at) then (
            select to_timestamp(min(t.deliver_at) / 1000.0) from engine.cluster_messages t
            where t.entity_id = run.entity_id and t.entity_type = 'Workflow/-/DurableClock' and not t.processed) end
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
        error_kind = case when outcome ->> '_tag' <> 'Success' then public.error_kind(outcome -> 'cause') end,
        wake_at = null, claimed_until = null, pause = null, pause_requested_at = null, finished_at = now()
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
  yield* sql`create or replace function runs_to_rest() returns setof text language plpgsql volatile as $$
    begin
      update workflow_runs r set status = 'paused', claimed_until = null
        where r.pause = 'asked' and r.status = 'queued' and (r.claimed_until is null or r.claimed_until <= now());
      return query select r.company_id || '.' || r.id from workflow_runs r where r.pause = 'asked' and r.status = 'running'
        union
        select r.company_id || '.' || r.id from workflow_pauses p
        join workflow_runs r on r.workflow = p.workflow and r.company_id = p.company_id and r.livemode = p.livemode
        where r.status = 'running' and r.cancel_requested_at is null;
    end $$`
})
