import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Invoices, their numbers, and that they stay as they are. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table invoices (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    contact_id bigint,
    number text,
    state text not null default 'draft' check (state in ('draft', 'open', 'paid', 'void', 'uncollectible')),
    currency text not null,
    lines jsonb not null,
    discount bigint not null,
    invoice_discount bigint not null,
    subtotal bigint not null,
    tax bigint not null,
    taxes jsonb not null,
    amount bigint not null check (amount > 0),
    paid_amount bigint not null default 0 check (paid_amount between 0 and amount),
    payments jsonb not null default '[]',
    tax_country text,
    tax_region text,
    issued_on date,
    due_on date,
    reference text,
    notes text,
    finalized_at timestamptz,
    voided_at timestamptz,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    unique (company_id, livemode, number),
    check ((state = 'draft') = (number is null)),
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id)
  )`
  yield* sql`create index invoices_listed on invoices (company_id, livemode, id)`
  yield* sql`create index invoices_contact on invoices (company_id, contact_id, id)`
  yield* sql`create index invoices_due on invoices (company_id, livemode, due_on) where state = 'open'`

  yield* sql`create function refuse_invoice_change() returns trigger language plpgsql as $$
    begin
      if (new.number, new.currency, new.lines, new.discount, new.subtotal, new.tax, new.taxes, new.amount, new.issued_on, new.due_on,
          new.finalized_at, new.livemode)
        is distinct from (old.number, old.currency, old.lines, old.discount, old.subtotal, old.tax, old.taxes, old.amount, old.issued_on,
          old.due_on, old.finalized_at, old.livemode)
      then
        raise exception 'invoice % is finalized and stays as it is', old.id using errcode = 'integrity_constraint_violation';
      end if;
      return new;
    end $$`
  yield* sql`create trigger refuse_change before update on invoices for each row when (old.state <> 'draft')
    execute function refuse_invoice_change()`

  yield* sql`call confine('invoices', 'select,
    insert (company_id, contact_id, currency, lines, discount, invoice_discount, subtotal, tax, taxes, amount, tax_country, tax_region,
      due_on, reference, notes, livemode),
    update (contact_id, number, state, lines, discount, invoice_discount, subtotal, tax, taxes, amount, paid_amount, payments, tax_country, tax_region,
      issued_on, due_on, reference, notes, finalized_at, voided_at, version, updated_at)', '')`

  /* A row that is locked until the transaction ends: a number that is not used after all is given to the next. */
  yield* sql`create table invoice_numbers (
    company_id bigint not null references companies,
    livemode boolean not null,
    last bigint not null,
    primary key (company_id, livemode)
  )`
  yield* sql`call confine('invoice_numbers', 'select, insert (company_id, livemode, last), update (last)', '')`
})
