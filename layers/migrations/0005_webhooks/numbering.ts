import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Events get their number, and their deliveries with it. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Apart from the receipts' chain, so that neither waits for the other. */
  yield* sql`create table event_heads (
    company_id bigint not null references companies,
    last bigint not null default 0,
    primary key (company_id)
  ) with (fillfactor = 50)`
  yield* sql`call confine('event_heads', 'select', 'select, insert, update')`
  yield* sql`set local role service_system`
  yield* sql`insert into event_heads (company_id, last) select company_id, events from chain_heads where events > 0`
  yield* sql`reset role`
  yield* sql`alter table chain_heads drop column events`

  /* Old events are found by their age, which follows their place on the disk. */
  yield* sql`create index events_age on events using brin (created_at) with (autosummarize = on)`

  /* A live key sees live payments, orders, messages and calls only, a test key the others: so do their endpoints. */
  yield* sql`create function is_mode_bound(kind text) returns boolean language sql immutable parallel safe
    return split_part(kind, '.', 1) in ('order', 'payment', 'invoice', 'subscription', 'fulfillment', 'message', 'call')`

  /*
   * Numbers events in the order of their ids, for each company at a time as many as make `portion` deliveries at most, and makes
   * these in the same transaction: a number that was given was told. `writers` are companies that have just written; without it,
   * some that have something waiting. Whoever is at work is passed over, so that nobody waits. It answers how many may have
   * more, `writers` that were passed over among them.
   *
   * Deliveries become due at the moment they are made, and not when the transaction began: it may have waited, and whoever
   * claims them goes by the order in which they became due.
   */
  yield* sql`drop function sequence_events(int)`
  yield* sql`create function sequence_events(portion int, writers bigint[] default null) returns int language plpgsql as $$
    declare
      target bigint; targets bigint[] := writers; head bigint; ids bigint[]; hooks bigint[]; told text;
      endpoints int; few int; numbered int := 0; more int := 0;
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
            select w.company_id from waiting w where w.company_id is not null order by random() limit 25) c
          order by c.company_id);
      end if;
      /* Only where there is none: to meet one that somebody is changing would be to wait for him, here or in the loop. */
      insert into event_heads (company_id)
        select t.id from unnest(targets) t (id)
        where not exists (select from event_heads h where h.company_id = t.id) order by t.id
        on conflict do nothing;
      foreach target in array targets loop
        select h.last into head from event_heads h where h.company_id = target for update skip locked;
        if not found then
          if writers is not null then more := more + 1; end if;
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
      if writers is null and numbered > 0 and cardinality(targets) = 25 then more := more + 1; end if;
      return more;
    end $$`
})
