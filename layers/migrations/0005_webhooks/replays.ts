import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Events told again: a walk through their numbers, whose place is a column. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table webhook_replays (
    company_id bigint not null,
    id bigint generated always as identity,
    webhook_id bigint not null,
    since timestamptz not null,
    until timestamptz not null,
    next_sequence bigint not null,
    last_sequence bigint not null,
    deliveries bigint not null default 0,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    primary key (company_id, id)
  )`
  yield* sql`create index webhook_replays_unfinished on webhook_replays (company_id, webhook_id) where finished_at is null`
  yield* sql`call confine('webhook_replays', 'select, insert', 'select, update, delete')`

  /* The first number that may belong to an event of that time or later; numbers follow time to within a transaction. */
  yield* sql`create function sequence_since(company bigint, since timestamptz) returns bigint language plpgsql stable as $$
    declare
      low bigint; high bigint; middle bigint; found_at timestamptz;
    begin
      select e.sequence into low from events e where e.company_id = company and e.sequence is not null order by e.sequence limit 1;
      select e.sequence + 1 into high from events e where e.company_id = company and e.sequence is not null
        order by e.sequence desc limit 1;
      if low is null then return null; end if;
      while low < high loop
        middle := (low + high) / 2;
        select e.created_at into found_at from events e where e.company_id = company and e.sequence >= middle order by e.sequence limit 1;
        if found_at < since - interval '2 minutes' then low := middle + 1; else high := middle; end if;
      end loop;
      return low;
    end $$`

  /*
   * Takes replays a step further: up to `most` events each, and none while the endpoint has as much waiting. Answers how many
   * moved.
   */
  yield* sql`create function replay_events(most int) returns int language plpgsql as $$
    declare
      r record; made int; moved int := 0; waiting int;
    begin
      for r in
        select p.*, w.events, w.livemode, w.disabled_at is null and w.deleted_at is null as active from webhook_replays p
        left join webhooks w on w.company_id = p.company_id and w.id = p.webhook_id
        where p.finished_at is null for update of p skip locked
      loop
        if r.active is not true or r.next_sequence > r.last_sequence then
          update webhook_replays p set finished_at = now() where p.company_id = r.company_id and p.id = r.id;
          continue;
        end if;
        select count(*) into waiting from (
          select from webhook_deliveries d where d.webhook_id = r.webhook_id and d.status = 'pending'
            and d.next_attempt_at <= now() limit most) d;
        continue when waiting >= most;
        insert into webhook_deliveries (company_id, webhook_id, event_id, kind, cause)
        select r.company_id, r.webhook_id, e.id, e.kind, 'replay' from events e
        where e.company_id = r.company_id and e.sequence >= r.next_sequence
          and e.sequence < least(r.next_sequence + most, r.last_sequence + 1)
          and e.created_at >= r.since and e.created_at <= r.until and e.kind <> 'test.ping'
          and r.events && array[e.kind, split_part(e.kind, '.', 1) || '.*', '*']
          and (r.livemode = e.livemode or not is_mode_bound(e.kind))
        order by e.sequence;
        get diagnostics made = row_count;
        update webhook_replays p set next_sequence = r.next_sequence + most, deliveries = p.deliveries + made,
          finished_at = case when r.next_sequence + most > r.last_sequence then now() end
          where p.company_id = r.company_id and p.id = r.id;
        moved := moved + 1;
        if made > 0 then perform pg_notify('webhooks_due', r.company_id || ':' || r.webhook_id); end if;
      end loop;
      return moved;
    end $$`
})
