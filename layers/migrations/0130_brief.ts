import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What the daily brief counts is found by indexes that carry it, also as it was a day and a week ago; and the hour at which it is e-mailed. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create index tasks_open on tasks (company_id, due_at) include (created_at) where status = 'open' and deleted_at is null and due_at is not null`
  yield* sql`create index tasks_completed on tasks (company_id, completed_at) include (due_at, created_at) where completed_at is not null and deleted_at is null`
  yield* sql`create index ledger_transactions_occurred on ledger_transactions (company_id, livemode, occurred_at) where phase = 'posted'`
  yield* sql`create index webhook_deliveries_failed on webhook_deliveries (company_id, finished_at) include (webhook_id) where status = 'failed'`
  yield* sql`create index webhooks_disabled on webhooks (company_id, disabled_at) where disabled_reason in ('gone', 'failing') and deleted_at is null`
  yield* sql`create index consents_ending on consents (company_id, livemode, expires_at)`

  /* Since when nothing is owed of an invoice any more: who looks back counts it until then. */
  yield* sql`alter table invoices add column closed_at timestamptz`
  yield* sql`alter table invoices no force row level security`
  yield* sql`update invoices set closed_at = updated_at where state in ('paid', 'void', 'uncollectible')`
  yield* sql`alter table invoices force row level security`
  yield* sql`create function note_invoice_closing() returns trigger language plpgsql as $$
    begin
      new.closed_at := case when new.state in ('paid', 'void', 'uncollectible') then company_now(new.livemode) end;
      return new;
    end $$`
  yield* sql`create trigger note_closing before update of state on invoices for each row when (old.state <> new.state)
    execute function note_invoice_closing()`
  yield* sql`create index invoices_closed on invoices (company_id, livemode, closed_at) include (due_on, finalized_at) where closed_at is not null`

  yield* sql`alter table companies add column daily_brief_at text check (daily_brief_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')`
  yield* sql`grant update (daily_brief_at) on companies to service_app`
})
