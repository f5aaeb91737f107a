import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** One row for each event and endpoint: where it stands, who works on it, and what came of it. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * `position` counts the attempts on the schedule, `attempts` all there were. A claim changes no indexed column, so it is
   * written in place; hence the free space. Without foreign keys: rows are made from rows of the same transaction, in bulk.
   */
  yield* sql`create table webhook_deliveries (
    company_id bigint not null,
    id bigint generated always as identity,
    webhook_id bigint not null,
    event_id bigint not null,
    kind text not null,
    cause text not null default 'event' check (cause in ('event', 'test', 'replay')),
    status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'canceled')),
    position smallint not null default 0,
    attempts int not null default 0,
    next_attempt_at timestamptz not null default now(),
    leased_until timestamptz,
    claim int not null default 0,
    log jsonb not null default '[]',
    answer text,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    primary key (company_id, id)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05)`
  yield* sql`create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, id) where status = 'pending'`
  yield* sql`create index webhook_deliveries_listed on webhook_deliveries (company_id, webhook_id, id)`
  yield* sql`create index webhook_deliveries_age on webhook_deliveries using brin (created_at) with (autosummarize = on)`
  yield* sql`call confine('webhook_deliveries',
    'select, insert, update (status, position, next_attempt_at, finished_at)', 'select, insert, update, delete')`

  /* Totals of lists, kept for each endpoint by itself. */
  yield* sql`create function count_deliveries() returns trigger language plpgsql as $$
    declare batch record;
    begin
      if tg_op = 'INSERT' then
        for batch in select company_id, webhook_id, count(*) as n from inserted group by 1, 2 order by 1, 2 loop
          perform add_to_count(batch.company_id, 'webhook_deliveries/' || batch.webhook_id, batch.n);
        end loop;
      else
        for batch in select company_id, webhook_id, count(*) as n from deleted group by 1, 2 order by 1, 2 loop
          perform add_to_count(batch.company_id, 'webhook_deliveries/' || batch.webhook_id, -batch.n);
        end loop;
      end if;
      return null;
    end $$`
  yield* sql`create trigger count_inserted after insert on webhook_deliveries referencing new table as inserted
    for each statement execute function count_deliveries()`
  yield* sql`create trigger count_deleted after delete on webhook_deliveries referencing old table as deleted
    for each statement execute function count_deliveries()`

  /* How an endpoint did, day by day. */
  yield* sql`create table webhook_days (
    company_id bigint not null,
    webhook_id bigint not null,
    day date not null,
    succeeded int not null default 0,
    failed int not null default 0,
    last_success_at timestamptz,
    last_failure_at timestamptz,
    last_error text,
    primary key (company_id, webhook_id, day)
  ) with (fillfactor = 50)`
  yield* sql`call confine('webhook_days', 'select', 'select, insert, update, delete')`

  /* Endpoints with something due, found by leaping from one endpoint to the next. */
  yield* sql`create function due_webhooks(moment timestamptz) returns table (company_id bigint, webhook_id bigint)
    language sql stable as $$
      with recursive pending as (
        (select d.company_id, d.webhook_id, d.next_attempt_at from webhook_deliveries d
          where d.status = 'pending' order by d.webhook_id, d.next_attempt_at limit 1)
        union all
        select n.* from pending p cross join lateral (
          select d.company_id, d.webhook_id, d.next_attempt_at from webhook_deliveries d
          where d.status = 'pending' and d.webhook_id > p.webhook_id order by d.webhook_id, d.next_attempt_at limit 1) n
      )
      select p.company_id, p.webhook_id from pending p where p.next_attempt_at <= greatest(moment, now())
    $$`

  /*
   * Takes what is due of the endpoints that are asked for, so many of each, for as long as the lease: what became due at
   * `since` or later, so that whoever works through a long queue need not pass by all that was done before. Whoever else comes
   * passes over what is taken. To lose this in a crash of the server would only make somebody claim it again, so its commit need not
   * wait for the disk. What waits for an endpoint that is off by now is cancelled.
   */
  yield* sql`create function claim_deliveries(hooks bigint[], rooms int[], sinces timestamptz[], moment timestamptz, lease interval)
    returns table (company_id bigint, id bigint, webhook_id bigint, claim int, "position" smallint, url text, secret text,
      previous_secret text, event_id bigint, kind text, livemode boolean, request_id text, sequence bigint,
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
          p.event_id, p.kind, p.livemode, p.request_id, p.sequence, p.created_at, p.data, d.next_attempt_at;
    end $$`

  /* Hands back what was claimed and not tried. */
  yield* sql`create function release_deliveries(companies bigint[], ids bigint[], claims int[]) returns void language sql as $$
    update webhook_deliveries d set leased_until = null
    from unnest(companies, ids, claims) as r (company_id, id, claim)
    where d.company_id = r.company_id and d.id = r.id and d.claim = r.claim and d.status = 'pending'
  $$`

  /*
   * Writes down what came of attempts; whoever's claim was taken over by somebody else is not heard. An endpoint that says it
   * is gone, or that has answered nothing well for as long as `patience`, is switched off, and the company told.
   */
  yield* sql`create function settle_deliveries(results jsonb, moment timestamptz, patience interval) returns void
    language plpgsql volatile as $$
    declare e record;
    begin
      perform set_config('synchronous_commit', 'off', true);
      for e in
        with r as (
          select * from jsonb_to_recordset(results) as r (company_id bigint, id bigint, claim int, status text,
            "position" smallint, next_attempt_at timestamptz, succeeded boolean, gone boolean, attempt jsonb, answer text)
        ), settled as (
          update webhook_deliveries d set status = r.status, position = r.position, leased_until = null,
            next_attempt_at = coalesce(r.next_attempt_at, d.next_attempt_at), attempts = d.attempts + 1, answer = r.answer,
            log = case when jsonb_array_length(d.log) < 20 then d.log else d.log - 0 end || r.attempt,
            finished_at = case when r.status <> 'pending' then moment end
          from r where d.company_id = r.company_id and d.id = r.id and d.claim = r.claim and d.status = 'pending'
          returning d.company_id, d.webhook_id, d.id, r.succeeded, r.gone, r.attempt
        ), told as (
          select s.company_id, s.webhook_id, count(*) filter (where s.succeeded) as succeeded,
            count(*) filter (where not s.succeeded) as failed, bool_or(s.gone) as gone, max(s.id) as id,
            max((s.attempt->>'at')::timestamptz) filter (where s.succeeded) as last_success_at,
            max((s.attempt->>'at')::timestamptz) filter (where not s.succeeded) as last_failure_at,
            min((s.attempt->>'at')::timestamptz) as first_at,
            (array_agg(s.attempt->>'error' order by (s.attempt->>'at') desc) filter (where not s.succeeded))[1] as last_error
          from settled s group by 1, 2
        ), counted as (
          insert into webhook_days as w (company_id, webhook_id, day, succeeded, failed, last_success_at, last_failure_at, last_error)
          select t.company_id, t.webhook_id, (moment at time zone 'UTC')::date, t.succeeded, t.failed,
            t.last_success_at, t.last_failure_at, t.last_error
          from told t order by 1, 2
          on conflict (company_id, webhook_id, day) do update set succeeded = w.succeeded + excluded.succeeded,
            failed = w.failed + excluded.failed, last_success_at = greatest(w.last_success_at, excluded.last_success_at),
            last_failure_at = greatest(w.last_failure_at, excluded.last_failure_at),
            last_error = coalesce(excluded.last_error, w.last_error)
        )
        select t.*, w.failing_since, w.disabled_at, w.livemode from told t
        join webhooks w on w.company_id = t.company_id and w.id = t.webhook_id
        where t.failed > 0 or w.failing_since is not null
        order by 1, 2
      loop
        if e.succeeded > 0 and not e.gone then
          update webhooks w set failing_since = null
          where w.company_id = e.company_id and w.id = e.webhook_id and w.failing_since is not null;
          continue;
        end if;
        if e.failing_since is null then
          update webhooks w set failing_since = e.first_at
          where w.company_id = e.company_id and w.id = e.webhook_id and w.failing_since is null;
        end if;
        if e.disabled_at is null and (e.gone or e.failing_since <= moment - patience) then
          update webhooks w set disabled_at = moment, disabled_reason = case when e.gone then 'gone' else 'failing' end
          where w.company_id = e.company_id and w.id = e.webhook_id and w.disabled_at is null;
          if found then
            insert into events (company_id, kind, livemode, request_id, data)
            select w.company_id, 'webhook.disabled', w.livemode, 'delivery-' || e.id, jsonb_build_object(
              'object', webhook_facts(w),
              'previous', jsonb_build_object('enabled', true, 'disabled_at', null, 'disabled_reason', null))
            from webhooks w where w.company_id = e.company_id and w.id = e.webhook_id;
          end if;
        end if;
      end loop;
    end $$`
  yield* sql`create function iso(t timestamptz) returns text language sql stable
    return to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  yield* sql`create function webhook_facts(w webhooks) returns jsonb language sql stable
    return jsonb_build_object('id', w.id, 'url', w.url, 'events', to_jsonb(w.events), 'description', w.description,
      'livemode', w.livemode, 'enabled', w.disabled_at is null, 'disabled_at', iso(w.disabled_at),
      'disabled_reason', w.disabled_reason, 'failing_since', iso(w.failing_since),
      'previous_secret_until', iso(w.previous_until), 'version', w.version, 'created_at', iso(w.created_at),
      'updated_at', iso(w.updated_at))`
  yield* sql`grant insert on events to service_system`
})
