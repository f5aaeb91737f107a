import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Links over invoices, reminders of what is owed, and a test clock that fires what falls due in the same second together. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table payment_links
    add column invoice_id bigint,
    add foreign key (company_id, invoice_id, livemode) references invoices (company_id, id, livemode),
    drop constraint payment_links_check,
    add check (num_nonnulls(order_id, invoice_id, amount) = 1)`
  yield* sql`create index payment_links_invoice on payment_links (company_id, invoice_id, id) where invoice_id is not null`
  yield* sql`grant insert (invoice_id) on payment_links to service_app`

  yield* sql`alter table companies add column invoice_reminders int[] not null default '{}'`
  yield* sql`grant update (invoice_reminders) on companies to service_app`

  /*
   * One due time after the other took a hundred subscriptions that were begun in a few seconds a hundred steps a month. A clock that
   * runs by itself fires what came due in the last second together, and so does an advance.
   */
  yield* sql`create or replace function step_test_clock(company bigint) returns text language plpgsql volatile as $$
    declare
      clock test_clocks; first timestamptz; due timestamptz; n int;
    begin
      perform pg_advisory_xact_lock_shared(7305, 3);
      select * into clock from test_clocks c where c.company_id = company and c.advancing_to is not null for update skip locked;
      if not found then return 'ready'; end if;
      if exists (select from test_runs_at_work(company)) then return 'waiting'; end if;
      select min(t.due_at) into first from test_timers t where t.company_id = company and t.fired_at is null;
      if first is null or first > clock.advancing_to then
        update test_clocks c set stands_at = null, advancing_to = null,
          ahead_ms = greatest(c.ahead_ms, ceil(extract(epoch from clock.advancing_to - now()) * 1000)::bigint)
        where c.company_id = company;
        return 'ready';
      end if;
      select max(t.due_at) into due from test_timers t where t.company_id = company and t.fired_at is null
        and t.due_at < date_trunc('second', first) + interval '1 second' and t.due_at <= clock.advancing_to;
      due := greatest(due, clock.stands_at);
      n := fire_test_timers(company, due, 10000);
      update test_clocks c set stands_at = due, fired = c.fired + n where c.company_id = company;
      return 'fired';
    end $$`
})
