import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Pages on which somebody pays without an account. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table payment_links (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    description text,
    order_id bigint,
    amount bigint check (amount > 0),
    currency text not null,
    single_use boolean not null,
    expires_at timestamptz,
    active boolean not null default true,
    paid_count int not null default 0 check (paid_count >= 0),
    promised_count int not null default 0 check (promised_count >= 0),
    token_hash text not null constraint payment_links_token unique,
    token text not null,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    unique (company_id, id, livemode),
    foreign key (company_id, order_id, livemode) references orders (company_id, id, livemode),
    check ((order_id is null) <> (amount is null)),
    constraint payment_links_used_once check (not single_use or paid_count + promised_count <= 1)
  )`
  yield* sql`create index payment_links_listed on payment_links (company_id, livemode, id)`
  yield* sql`create index payment_links_order on payment_links (company_id, order_id, id) where order_id is not null`
  yield* sql`call confine('payment_links',
    'select, insert (company_id, description, order_id, amount, currency, single_use, expires_at, token_hash, token, livemode),
    update (active, paid_count, promised_count, version, updated_at)', 'select (company_id, id, livemode, token_hash, token), update (token)')`

  /* `showing` names the page that was sent, so that a page which is sent twice pays once. */
  yield* sql`alter table payments add column payment_link_id bigint, add column showing text,
    add foreign key (company_id, payment_link_id, livemode) references payment_links (company_id, id, livemode)`
  yield* sql`create unique index payments_link on payments (company_id, payment_link_id, showing) where payment_link_id is not null`
  yield* sql`grant insert (payment_link_id, showing) on payments to service_app`
})
