import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a run's history needs besides its steps: what was done to it from outside, and the receipt and the events that each write left. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table workflow_writes add column receipt_id bigint, add column event_ids bigint[]`
  yield* sql`grant insert (receipt_id, event_ids) on workflow_writes to service_app`
  yield* sql`alter table workflow_runs add column steered jsonb not null default '[]', add column undone_after bigint`

  /* Noted by the row itself, so that no way to steer a run forgets it. A retry clears why the run had failed, so that is noted too. */
  yield* sql`create function note_steering() returns trigger language plpgsql as $$
    declare done text;
    begin
      done := case
        when new.retries > old.retries then 'retried'
        when new.cancel_requested_at is not null and old.cancel_requested_at is null then 'cancel_requested'
        when new.pause_requested_at is not null and old.pause_requested_at is null then 'paused'
        when new.pause_requested_at is null and old.pause_requested_at is not null and new.finished_at is null then 'resumed'
        end;
      if done is not null then
        new.steered := old.steered || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('kind', done,
          'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'error', case when done = 'retried' then old.error end)));
      end if;
      return new;
    end $$`
  yield* sql`create trigger note_steering before update on workflow_runs for each row
    when (new.retries > old.retries or (new.cancel_requested_at is null) <> (old.cancel_requested_at is null)
      or (new.pause_requested_at is null) <> (old.pause_requested_at is null))
    execute function note_steering()`

  /* What the engine was told after this takes back what the run had done. Not by the time, as that of a message is another clock's. */
  yield* sql`create function note_undoing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      new.undone_after := (select max(m.id) from engine.cluster_messages m where m.entity_id = new.company_id || '.' || new.id);
      return new;
    end $$`
  yield* sql`create trigger note_undoing before update of undone_at on workflow_runs for each row
    when (old.undone_at is null and new.undone_at is not null) execute function note_undoing()`

  /* All that the engine keeps of a run but its own wake-ups: also which of several waits ended first, which a replay has to know. */
  yield* sql`create function run_history(run bigint)
    returns table (name text, kind text, attempt int, started_at timestamptz, finished_at timestamptz, due_at timestamptz, exit jsonb, compensates boolean)
    language sql stable security definer set search_path = public, pg_temp as $$
      select
        regexp_replace(coalesce(m.payload::jsonb ->> 'name', m.tag), '^(raceAll|DurableClock)/', ''),
        case when m.deliver_at is not null or starts_with(m.payload::jsonb ->> 'name', 'DurableClock/') then 'timer'
          when m.tag = 'deferred' then case when starts_with(m.payload::jsonb ->> 'name', 'raceAll/') then 'race' else 'signal' end
          else 'step' end,
        coalesce((m.payload::jsonb ->> 'attempt')::int, 1),
        to_timestamp(((m.id >> 22) + 1735689600000) / 1000.0),
        to_timestamp(((case when m.tag = 'deferred' then m.id else r.id end >> 22) + 1735689600000) / 1000.0),
        to_timestamp(m.deliver_at / 1000.0),
        case when m.tag = 'activity' then coalesce(r.payload::jsonb #> '{value,exit}', r.payload::jsonb)
          when m.tag = 'deferred' then m.payload::jsonb -> 'exit' end,
        coalesce(m.id > w.undone_after, false) and m.tag = 'activity'
      from workflow_runs w
      join engine.cluster_messages m on m.entity_id = w.company_id || '.' || w.id and m.kind = 0
      left join engine.cluster_replies r on r.request_id = m.id and r.kind = 0
      where w.company_id = current_company() and w.id = run
        and (m.tag in ('activity', 'deferred') or m.deliver_at is not null)
        and not (m.tag = 'deferred' and m.payload::jsonb ->> 'name' like any (array['DurableClock/%', 'Workflow/%']))
      order by m.id
    $$`
  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function run_history(bigint) owner to service_system`
  yield* sql`alter function note_undoing() owner to service_system`
  yield* sql`revoke create on schema public from service_system`
})
