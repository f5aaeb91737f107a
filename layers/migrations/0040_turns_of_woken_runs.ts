import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Limits of concurrency count woken runs too. A run that waits takes no place; woken, it takes one that is free, or goes back to
 * the queue, where `claim_runs` finds it by its age as it does those that never began. Until it has a place the engine keeps its
 * reply that it is suspended, so that nothing else than a place lets it begin.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Lets a suspended run begin again: the trigger on its message counts it as running. */
  yield* sql`create function begin_again(request bigint) returns void language sql volatile as $$
      delete from engine.cluster_replies where request_id = request and kind = 0;
      update engine.cluster_messages set processed = false, last_reply_id = null, last_read = null where id = request;
    $$`

  /*
   * What the engine does when a run is woken; harmless to repeat. Places are counted by one at a time for each workflow, here and in
   * claim_runs. Nobody overtakes the queue of its company.
   */
  yield* sql`create function resume_run(request bigint, reply bigint, definitions jsonb) returns void language plpgsql volatile as $$
    declare
      run record; may record; busy record;
    begin
      select r.company_id, r.id, r.workflow, r.version, r.status into run
        from engine.cluster_messages m join workflow_runs r
          on r.company_id = split_part(m.entity_id, '.', 1)::bigint and r.id = split_part(m.entity_id, '.', 2)::bigint
        where m.id = request and m.tag = 'run' and m.deliver_at is null
        for no key update of r;
      if run.status = 'queued' or not exists (select from engine.cluster_messages m where m.id = request and m.last_reply_id = reply) then
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

  /* Who is locked by somebody else at this moment is left for the next time: nobody waits for a row with the places locked. */
  yield* sql`create or replace function claim_runs(definitions jsonb, most int, lease interval)
    returns table (company_id bigint, id bigint, workflow text, version int, payload jsonb, origin jsonb, livemode boolean)
    language plpgsql volatile as $$
    declare
      d record; taken record; room int;
    begin
      if not pg_try_advisory_xact_lock(7305, 1) then return; end if;
      for d in select * from jsonb_to_recordset(definitions) as d (name text, version int, per_company int, total int) loop
        continue when not exists (
          select from workflow_runs r where r.workflow = d.name and r.version = d.version and r.status = 'queued');
        perform pg_advisory_xact_lock(7306, hashtext(d.name));
        select d.total - count(*) into room from workflow_runs r
          where r.workflow = d.name and (r.status = 'running' or r.claimed_until is not null)
            and (r.status = 'running' or r.claimed_until > now());
        continue when room <= 0;
        for taken in
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
          chosen as (select n.company_id, n.id from next n order by n.place, n.id limit least(room, most)),
          free as (
            select r.company_id, r.id from chosen c join workflow_runs r on r.company_id = c.company_id and r.id = c.id
            where r.status = 'queued' for no key update of r skip locked
          )
          update workflow_runs r set claimed_until = now() + lease from free f
          where r.company_id = f.company_id and r.id = f.id
          returning r.*
        loop
          if taken.started_at is not null then
            perform begin_again(m.id) from engine.cluster_messages m
              where m.entity_id = taken.company_id || '.' || taken.id and m.tag = 'run' and m.deliver_at is null and m.processed;
          end if;
          company_id := taken.company_id; id := taken.id; workflow := taken.workflow; version := taken.version;
          payload := taken.payload; origin := taken.origin; livemode := taken.livemode;
          return next;
        end loop;
      end loop;
    end $$`
})
