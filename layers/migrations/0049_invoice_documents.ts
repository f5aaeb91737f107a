import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What stands on an invoice: who bills, as it was then, and to whom. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table invoices
    add column billing_name text,
    add column billing_address jsonb,
    add column billing_tax_id text,
    add column seller jsonb,
    add column sent_at timestamptz`
  yield* sql`create or replace function refuse_invoice_change() returns trigger language plpgsql as $$
    begin
      if (new.number, new.currency, new.lines, new.discount, new.subtotal, new.tax, new.taxes, new.amount, new.issued_on, new.due_on,
          new.finalized_at, new.livemode, new.order_id, new.seller)
        is distinct from (old.number, old.currency, old.lines, old.discount, old.subtotal, old.tax, old.taxes, old.amount, old.issued_on,
          old.due_on, old.finalized_at, old.livemode, old.order_id, old.seller)
      then
        raise exception 'invoice % is finalized and stays as it is', old.id using errcode = 'integrity_constraint_violation';
      end if;
      return new;
    end $$`
  yield* sql`grant insert (billing_name, billing_address, billing_tax_id),
    update (billing_name, billing_address, billing_tax_id, seller, sent_at) on invoices to service_app`
})
