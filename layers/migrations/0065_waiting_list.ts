import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Appointments that were booked together have one number, and customers wait for what is taken. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create sequence appointment_series`
  yield* sql`grant usage on sequence appointment_series to service_app`

  /* Days by the company's clock, both included. The appointment is the one that was offered. */
  yield* sql`create table waiting_list (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    service_id bigint not null,
    contact_id bigint not null,
    staff_id bigint,
    seats int not null check (seats > 0),
    from_date date not null,
    to_date date not null,
    time_zone text,
    state text not null default 'waiting' check (state in ('waiting', 'offered', 'booked', 'missed', 'left')),
    appointment_id bigint,
    livemode boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, service_id) references services,
    foreign key (company_id, staff_id) references staff,
    foreign key (company_id, contact_id) references contacts on delete cascade,
    foreign key (company_id, appointment_id) references appointments,
    check (from_date <= to_date),
    check ((appointment_id is null) = (state in ('waiting', 'left')) or state = 'left')
  )`
  yield* sql`create index waiting_list_waiting on waiting_list (company_id, livemode, id) where state = 'waiting'`
  yield* sql`create index waiting_list_contact on waiting_list (company_id, contact_id, id)`
  yield* sql`create unique index waiting_list_offer on waiting_list (company_id, appointment_id) where appointment_id is not null`
  yield* sql`call confine('waiting_list', 'select, insert (company_id, service_id, contact_id, staff_id, seats, from_date, to_date, time_zone, livemode),
    update (contact_id, state, appointment_id, version, updated_at)', '')`
  yield* sql`call make_erasable('waiting_list')`
})
