import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What companies offer, and customers accept by a link. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table quotes (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    contact_id bigint,
    seller_id bigint,
    becomes text not null check (becomes in ('order', 'invoice')),
    state text not null default 'draft' check (state in ('draft', 'sent', 'accepted', 'canceled')),
    currency text not null,
    lines jsonb not null,
    discount bigint not null,
    quote_discount bigint not null,
    subtotal bigint not null,
    tax bigint not null,
    taxes jsonb not null,
    amount bigint not null check (amount > 0),
    tax_country text,
    tax_region text,
    valid_until timestamptz,
    reference text,
    note text,
    sent_at timestamptz,
    accepted_at timestamptz,
    accepted_by text,
    order_id bigint,
    invoice_id bigint,
    token_hash text not null constraint quotes_token unique,
    token text not null,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id),
    foreign key (company_id, seller_id) references users,
    foreign key (company_id, order_id, livemode) references orders (company_id, id, livemode),
    foreign key (company_id, invoice_id, livemode) references invoices (company_id, id, livemode),
    check ((state = 'accepted') = (accepted_at is not null)),
    check (num_nonnulls(order_id, invoice_id) = case state when 'accepted' then 1 else 0 end)
  )`
  yield* sql`create index quotes_listed on quotes (company_id, livemode, id)`
  yield* sql`create index quotes_contact on quotes (company_id, contact_id, id)`
  yield* sql`create index quotes_seller on quotes (company_id, seller_id, id) where seller_id is not null`
  yield* sql`create index quotes_order on quotes (company_id, order_id) where order_id is not null`
  yield* sql`create index quotes_invoice on quotes (company_id, invoice_id) where invoice_id is not null`
  yield* sql`call confine('quotes',
    'select, insert (company_id, contact_id, seller_id, becomes, currency, lines, discount, quote_discount, subtotal, tax, taxes, amount,
      tax_country, tax_region, valid_until, reference, note, token_hash, token, livemode),
    update (contact_id, seller_id, becomes, state, lines, discount, quote_discount, subtotal, tax, taxes, amount, tax_country, tax_region,
      valid_until, reference, note, sent_at, accepted_at, accepted_by, order_id, invoice_id, version, updated_at)',
    'select (company_id, id, livemode, token_hash, token), update (token)')`

  yield* sql`create or replace function is_mode_bound(kind text) returns boolean language sql immutable parallel safe
    return split_part(kind, '.', 1) in ('order', 'payment', 'invoice', 'quote', 'subscription', 'fulfillment', 'message', 'call')`
})
