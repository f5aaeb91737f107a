import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Claims tell why a delivery is made, as a receiver is told of a replay. A program that does not ask for it finds the other columns as before. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop function claim_deliveries`
  yield* sql`create function claim_deliveries(hooks bigint[], rooms int[], sinces timestamptz[], moment timestamptz, lease interval)
    returns table (company_id bigint, id bigint, webhook_id bigint, claim int, "position" smallint, url text, secret text,
      previous_secret text, event_id bigint, kind text, cause text, livemode boolean, request_id text, sequence bigint,
      created_at timestamptz, data text, due_at timestamptz)
    language plpgsql volatile as $$
    begin
      perform set_config('synchronous_commit', 'off', true);
      update webhook_deliveries d set status = 'canceled', finished_at = now(), leased_until = null
      from (
        select p.company_id, p.id from unnest(hooks) h (id) cross join lateral (
          select p.company_id, p.id from webhook_deliveries p
          where p.webhook_id = h.id and p.status = 'pending' and p.next_attempt_at <= greatest(moment, now())
            and not exists (select from webhooks w where w.company_id = p.company_id and w.id = h.id
              and w.disabled_at is null and w.deleted_at is null)
          order by p.next_attempt_at, p.id limit 500 for update skip locked) p
      ) off
      where d.company_id = off.company_id and d.id = off.id;
      return query
        with picked as materialized (
          select p.* from unnest(hooks, rooms, sinces) h (id, room, since) cross join lateral (
            select d.company_id, d.id, w.url, w.secret,
              case when w.previous_until > greatest(moment, now()) then w.previous_secret end as previous_secret,
              e.id as event_id, e.kind, e.livemode, e.request_id, e.sequence, e.created_at, e.data::text as data
            from webhook_deliveries d
            join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id
              and w.disabled_at is null and w.deleted_at is null
            join events e on e.company_id = d.company_id and e.id = d.event_id and e.sequence is not null
            where d.webhook_id = h.id and d.status = 'pending'
              and d.next_attempt_at >= h.since and d.next_attempt_at <= greatest(moment, now())
              and (d.leased_until is null or d.leased_until < now())
            order by d.next_attempt_at, d.id limit h.room for update of d skip locked) p
        )
        update webhook_deliveries d set leased_until = now() + lease, claim = d.claim + 1
        from picked p where d.company_id = p.company_id and d.id = p.id
        returning d.company_id, d.id, d.webhook_id, d.claim, d.position, p.url, p.secret, p.previous_secret,
          p.event_id, p.kind, d.cause, p.livemode, p.request_id, p.sequence, p.created_at, p.data, d.next_attempt_at;
    end $$`
})
