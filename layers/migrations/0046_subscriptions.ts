import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What contacts pay for period by period, each period billed once, and the prices by which it is worked out. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table plans (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    amount bigint not null check (amount > 0),
    currency text not null,
    interval text not null check (interval in ('day', 'week', 'month', 'year')),
    interval_count int not null check (interval_count > 0),
    trial_days int not null check (trial_days >= 0),
    tax_category text not null,
    retry_days int[] not null,
    after_retries text not null check (after_retries in ('cancel', 'leave_unpaid', 'pause')),
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    unique (company_id, id, livemode)
  )`
  yield* sql`create index plans_listed on plans (company_id, livemode, id)`
  yield* sql`call confine('plans', 'select, insert (company_id, name, amount, currency, interval, interval_count, trial_days, tax_category, retry_days,
    after_retries, livemode)', '')`

  yield* sql`create table subscriptions (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    contact_id bigint,
    plan_id bigint not null,
    quantity int not null check (quantity > 0),
    amount bigint not null check (amount > 0),
    currency text not null,
    payment_method_id bigint,
    state text not null check (state in ('trialing', 'active', 'past_due', 'paused', 'canceled')),
    period int not null check (period >= 0),
    period_start timestamptz not null,
    period_end timestamptz not null check (period_end > period_start),
    trial_ends_at timestamptz,
    cancel_at_period_end boolean not null default false,
    canceled_at timestamptz,
    paused_at timestamptz,
    credit bigint not null default 0 check (credit >= 0),
    anchor_at timestamptz not null,
    anchor_day int not null check (anchor_day between 1 and 31),
    anchor_period int not null,
    time_zone text not null,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id),
    foreign key (company_id, plan_id, livemode) references plans (company_id, id, livemode),
    foreign key (company_id, payment_method_id, livemode) references payment_methods (company_id, id, livemode)
  )`
  yield* sql`create index subscriptions_listed on subscriptions (company_id, livemode, id)`
  yield* sql`create index subscriptions_contact on subscriptions (company_id, contact_id, id)`
  yield* sql`create index subscriptions_plan on subscriptions (company_id, plan_id, id)`
  yield* sql`call confine('subscriptions', 'select,
    insert (company_id, contact_id, plan_id, quantity, amount, currency, payment_method_id, state, period, period_start, period_end, trial_ends_at,
      anchor_at, anchor_day, anchor_period, time_zone, livemode),
    update (contact_id, plan_id, quantity, amount, payment_method_id, state, period, period_start, period_end, cancel_at_period_end, canceled_at,
      paused_at, credit, anchor_at, anchor_day, anchor_period, time_zone, version, updated_at)', '')`

  /* The key is what bills a period once. */
  yield* sql`create table subscription_periods (
    company_id bigint not null references companies,
    subscription_id bigint not null,
    period int not null,
    ends_at timestamptz not null,
    whole_seconds bigint not null check (whole_seconds > 0),
    invoice_id bigint,
    primary key (company_id, subscription_id, period),
    foreign key (company_id, subscription_id) references subscriptions,
    foreign key (company_id, invoice_id) references invoices
  )`
  yield* sql`create unique index subscription_periods_invoice on subscription_periods (company_id, invoice_id) where invoice_id is not null`
  yield* sql`call confine('subscription_periods', 'select, insert (company_id, subscription_id, period, ends_at, whole_seconds), update (invoice_id)', '')`

  yield* sql`create table subscription_prices (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    subscription_id bigint not null,
    period int not null,
    at timestamptz not null,
    price bigint not null check (price >= 0),
    proration bigint not null,
    description text not null,
    billed boolean not null default false,
    primary key (company_id, id),
    foreign key (company_id, subscription_id, period) references subscription_periods
  )`
  yield* sql`create index subscription_prices_of_period on subscription_prices (company_id, subscription_id, period, id)`
  yield* sql`create index subscription_prices_pending on subscription_prices (company_id, subscription_id) where not billed`
  yield* sql`call confine('subscription_prices', 'select, insert (company_id, subscription_id, period, at, price, proration, description, billed),
    update (billed)', '')`
})
