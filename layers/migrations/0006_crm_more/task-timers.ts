import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Which run tells that a task is due, and the time for which it was told already. */
export const taskTimers = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table tasks add timer_run bigint, add timer_told timestamptz`

  /*
   * Tasks from before there were timers get one, if they are due one day; company by company, as the roles that may, because
   * whoever owns the tables sees no row of them.
   */
  yield* sql`do $$
    declare
      all_companies bigint[]; company bigint;
    begin
      set local role service_system;
      all_companies := array(select id from companies order by id);
      set local role service_app;
      foreach company in array all_companies loop
        perform set_config('app.company_id', company::text, true);
        with waiting as (
          select t.company_id, t.id, t.version, k.id as key_id, k.mode, c.tier,
            jsonb_build_object('task_id', t.id, 'due_at', to_char(t.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as payload
          from tasks t join companies c on c.id = t.company_id
            cross join lateral (select k.id, k.mode from api_keys k where k.company_id = t.company_id order by k.revoked_at nulls first, k.id limit 1) k
          where t.company_id = company and t.status = 'open' and t.deleted_at is null and t.due_at > now()
        ),
        started as (
          insert into workflow_runs (company_id, workflow, version, key, payload, payload_hash, origin, livemode)
          select company_id, 'crm.task_due', 1, 'task ' || id || ' version ' || version, payload, sha256(convert_to(payload::text, 'UTF8')),
            jsonb_build_object('key_id', key_id, 'tier', tier, 'request_id', 'migration'), mode = 'live' from waiting
          returning company_id, id, (payload ->> 'task_id')::bigint as task_id
        )
        update tasks t set timer_run = s.id from started s where t.company_id = s.company_id and t.id = s.task_id;
      end loop;
      perform set_config('app.company_id', '', true);
      reset role;
    end $$`
})
