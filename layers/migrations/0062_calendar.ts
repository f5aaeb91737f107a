import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What can be booked, who does it, where, and when. Both modes share all of it. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table staff (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    email text,
    user_id bigint,
    weekly jsonb,
    exceptions jsonb not null default '[]',
    active boolean not null default true,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, user_id) references users
  )`
  yield* sql`create unique index staff_user on staff (company_id, user_id) where user_id is not null`
  yield* sql`call confine('staff', 'select, insert (company_id, name, email, user_id, active),
    update (name, email, user_id, weekly, exceptions, active, version, updated_at)', '')`

  yield* sql`create table resources (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    kind text not null check (kind in ('room', 'equipment')),
    active boolean not null default true,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`call confine('resources', 'select, insert (company_id, name, kind, active), update (name, kind, active, version, updated_at)', '')`

  /* Resources: [{any_of: [ids]}], of each of which one is taken. Staff and resources are never deleted. */
  yield* sql`create table services (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    description text,
    duration_minutes int not null check (duration_minutes between 5 and 1440),
    buffer_before_minutes int not null check (buffer_before_minutes between 0 and 480),
    buffer_after_minutes int not null check (buffer_after_minutes between 0 and 480),
    slot_interval_minutes int not null check (slot_interval_minutes between 5 and 1440),
    price bigint check (price >= 0),
    currency text not null,
    capacity int not null check (capacity between 1 and 1000),
    staff_ids bigint[] not null,
    resources jsonb not null,
    notice_minutes int not null check (notice_minutes >= 0),
    horizon_days int not null check (horizon_days between 1 and 730),
    daily_limit int check (daily_limit > 0),
    cancellation_notice_minutes int not null check (cancellation_notice_minutes >= 0),
    confirmation text not null check (confirmation in ('automatic', 'by_staff')),
    deposit_amount bigint check (deposit_amount between 1 and price),
    keep_deposit_on_no_show boolean not null,
    reminder_minutes int[] not null,
    questions jsonb not null,
    online boolean not null,
    active boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    check (cardinality(staff_ids) > 0 or resources <> '[]'),
    check (deposit_amount is null or price is not null)
  )`
  const told = sql.literal(`name, description, duration_minutes, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, price, currency,
    capacity, staff_ids, resources, notice_minutes, horizon_days, daily_limit, cancellation_notice_minutes, confirmation, deposit_amount,
    keep_deposit_on_no_show, reminder_minutes, questions, online, active`)
  yield* sql`call confine('services', 'select, insert (company_id, ${told}), update (${told}, version, updated_at)', '')`

  /* By the wall clock of the company. Until: when it ends the last time; null if it comes again without end. */
  yield* sql`create table time_off (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    staff_id bigint,
    starts timestamp not null,
    ends timestamp not null,
    rrule text,
    except_dates date[] not null,
    reason text,
    until timestamp,
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, staff_id) references staff,
    check (ends > starts),
    check (until >= ends)
  )`
  yield* sql`create index time_off_staff on time_off (company_id, staff_id)`
  yield* sql`call confine('time_off', 'select, insert (company_id, staff_id, starts, ends, rrule, except_dates, reason, until),
    update (reason), delete', '')`

  /* Opening hours: null are those of the company's settings. */
  yield* sql`create table calendar_settings (
    company_id bigint primary key references companies,
    opening_hours jsonb,
    holidays_country text,
    holidays_region text,
    open_on date[] not null default '{}',
    check (holidays_region is null or holidays_country is not null)
  )`
  yield* sql`call confine('calendar_settings', 'select, insert, update (opening_hours, holidays_country, holidays_region, open_on)', '')`
})
