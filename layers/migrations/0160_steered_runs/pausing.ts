import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * A run that is paused is put aside like one without a place within its limits, but in no queue: nothing that happens to it lets it
 * begin. What it is told meanwhile is kept by the engine, and found when it goes on.
 */
export const pausing = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create or replace function resume_run(request bigint, reply bigint, definitions jsonb) returns void language plpgsql volatile as $$
    declare
      run record; may record; busy record;
    begin
      select r.company_id, r.id, r.workflow, r.version, r.status into run
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
        if busy.n >= may.total or busy.own >= may.per_company or exists (
          select from workflow_runs r where r.workflow = run.workflow and r.version = run.version and r.company_id = run.company_id
            and r.status = 'queued') then
          update workflow_runs r set status = 'queued', wake_at = null where r.company_id = run.company_id and r.id = run.id;
          perform pg_notify('workflows', '');
          return;
        end if;
      end if;
      perform begin_again(request);
    end $$`

  /*
   * A run that rests because it was told to is paused. Where that was taken back meanwhile it goes on: whether it rests for the pause
   * or for something else cannot be told any more, and going through its results once more does no harm.
   */
  yield* sql`create or replace function run_replied() returns trigger language plpgsql as $$
    declare
      run engine.cluster_messages; answer jsonb; outcome jsonb; ended record;
    begin
      select * into run from engine.cluster_messages where id = new.request_id;
      if run.tag is distinct from 'run' or run.deliver_at is not null then return null; end if;
      answer := new.payload::jsonb;
      if answer #>> '{value,_tag}' = 'Suspended' then
        update public.workflow_runs r set
          status = case r.pause when 'asked' then 'paused' when 'lifted' then 'queued' else 'waiting' end,
          pause = case when r.pause = 'asked' then 'asked' end,
          wake_at = case when r.pause is null then (
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

  /* The name of the first error of a cause, or of the exception. */
  yield* sql`create function error_kind(cause jsonb) returns text language sql immutable as $$
      select left(coalesce(e -> 'error' ->> '_tag', e -> 'error' ->> 'name', e -> 'defect' ->> '_tag', e -> 'defect' ->> 'name', e ->> '_tag'), 100)
      from jsonb_path_query_first(cause, '$[*] ? (@._tag != "Interrupt")') e
    $$`

  /* Says of what is at work that it is to rest. One that was being begun by a process that died rests already. */
  yield* sql`create function runs_to_rest() returns setof text language plpgsql volatile as $$
    begin
      update workflow_runs r set status = 'paused', claimed_until = null
        where r.pause = 'asked' and r.status = 'queued' and (r.claimed_until is null or r.claimed_until <= now());
      return query select r.company_id || '.' || r.id from workflow_runs r where r.pause = 'asked' and r.status = 'running';
    end $$`
  yield* sql`create function tell_of_pauses() returns trigger language plpgsql as $$
    begin
      perform pg_notify('workflows', case when new.pause = 'asked' then 'pause' else '' end);
      return null;
    end $$`
  yield* sql`create trigger tell_of_pauses after update of pause on workflow_runs for each row
    when (new.pause is distinct from old.pause or (old.status = 'paused' and new.status <> 'paused'))
    execute function tell_of_pauses()`
})
