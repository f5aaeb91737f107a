import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Who sold, what they earned by it, and what of that was taken back and paid out. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  for (const table of ["orders", "invoices", "payments"]) {
    yield* sql`alter table ${sql(table)} add column seller_id bigint, add foreign key (company_id, seller_id) references users`
    yield* sql`create index ${sql(`${table}_seller`)} on ${sql(table)} (company_id, seller_id, id) where seller_id is not null`
  }
  yield* sql`grant insert (seller_id), update (seller_id) on orders, invoices to service_app`
  yield* sql`grant insert (seller_id) on payments to service_app`
  yield* sql`alter table refunds add unique (company_id, id, livemode)`
  yield* sql`alter table disputes add unique (company_id, id, livemode)`

  yield* sql`create table commission_rules (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    seller_id bigint,
    category text,
    currency text,
    earns jsonb not null,
    livemode boolean not null,
    primary key (company_id, id),
    foreign key (company_id, seller_id) references users
  )`
  yield* sql`create unique index commission_rules_place on commission_rules (company_id, livemode, seller_id, lower(category), currency) nulls not distinct`
  yield* sql`call confine('commission_rules', 'select, insert (company_id, name, seller_id, category, currency, earns, livemode), delete', '')`

  yield* sql`create table commission_payouts (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    seller_id bigint not null,
    currency text not null,
    until timestamptz not null,
    earned_amount bigint not null check (earned_amount >= 0),
    deducted_amount bigint not null check (deducted_amount >= 0),
    amount bigint not null check (amount > 0),
    livemode boolean not null,
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    unique (company_id, id, livemode),
    check (amount = earned_amount - deducted_amount),
    foreign key (company_id, seller_id) references users
  )`
  yield* sql`create index commission_payouts_listed on commission_payouts (company_id, livemode, id)`
  yield* sql`call confine('commission_payouts',
    'select, insert (company_id, seller_id, currency, until, earned_amount, deducted_amount, amount, livemode)', '')`

  /* What is taken back after it was paid out makes less of the next payout: until then more was paid out than is left. */
  yield* sql`create table commissions (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    seller_id bigint not null,
    payment_id bigint,
    order_id bigint,
    invoice_id bigint,
    invoice_payment int,
    part int not null,
    rule jsonb not null,
    whole_amount bigint not null check (whole_amount > 0),
    paid_before bigint not null check (paid_before >= 0),
    base_amount bigint not null check (base_amount > 0),
    month_amount bigint not null check (month_amount >= 0),
    exact bigint not null check (exact >= 0),
    paid_amount bigint not null check (paid_amount > 0),
    lost_amount bigint not null default 0 check (lost_amount between 0 and paid_amount),
    amount bigint not null check (amount >= 0),
    clawed_back_amount bigint not null default 0 check (clawed_back_amount between 0 and amount),
    paid_out_amount bigint not null default 0 check (paid_out_amount between 0 and amount),
    currency text not null,
    payout_id bigint,
    livemode boolean not null,
    accrued_at timestamptz not null,
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    unique (company_id, id, livemode),
    unique (company_id, payment_id, part),
    check (payment_id is not null or invoice_id is not null and invoice_payment is not null),
    check (payout_id is not null or paid_out_amount = 0),
    check (paid_before + base_amount <= whole_amount),
    foreign key (company_id, seller_id) references users,
    foreign key (company_id, payment_id, livemode) references payments (company_id, id, livemode),
    foreign key (company_id, order_id, livemode) references orders (company_id, id, livemode),
    foreign key (company_id, invoice_id, livemode) references invoices (company_id, id, livemode),
    foreign key (company_id, payout_id, livemode) references commission_payouts (company_id, id, livemode)
  )`
  yield* sql`create unique index commissions_by_hand on commissions (company_id, invoice_id, invoice_payment, part) where payment_id is null`
  yield* sql`create index commissions_listed on commissions (company_id, livemode, id)`
  yield* sql`create index commissions_seller on commissions (company_id, livemode, seller_id, currency, accrued_at)`
  yield* sql`create index commissions_order on commissions (company_id, order_id) where order_id is not null`
  yield* sql`create index commissions_invoice on commissions (company_id, invoice_id) where invoice_id is not null`
  yield* sql`create index commissions_payout on commissions (company_id, payout_id) where payout_id is not null`
  yield* sql`call confine('commissions', 'select, insert (company_id, seller_id, payment_id, order_id, invoice_id, invoice_payment, part, rule,
      whole_amount, paid_before, base_amount, month_amount, exact, paid_amount, amount, currency, livemode, accrued_at),
    update (lost_amount, clawed_back_amount, paid_out_amount, payout_id)', '')`

  yield* sql`create table commission_clawbacks (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    commission_id bigint not null,
    refund_id bigint,
    dispute_id bigint,
    lost_amount bigint not null check (lost_amount > 0),
    amount bigint not null check (amount >= 0),
    livemode boolean not null,
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    unique (company_id, commission_id, refund_id),
    unique (company_id, commission_id, dispute_id),
    check ((refund_id is null) <> (dispute_id is null)),
    foreign key (company_id, commission_id, livemode) references commissions (company_id, id, livemode),
    foreign key (company_id, refund_id, livemode) references refunds (company_id, id, livemode),
    foreign key (company_id, dispute_id, livemode) references disputes (company_id, id, livemode)
  )`
  yield* sql`call confine('commission_clawbacks', 'select,
    insert (company_id, commission_id, refund_id, dispute_id, lost_amount, amount, livemode)', '')`
})
