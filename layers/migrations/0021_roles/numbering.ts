import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Events are numbered as in migration 0005, and a company whose events cannot be is passed over. */
export const numbering = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * For each company as many events as make `portion` deliveries at most. Deliveries become due at the moment they are made, and not
   * when the transaction began: it may have waited, and whoever claims them goes by the order in which they became due. Companies at
   * which somebody else is at work are passed over; they are `busy`.
   */
  yield* sql`create function number_events(targets bigint[], portion int, out numbered int, out more int, out busy int) language plpgsql as $$
    declare
      target bigint; head bigint; ids bigint[]; hooks bigint[]; told text; endpoints int; few int;
    begin
      numbered := 0; more := 0; busy := 0;
      /* Only where there is none: to meet one that somebody is changing would be to wait for him, here or in the loop. */
      insert into event_heads (company_id)
        select t.id from unnest(targets) t (id)
        where not exists (select from event_heads h where h.company_id = t.id) order by t.id
        on conflict do nothing;
      foreach target in array targets loop
        select h.last into head from event_heads h where h.company_id = target for update skip locked;
        if not found then
          busy := busy + 1;
          continue;
        end if;
        select count(*) into endpoints from webhooks w
          where w.company_id = target and w.disabled_at is null and w.deleted_at is null;
        few := greatest(1, portion / greatest(1, endpoints));
        ids := array(select e.id from events e where e.company_id = target and e.sequence is null order by e.id limit few);
        continue when cardinality(ids) = 0;
        update events e set sequence = head + s.place
          from unnest(ids) with ordinality as s (id, place) where e.company_id = target and e.id = s.id;
        update event_heads h set last = head + cardinality(ids) where h.company_id = target;
        numbered := numbered + 1;
        if cardinality(ids) = few then more := more + 1; end if;
        if endpoints > 0 then
          with made as (
            insert into webhook_deliveries (company_id, webhook_id, event_id, kind, next_attempt_at)
            select target, w.id, e.id, e.kind, clock_timestamp()
            from unnest(ids) with ordinality as s (id, place)
            join events e on e.company_id = target and e.id = s.id
            join webhooks w on w.company_id = target and w.disabled_at is null and w.deleted_at is null
            where e.kind <> 'test.ping' and e.created_at >= w.active_since
              and w.events && array[e.kind, split_part(e.kind, '.', 1) || '.*', '*']
              and (w.livemode = e.livemode or not is_mode_bound(e.kind))
            order by s.place, w.id
            returning webhook_id
          )
          select array_agg(distinct m.id) into hooks from (
            select made.webhook_id as id from made
            union all
            select (e.data #>> '{object,id}')::bigint from events e
            where e.company_id = target and e.id = any(ids) and e.kind = 'test.ping') m;
          if hooks is not null then
            told := target || ':' || array_to_string(hooks, ',');
            perform pg_notify('webhooks_due', case when length(told) < 7900 then told else '' end);
          end if;
        end if;
      end loop;
    end $$`

  /*
   * Of `writers`, companies that have just written, or without it of some that have something waiting. Answers how many may have more,
   * `writers` at which somebody else was at work among them. All in one go; if that fails, each by itself.
   */
  yield* sql`create or replace function sequence_events(portion int, writers bigint[] default null) returns int language plpgsql as $$
    declare
      targets bigint[]; target bigint; done record; numbered int := 0; more int := 0; busy int := 0;
    begin
      if writers is null then
        targets := array(
          with recursive waiting as (
            (select e.company_id from events e where e.sequence is null order by e.company_id limit 1)
            union all
            select (select e.company_id from events e where e.sequence is null and e.company_id > w.company_id
              order by e.company_id limit 1)
            from waiting w where w.company_id is not null
          )
          select c.company_id from (
            select w.company_id from waiting w
              where w.company_id is not null
                and not exists (select from background_failures f where f.company_id = w.company_id and f.job = 'number_events')
              order by random() limit 25) c
          order by c.company_id);
      else
        targets := array(select w.id from unnest(writers) with ordinality w (id, place)
          where not exists (select from background_failures f where f.company_id = w.id and f.job = 'number_events') order by w.place);
      end if;
      begin
        select * into done from number_events(targets, portion);
        numbered := done.numbered; more := done.more; busy := done.busy;
      exception when others then
        foreach target in array targets loop
          begin
            select * into done from number_events(array[target], portion);
            numbered := numbered + done.numbered; more := more + done.more; busy := busy + done.busy;
          exception when others then
            perform note_failure(target, 'number_events', sqlstate, sqlerrm);
          end;
        end loop;
      end;
      if writers is not null then return more + busy; end if;
      for target in select failures_to_retry('number_events') loop
        begin
          if exists (select from events e where e.company_id = target and e.sequence is null) then
            select * into done from number_events(array[target], portion);
            more := more + done.more;
          end if;
          delete from background_failures f where f.company_id = target and f.job = 'number_events';
        exception when others then
          perform note_failure(target, 'number_events', sqlstate, sqlerrm);
        end;
      end loop;
      if numbered > 0 and cardinality(targets) = 25 then more := more + 1; end if;
      return more;
    end $$`
})
