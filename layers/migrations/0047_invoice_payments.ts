import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Payments of invoices through the provider. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* What payments under way will take of it: with what was paid it is never more than is owed. */
  yield* sql`alter table invoices add unique (company_id, id, livemode),
    add column promised_amount bigint not null default 0 check (promised_amount >= 0),
    add column refunded_amount bigint not null default 0 check (refunded_amount >= 0),
    add constraint invoices_not_overpaid check (paid_amount + promised_amount <= amount)`
  yield* sql`grant update (promised_amount, refunded_amount) on invoices to service_app`

  yield* sql`alter table payments add column invoice_id bigint,
    add foreign key (company_id, invoice_id, livemode) references invoices (company_id, id, livemode)`
  yield* sql`create index payments_invoice on payments (company_id, invoice_id, id) where invoice_id is not null`
  yield* sql`update invoices set payments = (select jsonb_agg(payment || '{"payment_id": null}') from jsonb_array_elements(payments) payment)
    where payments <> '[]'`
  yield* sql`grant insert (invoice_id), update (invoice_id) on payments to service_app`
})
