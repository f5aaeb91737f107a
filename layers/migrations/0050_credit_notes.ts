import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Credit notes, which take back what finalized invoices say. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Of what was credited, a part is no longer owed; the rest was paid already and is the customer's, until a refund pays it out. */
  yield* sql`alter table invoices
    add column credited_amount bigint not null default 0 check (credited_amount between 0 and amount),
    add column waived_amount bigint not null default 0 check (waived_amount between 0 and credited_amount),
    add column paid_out_amount bigint not null default 0 check (paid_out_amount between 0 and credited_amount - waived_amount),
    drop constraint invoices_not_overpaid,
    add constraint invoices_not_overpaid check (paid_amount + promised_amount + waived_amount <= amount),
    add constraint invoices_not_overcredited check (credited_amount + refunded_amount - paid_out_amount <= amount)`
  yield* sql`grant update (credited_amount, waived_amount, paid_out_amount) on invoices to service_app`
  yield* sql`alter table orders
    add column waived_amount bigint not null default 0 check (waived_amount >= 0),
    drop constraint orders_not_overpaid,
    add constraint orders_not_overpaid check (paid_amount + promised_amount + waived_amount <= amount)`
  yield* sql`grant update (waived_amount) on orders to service_app`

  yield* sql`alter table invoice_numbers add column kind text not null default 'invoice' check (kind in ('invoice', 'credit_note')),
    drop constraint invoice_numbers_pkey, add primary key (company_id, livemode, kind)`
  yield* sql`grant insert (kind) on invoice_numbers to service_app`

  yield* sql`create table credit_notes (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    invoice_id bigint not null,
    number text not null,
    amount bigint not null check (amount > 0),
    tax bigint not null,
    waived_amount bigint not null check (waived_amount between 0 and amount),
    currency text not null,
    reason text,
    issued_on date not null,
    livemode boolean not null,
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    unique (company_id, livemode, number),
    foreign key (company_id, invoice_id, livemode) references invoices (company_id, id, livemode)
  )`
  yield* sql`create index credit_notes_listed on credit_notes (company_id, livemode, id)`
  yield* sql`create index credit_notes_invoice on credit_notes (company_id, invoice_id, id)`
  yield* sql`call confine('credit_notes', 'select, insert (company_id, invoice_id, number, amount, tax, waived_amount, currency, reason, issued_on, livemode),
    update (reason)', '')`
})
