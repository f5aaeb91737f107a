import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Budgets of AI tokens besides the month of a company: of an agent, a conversation, a visitor. What is set aside belongs to a process, which
 * says every few seconds that it lives; what a process that died had set aside is counted as spent, and until then from others kept.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table ai_scopes (
    company_id bigint not null references companies,
    scope text not null,
    period date not null,
    used bigint not null default 0 check (used >= 0),
    primary key (company_id, scope, period)
  ) with (fillfactor = 70)`
  yield* sql`call confine('ai_scopes', 'select, insert (company_id, scope, period, used), update (used)', 'select, insert, update (used), delete')`
  yield* sql`create index ai_scopes_period on ai_scopes (period)`

  /* Each call as it was counted: their sum is what ai_usage tells. */
  yield* sql`create table ai_calls (
    company_id bigint not null references companies,
    call_id bigint not null,
    day date not null,
    agent text not null,
    model text not null,
    reserved bigint not null,
    tokens bigint not null,
    lost boolean not null,
    created_at timestamptz not null default now(),
    primary key (company_id, call_id)
  )`
  yield* sql`create index ai_calls_age on ai_calls (created_at)`
  yield* sql`call confine('ai_calls', 'select, insert (company_id, call_id, day, agent, model, reserved, tokens, lost)',
    'select, insert (company_id, call_id, day, agent, model, reserved, tokens, lost), delete')`

  yield* sql`alter table ai_reservations add column worker text not null default '', add column scopes jsonb not null default '[]'`
  yield* sql`grant insert (worker, scopes) on ai_reservations to service_app`
  yield* sql`grant update (expires_at) on ai_reservations to service_system`
  for (const table of ["ai_months", "ai_usage"]) {
    yield* sql`create policy system on ${sql(table)} to service_system using (true)`
  }
  yield* sql`grant select, insert (company_id, month, used), update (used) on ai_months to service_system`
  yield* sql`grant select, insert (company_id, day, agent, model, tokens), update (tokens) on ai_usage to service_system`

  /* What is set aside stays so until it is settled, also past the time at which its process was last heard of. */
  yield* sql`create or replace function ai_standing(company bigint, in_month date, at timestamptz, out used bigint, out held bigint, out free_at timestamptz)
    language sql stable as $$
      select coalesce((select m.used from ai_months m where m.company_id = company and m.month = in_month), 0),
        coalesce(sum(r.tokens), 0)::bigint, min(r.expires_at)
      from ai_reservations r where r.company_id = company and month_of(r.day) = in_month
    $$`

  /*
   * Sets tokens aside if they, and all that is spent and set aside, keep to the limit of the company's tier of this moment and to that of each
   * scope ({scope, period, limit}); no id where they do not, and the scope that has no more, if it was one. One caller of a company at a time.
   */
  yield* sql`create function reserve_ai_call(
      company bigint, limits jsonb, wanted bigint, in_agent text, in_model text, at timestamptz, lasting interval, in_worker text, in_scopes jsonb,
      out id bigint, out tier text, out used bigint, out held bigint, out free_at timestamptz, out full_scope text)
    language plpgsql volatile as $$
    declare
      today date := (at at time zone 'UTC')::date;
      most bigint;
      one record;
      of_scope bigint;
      held_of_scope bigint;
    begin
      insert into ai_months (company_id, month) values (company, month_of(today)) on conflict do nothing;
      perform from ai_months m where m.company_id = company and m.month = month_of(today) for update;
      select c.tier, (limits ->> c.tier)::bigint into tier, most from companies c where c.id = company;
      select s.used, s.held, s.free_at into used, held, free_at from ai_standing(company, month_of(today), at) s;
      if most is not null and used + held + wanted > most then return; end if;
      for one in select s.value ->> 'scope' as scope, (s.value ->> 'period')::date as period, (s.value ->> 'limit')::bigint as most
        from jsonb_array_elements(in_scopes) s where s.value ->> 'limit' is not null loop
        select coalesce(sum(x.used), 0) into of_scope from ai_scopes x
          where x.company_id = company and x.scope = one.scope and x.period = one.period;
        select coalesce(sum(r.tokens), 0) into held_of_scope from ai_reservations r where r.company_id = company
          and r.scopes @> jsonb_build_array(jsonb_build_object('scope', one.scope, 'period', one.period::text));
        if of_scope + held_of_scope + wanted > one.most then
          full_scope := one.scope;
          used := of_scope;
          held := held_of_scope;
          return;
        end if;
      end loop;
      insert into ai_reservations as r (company_id, day, agent, model, tokens, expires_at, worker, scopes)
        values (company, today, in_agent, in_model, wanted, now() + lasting, in_worker, in_scopes) returning r.id into id;
    end $$`
  yield* sql`drop function reserve_ai_tokens(bigint, jsonb, bigint, text, text, timestamptz, interval)`

  /* Counts what a call really took, in the month in which it began, also past the limit: it is spent. Counts once. */
  yield* sql`create function settle_ai_call(company bigint, reservation bigint, actual bigint, was_lost boolean) returns boolean
    language plpgsql volatile as $$
    declare
      was ai_reservations;
    begin
      delete from ai_reservations r where r.company_id = company and r.id = reservation returning * into was;
      if not found then return false; end if;
      insert into ai_calls (company_id, call_id, day, agent, model, reserved, tokens, lost)
        values (company, was.id, was.day, was.agent, was.model, was.tokens, actual, was_lost);
      insert into ai_months as m (company_id, month, used) values (company, month_of(was.day), actual)
        on conflict (company_id, month) do update set used = m.used + excluded.used;
      insert into ai_usage as u (company_id, day, agent, model, tokens) values (company, was.day, was.agent, was.model, actual)
        on conflict (company_id, day, agent, model) do update set tokens = u.tokens + excluded.tokens;
      insert into ai_scopes as x (company_id, scope, period, used)
        select company, s.value ->> 'scope', (s.value ->> 'period')::date, actual from jsonb_array_elements(was.scopes) s
        order by 2, 3
        on conflict (company_id, scope, period) do update set used = x.used + excluded.used;
      return true;
    end $$`
  yield* sql`create or replace function settle_ai_tokens(company bigint, reservation bigint, actual bigint) returns boolean
    language sql volatile as $$ select settle_ai_call(company, reservation, actual, false) $$`

  /* Counts what processes that died had set aside, all of it: nobody knows how much of it was spent. */
  yield* sql`create function settle_lost_ai_calls(most int) returns bigint language plpgsql volatile as $$
    declare
      one record;
      n bigint := 0;
    begin
      for one in select r.company_id, r.id, r.tokens from ai_reservations r
        where (r.company_id, r.id) in (
          select l.company_id, l.id from ai_reservations l where l.expires_at < now() limit most for no key update skip locked)
        order by r.company_id, r.id loop
        perform settle_ai_call(one.company_id, one.id, one.tokens, true);
        n := n + 1;
      end loop;
      return n;
    end $$`
})
