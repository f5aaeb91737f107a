import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Which of the runs that wait for a place, and which of the steps that wait for a turn, goes first. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* As if it had been asked for at this time: earlier than it was for one that matters more, later for one that matters less. None: as it was. */
  yield* sql`alter table workflow_runs add column ranked_at timestamptz`
  yield* sql`grant insert (ranked_at) on workflow_runs to service_app`
  yield* sql`grant insert (ranked_at) on workflow_runs to service_system`

  /*
   * As in 0040, but the level comes first: 1 for a high one, 0 for one as usual, -1 for a low one, and one more for each hour that it waits, up to
   * 1. So whatever there is of higher ones, a low one is with them after two hours. Within a level it is fair between companies.
   */
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
            select b.company_id, q.id, least(floor(extract(epoch from now() - q.ranked) / 3600), 1) as level,
              b.n + row_number() over (partition by b.company_id order by q.ranked, q.id) as place
            from busy b cross join lateral (
              select r.id, coalesce(r.ranked_at, r.created_at) as ranked from workflow_runs r
              where r.workflow = d.name and r.version = d.version and r.status = 'queued' and r.company_id = b.company_id
                and (r.claimed_until is null or r.claimed_until <= now())
              order by coalesce(r.ranked_at, r.created_at), r.id limit greatest(least(d.per_company - b.n, most), 0)
            ) q
          ),
          chosen as (select n.company_id, n.id from next n order by n.level desc, n.place, n.id limit least(room, most)),
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

  /* Who waits for a turn. Asks at: when it said that it would ask again. Slot at: the turn that it was given. */
  yield* sql`create table workflow_turns (
    company_id bigint not null,
    id bigint generated always as identity,
    run_id bigint not null,
    turn text not null,
    name text not null,
    livemode boolean not null,
    ranked_at timestamptz not null,
    asks_at timestamptz not null,
    slot_at timestamptz,
    primary key (company_id, id),
    unique (company_id, run_id, turn),
    foreign key (company_id, run_id) references workflow_runs on delete cascade
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)`
  yield* sql`create index workflow_turns_waiting on workflow_turns (company_id, name, livemode, ranked_at, id) where slot_at is null`
  yield* sql`create index workflow_turns_given on workflow_turns (company_id, name, livemode, slot_at) where slot_at is not null`
  yield* sql`call confine('workflow_turns', 'select, insert (company_id, run_id, turn, name, livemode, ranked_at, asks_at), update (asks_at, slot_at), delete', 'select, delete')`

  /*
   * Takes a turn, and answers with the milliseconds until it comes; below zero, it has none yet, and is to ask again after so long. Turns are
   * given no more than two seconds ahead, to all that are due one, whoever asks: so one that matters more overtakes all but those. Whoever is
   * a minute late to ask again, or whose run has ended, is passed over.
   */
  yield* sql`create function take_turn(company bigint, rate text, live boolean, each_ms float8, per_ms float8, run bigint, asked text) returns float8
    language plpgsql volatile as $$
    declare
      ahead constant interval := '2 seconds'; late constant interval := '1 minute';
      each constant interval := each_ms * interval '1 millisecond'; per constant interval := per_ms * interval '1 millisecond';
      moment timestamptz; free timestamptz; given timestamptz; one record; own record; n bigint;
    begin
      insert into workflow_rates as r (company_id, name, livemode, free_at) values (company, rate, live, clock_timestamp()) on conflict do nothing;
      select r.free_at into free from workflow_rates r where r.company_id = company and r.name = rate and r.livemode = live for update;
      moment := clock_timestamp();
      free := greatest(free, moment);
      select t.* into own from workflow_turns t where t.company_id = company and t.run_id = run and t.turn = asked;
      if own.slot_at is not null then return greatest(0, extract(epoch from own.slot_at - moment) * 1000); end if;

      if own.id is null and free + each - per <= moment + ahead and not exists (
        select from workflow_turns t join workflow_runs r on r.company_id = t.company_id and r.id = t.run_id and r.finished_at is null
        where t.company_id = company and t.name = rate and t.livemode = live and t.slot_at is null and t.asks_at > moment - late) then
        update workflow_rates r set free_at = free + each where r.company_id = company and r.name = rate and r.livemode = live;
        return greatest(0, extract(epoch from free + each - per - moment) * 1000);
      end if;

      insert into workflow_turns as t (company_id, run_id, turn, name, livemode, ranked_at, asks_at)
        select company, run, asked, rate, live, moment - coalesce(r.created_at - r.ranked_at, interval '0'), moment
        from workflow_runs r where r.company_id = company and r.id = run
        on conflict (company_id, run_id, turn) do update set asks_at = excluded.asks_at
        returning t.* into own;
      delete from workflow_turns t where t.company_id = company and t.name = rate and t.livemode = live and t.slot_at < moment - late;

      for one in
        select t.id from workflow_turns t join workflow_runs r on r.company_id = t.company_id and r.id = t.run_id and r.finished_at is null
        where t.company_id = company and t.name = rate and t.livemode = live and t.slot_at is null and t.asks_at > moment - late
        order by t.ranked_at, t.id
        limit greatest(floor(extract(epoch from moment + ahead - (free + each - per)) / extract(epoch from each)) + 1, 0)
      loop
        update workflow_turns t set slot_at = greatest(free + each - per, moment) where t.company_id = company and t.id = one.id returning t.slot_at into given;
        free := free + each;
        if one.id = own.id then own.slot_at := given; end if;
      end loop;
      update workflow_rates r set free_at = free where r.company_id = company and r.name = rate and r.livemode = live;
      if own.slot_at is not null then return greatest(0, extract(epoch from own.slot_at - moment) * 1000); end if;

      select count(*) into n from workflow_turns t join workflow_runs r on r.company_id = t.company_id and r.id = t.run_id and r.finished_at is null
        where t.company_id = company and t.name = rate and t.livemode = live and t.slot_at is null and t.asks_at > moment - late
          and (t.ranked_at, t.id) < (own.ranked_at, own.id);
      given := least(greatest(free + (n + 1) * each - per - ahead / 2, moment + interval '100 milliseconds'), moment + interval '10 minutes');
      update workflow_turns t set asks_at = given where t.company_id = company and t.id = own.id;
      return -extract(epoch from given - moment) * 1000;
    end $$`
})
