import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What companies spend on language models, by calendar month in UTC, and what is set aside for calls under way. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Its row is what all that spend in a month wait for. */
  yield* sql`create table ai_months (
    company_id bigint not null references companies,
    month date not null,
    used bigint not null default 0 check (used >= 0),
    primary key (company_id, month)
  ) with (fillfactor = 70)`
  yield* sql`call confine('ai_months', 'select, insert, update', '')`

  yield* sql`create table ai_usage (
    company_id bigint not null references companies,
    day date not null,
    agent text not null,
    model text not null,
    tokens bigint not null,
    primary key (company_id, day, agent, model)
  ) with (fillfactor = 70)`
  yield* sql`call confine('ai_usage', 'select, insert, update', '')`

  /* What a call that may still cost keeps from others until it is settled, or until it is over at the latest. */
  yield* sql`create table ai_reservations (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    day date not null,
    agent text not null,
    model text not null,
    tokens bigint not null check (tokens >= 0),
    expires_at timestamptz not null,
    primary key (company_id, id)
  )`
  yield* sql`create index ai_reservations_expiry on ai_reservations (expires_at)`
  yield* sql`call confine('ai_reservations', 'select, insert, delete', 'select, delete')`

  yield* sql`create function month_of(day date) returns date language sql immutable return date_trunc('month', day::timestamp)::date`

  /* Where a company stands in a month: what is spent, what is set aside, and when the first of that is free again. */
  yield* sql`create function ai_standing(company bigint, in_month date, at timestamptz, out used bigint, out held bigint, out free_at timestamptz)
    language sql stable as $$
      select coalesce((select m.used from ai_months m where m.company_id = company and m.month = in_month), 0),
        coalesce(sum(r.tokens), 0)::bigint, min(r.expires_at)
      from ai_reservations r where r.company_id = company and month_of(r.day) = in_month and r.expires_at > at
    $$`

  /*
   * Sets tokens aside if they and all that is spent and set aside keep to the limit, which the company's tier of this moment
   * has; no id where they do not. One caller of a company at a time, so that the limit holds.
   */
  yield* sql`create function reserve_ai_tokens(
      company bigint, limits jsonb, wanted bigint, in_agent text, in_model text, at timestamptz, lasting interval,
      out id bigint, out tier text, out used bigint, out held bigint, out free_at timestamptz)
    language plpgsql volatile as $$
    declare
      today date := (at at time zone 'UTC')::date;
      most bigint;
    begin
      insert into ai_months (company_id, month) values (company, month_of(today)) on conflict do nothing;
      perform from ai_months m where m.company_id = company and m.month = month_of(today) for update;
      select c.tier, (limits ->> c.tier)::bigint into tier, most from companies c where c.id = company;
      select s.used, s.held, s.free_at into used, held, free_at from ai_standing(company, month_of(today), at) s;
      if most is null or used + held + wanted <= most then
        insert into ai_reservations as r (company_id, day, agent, model, tokens, expires_at)
          values (company, today, in_agent, in_model, wanted, at + lasting) returning r.id into id;
      end if;
    end $$`

  /* Counts what a call really took, in the month in which it began, also past the limit: it is spent. Counts once. */
  yield* sql`create function settle_ai_tokens(company bigint, reservation bigint, actual bigint) returns boolean language plpgsql volatile as $$
    declare
      was ai_reservations;
    begin
      delete from ai_reservations r where r.company_id = company and r.id = reservation returning * into was;
      if not found then return false; end if;
      insert into ai_months as m (company_id, month, used) values (company, month_of(was.day), actual)
        on conflict (company_id, month) do update set used = m.used + excluded.used;
      insert into ai_usage as u (company_id, day, agent, model, tokens) values (company, was.day, was.agent, was.model, actual)
        on conflict (company_id, day, agent, model) do update set tokens = u.tokens + excluded.tokens;
      return true;
    end $$`
})
