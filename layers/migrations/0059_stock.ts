import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What is in stock where, how it came to that, and what is set aside for orders. Test keys have a stock of their own. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table locations (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    address jsonb,
    pickup boolean not null,
    active boolean not null default true,
    position int not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create unique index locations_name on locations (company_id, lower(name))`
  yield* sql`alter table companies no force row level security`
  yield* sql`insert into locations (company_id, name, pickup, position) select id, 'Main', false, 0 from companies`
  yield* sql`alter table companies force row level security`
  yield* sql`call confine('locations', 'select, insert (company_id, name, address, pickup, active, position),
    update (name, address, pickup, active, position, version, updated_at)', 'select, insert (company_id, name, pickup, position)')`
  /* The version before, which may still run beside, makes companies too. */
  yield* sql`create function add_first_location() returns trigger language plpgsql as $$
    begin
      insert into locations (company_id, name, pickup, position) values (new.id, 'Main', false, 0);
      return null;
    end $$`
  yield* sql`create trigger add_first_location after insert on companies for each row execute function add_first_location()`

  /* The limit of backorders is the variant's, and stands here so that the database itself refuses to sell more. */
  yield* sql`create table stock_levels (
    company_id bigint not null references companies,
    variant_id bigint not null,
    location_id bigint not null,
    livemode boolean not null,
    on_hand bigint not null default 0,
    reserved bigint not null default 0 check (reserved >= 0),
    backorder_limit int not null default 0,
    available bigint generated always as (on_hand - reserved) stored,
    updated_at timestamptz not null default now(),
    primary key (company_id, variant_id, location_id, livemode),
    foreign key (company_id, variant_id) references variants,
    foreign key (company_id, location_id) references locations,
    constraint stock_levels_on_hand check (on_hand >= 0),
    constraint stock_levels_available check (on_hand - reserved >= -backorder_limit)
  )`
  yield* sql`call confine('stock_levels', 'select, insert (company_id, variant_id, location_id, livemode, on_hand, reserved, backorder_limit),
    update (on_hand, reserved, backorder_limit, updated_at)', '')`

  yield* sql`create table stock_movements (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    livemode boolean not null,
    variant_id bigint not null,
    location_id bigint not null,
    kind text not null check (kind in ('adjustment', 'reservation', 'release', 'fulfillment', 'return')),
    on_hand_change bigint not null,
    reserved_change bigint not null,
    reason text,
    order_id bigint,
    actor text not null,
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, variant_id) references variants,
    foreign key (company_id, location_id) references locations,
    foreign key (company_id, order_id, livemode) references orders (company_id, id, livemode),
    check (on_hand_change <> 0 or reserved_change <> 0)
  )`
  yield* sql`create index stock_movements_variant on stock_movements (company_id, variant_id, livemode, id)`
  yield* sql`create index stock_movements_order on stock_movements (company_id, order_id) where order_id is not null`
  yield* sql`call keep_counts_of_modes('stock_movements')`
  yield* sql`call confine('stock_movements', 'select, insert (company_id, livemode, variant_id, location_id, kind, on_hand_change, reserved_change, reason,
    order_id, actor)', '')`
})
