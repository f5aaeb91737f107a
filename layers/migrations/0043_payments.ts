import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What is taken from contacts and given back, and the cards that they let the company charge. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table payment_methods (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    contact_id bigint,
    state text not null default 'processing' check (state in ('processing', 'active', 'failed')),
    brand text,
    last4 text check (last4 ~ '^[0-9]{4}$'),
    exp_month int,
    exp_year int,
    provider text not null,
    simulated boolean not null,
    failure_code text,
    failure_message text,
    token text,
    customer text,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    primary key (company_id, id),
    unique (company_id, id, livemode),
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id)
  )`
  yield* sql`create index payment_methods_listed on payment_methods (company_id, livemode, id)`
  yield* sql`create index payment_methods_contact on payment_methods (company_id, contact_id, id)`
  yield* sql`call confine('payment_methods', 'select, insert (company_id, contact_id, provider, simulated, token, customer, livemode),
    update (contact_id, state, brand, last4, exp_month, exp_year, failure_code, failure_message, token, customer, version, updated_at, deleted_at)', '')`

  /* A mode is part of what payments name, so that test and live cannot be mixed. */
  yield* sql`alter table orders add unique (company_id, id, livemode)`
  /* What payments under way will take of it: with what was taken it is never more than the order costs. */
  yield* sql`alter table orders add column promised_amount bigint not null default 0 check (promised_amount >= 0),
    add constraint orders_not_overpaid check (paid_amount + promised_amount <= amount)`
  yield* sql`grant update (promised_amount) on orders to service_app`

  yield* sql`create table payments (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    contact_id bigint,
    order_id bigint,
    state text not null default 'processing'
      check (state in ('processing', 'requires_action', 'authorized', 'succeeded', 'failed', 'canceled')),
    amount bigint not null check (amount > 0),
    currency text not null,
    captured_amount bigint not null default 0 check (captured_amount between 0 and amount),
    refunded_amount bigint not null default 0 check (refunded_amount >= 0),
    refunding_amount bigint not null default 0 check (refunding_amount >= 0),
    disputed boolean not null default false,
    payment_method_id bigint,
    provider text not null,
    simulated boolean not null,
    failure_code text,
    failure_message text,
    action_url text,
    description text,
    token text,
    customer text,
    intent text,
    held bigint,
    capture_amount bigint check (capture_amount between 1 and amount),
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    unique (company_id, id, livemode),
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id),
    foreign key (company_id, order_id, livemode) references orders (company_id, id, livemode),
    foreign key (company_id, payment_method_id, livemode) references payment_methods (company_id, id, livemode),
    foreign key (company_id, held) references ledger_transactions,
    constraint payments_not_over_refunded check (refunded_amount + refunding_amount <= captured_amount)
  )`
  yield* sql`create index payments_listed on payments (company_id, livemode, id)`
  yield* sql`create index payments_contact on payments (company_id, contact_id, id)`
  yield* sql`create index payments_order on payments (company_id, order_id, id) where order_id is not null`
  yield* sql`create index payments_intent on payments (intent) where intent is not null and not simulated`
  yield* sql`call confine('payments', 'select, insert (company_id, contact_id, order_id, amount, currency, payment_method_id, provider, simulated,
      description, token, customer, capture_amount, livemode),
    update (contact_id, state, captured_amount, refunded_amount, refunding_amount, disputed, failure_code, failure_message, action_url, description, token,
      customer, intent, held, capture_amount, version, updated_at)', 'select (company_id, id, intent, simulated)')`

  yield* sql`create table refunds (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    payment_id bigint not null,
    state text not null default 'processing' check (state in ('processing', 'succeeded', 'failed')),
    amount bigint not null check (amount > 0),
    currency text not null,
    reason text,
    failure_code text,
    failure_message text,
    reference text,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, payment_id, livemode) references payments (company_id, id, livemode)
  )`
  yield* sql`create index refunds_listed on refunds (company_id, livemode, id)`
  yield* sql`create index refunds_payment on refunds (company_id, payment_id, id)`
  yield* sql`call confine('refunds', 'select, insert (company_id, payment_id, amount, currency, reason, livemode),
    update (state, reason, failure_code, failure_message, reference, version, updated_at)', '')`

  yield* sql`create table disputes (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    payment_id bigint not null,
    state text not null check (state in ('open', 'won', 'lost')),
    amount bigint not null check (amount > 0),
    currency text not null,
    reason text,
    reference text not null,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    unique (company_id, reference),
    foreign key (company_id, payment_id, livemode) references payments (company_id, id, livemode)
  )`
  yield* sql`create index disputes_listed on disputes (company_id, livemode, id)`
  yield* sql`create index disputes_payment on disputes (company_id, payment_id, id)`
  yield* sql`call confine('disputes', 'select, insert (company_id, payment_id, state, amount, currency, reason, reference, livemode),
    update (state, version, updated_at)', '')`

  /* What providers told, so that it is told once. */
  yield* sql`create table provider_events (
    company_id bigint not null references companies,
    provider text not null,
    event_id text not null,
    received_at timestamptz not null default now(),
    primary key (company_id, provider, event_id)
  )`
  yield* sql`create index provider_events_received on provider_events (received_at)`
  yield* sql`call confine('provider_events', 'select, insert (company_id, provider, event_id)', 'select, delete')`
})
