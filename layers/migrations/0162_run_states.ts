import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How far runs are, as their programs tell it. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table workflow_run_states (
    company_id bigint not null,
    run_id bigint not null,
    state jsonb not null,
    set_at timestamptz not null default now(),
    primary key (company_id, run_id),
    foreign key (company_id, run_id) references workflow_runs on delete cascade
  ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`
  yield* sql`call confine('workflow_run_states', 'select, insert (company_id, run_id, state), update (state, set_at)', '')`
  yield* sql`grant delete on workflow_writes to service_system`

  /* What a run says of itself is said again by the steps that are done again, unlike its writes. Otherwise as in 0160. */
  yield* sql`grant create on schema public to service_system`
  yield* sql`set local role service_system`
  yield* sql`create or replace function retry_own_run(run bigint, names text[], since timestamptz) returns void language plpgsql volatile security definer
    set search_path = public, pg_temp as $$
    declare
      entity text := current_company() || '.' || run; waits text[]; from_id bigint := case when since is null then null
        else ((extract(epoch from since) * 1000)::bigint - 1735689600000) << 22 end;
    begin
      select coalesce(array_agg(m.payload::jsonb ->> 'name'), '{}') into waits from engine.cluster_messages m
        where m.entity_id = entity and m.kind = 0 and m.deliver_at is not null
          and (m.id >= from_id or exists (select from unnest(names) n where starts_with(m.payload::jsonb ->> 'name', n || '/')));
      select waits || coalesce(array_agg(t.name), '{}') into waits from test_timers t
        where t.company_id = current_company() and t.run_id = run and (t.created_at >= since
          or exists (select from unnest(names) n where starts_with(t.name, n || '/')));
      with forgotten as (
        delete from engine.cluster_messages m where m.entity_id = entity and m.kind = 0 and (
          (m.tag = 'activity' and (m.payload::jsonb ->> 'name' = any(names) or m.id >= from_id
            or exists (select from unnest(names) n where starts_with(m.payload::jsonb ->> 'name', 'DurableClock/' || n || '/'))))
          or (m.deliver_at is not null and m.payload::jsonb ->> 'name' = any(waits))
          or (m.tag = 'deferred' and (m.payload::jsonb ->> 'name' in (select 'DurableClock/' || w from unnest(waits) w)
            or (m.payload::jsonb ->> 'name' = any(names) and starts_with(m.payload::jsonb ->> 'name', 'child/'))
            or (m.id >= from_id and starts_with(m.payload::jsonb ->> 'name', 'raceAll/')))))
        returning m.id)
      delete from engine.cluster_replies p using forgotten f where p.request_id = f.id;
      delete from test_timers t where t.company_id = current_company() and t.run_id = run and t.name = any(waits);
      delete from workflow_writes w where w.company_id = current_company() and w.run_id = run and starts_with(w.step, 'set/');
      update workflow_runs r set status = 'queued', finished_at = null, error = null, error_kind = null, result = null, wake_at = null,
          retries = r.retries + 1, pause = null, pause_requested_at = null,
          claimed_until = case when cardinality(waits) > 0 or exists (select from unnest(names) n where starts_with(n, 'child/')) then greatest(r.finished_at + interval '10 seconds', now()) end
        where r.company_id = current_company() and r.id = run;
      update engine.cluster_messages m set payload = jsonb_set(m.payload::jsonb, '{run,retries}', to_jsonb(r.retries))::text
        from workflow_runs r where r.company_id = current_company() and r.id = run
          and m.entity_id = entity and m.tag = 'run' and m.deliver_at is null;
      perform pg_notify('workflows', '');
    end $$`
  yield* sql`reset role`
  yield* sql`revoke create on schema public from service_system`
})
