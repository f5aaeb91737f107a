import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * A run that failed goes on in place, so that what it calls outside is called under the same keys as before. What is to happen again is
 * taken from what the engine keeps of it; the rest is found there when the run goes through its program.
 */
export const retrying = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * Forgets the steps of these names with the waits between their attempts, and from an instant on all steps and waits; signals stay, as they
   * were sent once only. The engine holds the results of waits and children in memory for some seconds after the end of a run: until those
   * are gone a run whose waits are forgotten is not begun.
   */
  yield* sql`create function retry_own_run(run bigint, names text[], since timestamptz) returns void language plpgsql volatile security definer
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
      update workflow_runs r set status = 'queued', finished_at = null, error = null, error_kind = null, result = null, wake_at = null,
          retries = r.retries + 1, pause = null, pause_requested_at = null,
          claimed_until = case when cardinality(waits) > 0 or exists (select from unnest(names) n where starts_with(n, 'child/')) then greatest(r.finished_at + interval '10 seconds', now()) end
        where r.company_id = current_company() and r.id = run;
      update engine.cluster_messages m set payload = jsonb_set(m.payload::jsonb, '{run,retries}', to_jsonb(r.retries))::text
        from workflow_runs r where r.company_id = current_company() and r.id = run
          and m.entity_id = entity and m.tag = 'run' and m.deliver_at is null;
      perform pg_notify('workflows', '');
    end $$`
  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function retry_own_run(bigint, text[], timestamptz) owner to service_system`
  yield* sql`revoke create on schema public from service_system`
  yield* sql`revoke execute on function retry_own_run(bigint, text[], timestamptz) from public`
  yield* sql`grant execute on function retry_own_run(bigint, text[], timestamptz) to service_app`
})
