import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { reserving } from "./0061_shop_orders/reserving.ts"

/** Orders of the shop: what of them is bought, set aside, sent and taken back. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table orders add column cart_id bigint, add column shipping_address jsonb, add column shipping_method text,
    add foreign key (company_id, cart_id) references carts`
  yield* sql`create index orders_cart on orders (company_id, cart_id) where cart_id is not null`
  yield* sql`grant insert (cart_id, shipping_address, shipping_method), update (shipping_address) on orders to service_app`

  /* One row for each line of goods. What is paid of it (with its tax and its part of discounts) is fixed, so that returns come to exactly that.
     Of the quantity so many are in fulfilments (prepared), so many of those left (fulfilled), and so many of those came back (returned).
     One that is sent in place of what came back costs nothing: what was paid of that is carried over to it. */
  yield* sql`create table order_items (
    company_id bigint not null references companies,
    order_id bigint not null,
    line int not null,
    product_id bigint not null,
    variant_id bigint not null,
    quantity int not null check (quantity > 0),
    amount bigint not null check (amount >= 0),
    carried_amount bigint not null default 0 check (carried_amount >= 0),
    prepared int not null default 0 check (prepared >= 0),
    fulfilled int not null default 0 check (fulfilled >= 0),
    returned int not null default 0 check (returned >= 0),
    livemode boolean not null,
    primary key (company_id, order_id, line),
    foreign key (company_id, order_id, livemode) references orders (company_id, id, livemode),
    foreign key (company_id, variant_id) references variants,
    foreign key (company_id, product_id) references products,
    constraint order_items_prepared check (prepared <= quantity),
    constraint order_items_fulfilled check (fulfilled <= prepared),
    constraint order_items_returned check (returned <= fulfilled)
  )`
  yield* sql`create index order_items_product on order_items (company_id, product_id, order_id)`
  yield* sql`call confine('order_items', 'select, insert (company_id, order_id, line, product_id, variant_id, quantity, amount, carried_amount, livemode),
    update (prepared, fulfilled, returned)', '')`

  /* What is set aside for a line: given back when the order is cancelled, taken when it is sent. */
  yield* sql`create table stock_reservations (
    company_id bigint not null references companies,
    order_id bigint not null,
    line int not null,
    variant_id bigint not null,
    location_id bigint not null,
    livemode boolean not null,
    quantity int not null check (quantity >= 0),
    primary key (company_id, order_id, line, location_id),
    foreign key (company_id, order_id, line) references order_items,
    foreign key (company_id, variant_id, location_id, livemode) references stock_levels (company_id, variant_id, location_id, livemode)
  )`
  yield* sql`call confine('stock_reservations', 'select, insert (company_id, order_id, line, variant_id, location_id, livemode, quantity),
    update (quantity)', '')`

  /* Unpaid orders of the shop, until when their goods are set aside, and the discounts that they used. */
  yield* sql`create table checkouts (
    company_id bigint not null references companies,
    order_id bigint not null,
    cart_id bigint not null,
    state text not null default 'open' check (state in ('open', 'closed')),
    discount_ids bigint[] not null,
    contact_id bigint,
    expires_at timestamptz not null,
    livemode boolean not null,
    primary key (company_id, order_id),
    foreign key (company_id, order_id, livemode) references orders (company_id, id, livemode),
    foreign key (company_id, cart_id) references carts
  )`
  yield* sql`create index checkouts_expiring on checkouts (expires_at) where state = 'open'`
  yield* sql`call confine('checkouts', 'select, insert (company_id, order_id, cart_id, discount_ids, contact_id, expires_at, livemode),
    update (state, expires_at)', 'select (company_id, order_id, state, expires_at, livemode)')`

  yield* sql`create table fulfillments (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    order_id bigint not null,
    contact_id bigint,
    location_id bigint not null,
    state text not null default 'prepared' check (state in ('prepared', 'shipped', 'delivered', 'canceled')),
    items jsonb not null,
    carrier text,
    tracking_number text,
    tracking_url text,
    shipped_at timestamptz,
    delivered_at timestamptz,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, order_id, livemode) references orders (company_id, id, livemode),
    foreign key (company_id, location_id) references locations,
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id)
  )`
  yield* sql`create index fulfillments_order on fulfillments (company_id, order_id, id)`
  yield* sql`create index fulfillments_contact on fulfillments (company_id, contact_id, id)`
  yield* sql`call keep_counts_of_modes('fulfillments')`
  yield* sql`call confine('fulfillments', 'select, insert (company_id, order_id, contact_id, location_id, items, livemode),
    update (contact_id, state, carrier, tracking_number, tracking_url, shipped_at, delivered_at, version, updated_at)', '')`

  yield* sql`create table returns (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    order_id bigint not null,
    contact_id bigint,
    location_id bigint,
    items jsonb not null,
    reason text,
    amount bigint not null check (amount >= 0),
    shipping_amount bigint not null default 0 check (shipping_amount between 0 and amount),
    currency text not null,
    refund_ids bigint[] not null,
    exchange jsonb not null default '[]',
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, order_id, livemode) references orders (company_id, id, livemode),
    foreign key (company_id, location_id) references locations,
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id)
  )`
  yield* sql`create index returns_order on returns (company_id, order_id, id)`
  yield* sql`create index returns_contact on returns (company_id, contact_id, id)`
  yield* sql`call confine('returns', 'select, insert (company_id, order_id, contact_id, location_id, items, reason, amount, shipping_amount, currency, refund_ids,
      exchange, livemode),
    update (contact_id, items, reason, version, updated_at)', '')`
  yield* sql`create trigger queue_of_new after insert on returns for each row
    when (new.livemode and new.contact_id is not null) execute function queue_contact_of()`

  yield* reserving
})
