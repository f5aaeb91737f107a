import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Bookings } from "./bookings.ts"
import { openingHours, place, resources, services, staff } from "./calendar.ts"
import { rowsFor } from "./insert-shop.ts"

/** Puts what can be booked, and three months of bookings, into the tables of one company. As the database's owner, in a transaction. */
export const insertCalendar = Effect.fnUntraced(function*(
  { bookings, sessions, timeOff }: Bookings, contacts: ReadonlyArray<{ readonly id: number }>, company_id: number
) {
  const sql = yield* SqlClient.SqlClient
  const { numbered, text } = yield* rowsFor
  const idsOf = (rows: ReadonlyArray<{ readonly id: number }>, positions: ReadonlyArray<number>) => positions.map((n) => rows[n]!.id)

  yield* sql`update companies set time_zone = ${place.time_zone} where id = ${company_id}`
  yield* sql`insert into calendar_settings (company_id, opening_hours, holidays_country, holidays_region)
    values (${company_id}, ${text(openingHours)}, ${place.holidays_country}, ${place.holidays_region})`

  const people = yield* numbered("staff", staff)
  yield* sql`
    insert into staff (company_id, id, name, email, user_id, weekly, exceptions, created_at, updated_at) overriding system value
    select ${company_id}, r.id, r.name, r.local || '@juniper-vale.example', u.id, nullif(r.weekly, 'null'), r.exceptions, now() - interval '400 days',
      now() - interval '400 days'
    from jsonb_to_recordset(${text(people)}) r (id bigint, name text, local text, weekly jsonb, exceptions jsonb)
    left join users u on u.company_id = ${company_id} and u.email = r.local || '@juniper-vale.example'`

  const rooms = yield* numbered("resources", resources)
  yield* sql`
    insert into resources (company_id, id, name, kind) overriding system value
    select ${company_id}, r.* from jsonb_to_recordset(${text(rooms)}) r (id bigint, name text, kind text)`

  const offered = (yield* numbered("services", services)).map((service) => ({
    ...service, staff_ids: idsOf(people, service.staff), resources: service.resources.map((group) => ({ any_of: idsOf(rooms, group) }))
  }))
  yield* sql`
    insert into services (company_id, id, name, description, duration_minutes, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes,
      price, capacity, staff_ids, resources, notice_minutes, horizon_days, daily_limit, cancellation_notice_minutes, confirmation, questions, currency,
      keep_deposit_on_no_show, reminder_minutes, online, active, created_at, updated_at) overriding system value
    select ${company_id}, r.*, 'USD', false, '{1440}', true, true, now() - interval '400 days', now() - interval '400 days'
    from jsonb_to_recordset(${text(offered)}) r (id bigint, name text, description text, duration_minutes int, buffer_before_minutes int,
      buffer_after_minutes int, slot_interval_minutes int, price bigint, capacity int, staff_ids bigint[], resources jsonb, notice_minutes int,
      horizon_days int, daily_limit int, cancellation_notice_minutes int, confirmation text, questions jsonb)`

  const away = timeOff.map((one) => ({
    ...one, staff_id: one.staff_id === null ? null : people[one.staff_id]!.id, until: one.rrule === null ? one.ends : null
  }))
  yield* sql`
    insert into time_off (company_id, staff_id, starts, ends, rrule, except_dates, reason, until)
    select ${company_id}, r.* from jsonb_to_recordset(${text(away)}) r (staff_id bigint, starts timestamp, ends timestamp, rrule text,
      except_dates date[], reason text, until timestamp)`

  const held = (yield* numbered("booked_sessions", sessions)).map((session) => ({
    ...session, service_id: offered[session.service]!.id, capacity: offered[session.service]!.capacity,
    staff_id: session.staff === null ? null : people[session.staff]!.id, resource_ids: idsOf(rooms, session.resources)
  }))
  yield* sql`
    insert into booked_sessions (company_id, id, service_id, staff_id, resource_ids, starts_at, ends_at, capacity, taken) overriding system value
    select ${company_id}, r.* from jsonb_to_recordset(${text(held)}) r (id bigint, service_id bigint, staff_id bigint, resource_ids bigint[],
      starts_at timestamptz, ends_at timestamptz, capacity int, taken int)`
  yield* sql`
    insert into claims (company_id, session_id, staff_id, resource_id, starts_at, ends_at)
    select ${company_id}, r.id, c.staff_id, c.resource_id, r.claimed_from, r.claimed_until
    from jsonb_to_recordset(${text(held)}) r (id bigint, staff_id bigint, resource_ids bigint[], claimed_from timestamptz, claimed_until timestamptz)
    cross join lateral (select r.staff_id, null::bigint as resource_id where r.staff_id is not null union all select null, unnest(r.resource_ids)) c`

  const rows = bookings.map((booking) => {
    const session = booking.session === null ? null : held[booking.session]!
    return {
      ...booking, service_id: offered[booking.service]!.id, contact_id: contacts[booking.contact]!.id, session_id: session?.id ?? null,
      staff_id: session?.staff_id ?? null, resource_ids: session?.resource_ids ?? []
    }
  })
  yield* sql`
    insert into appointments (company_id, service_id, contact_id, staff_id, resource_ids, session_id, starts_at, ends_at, status, seats, price,
      answers, canceled_at, canceled_by, cancellation_reason, rescheduled_count, reschedule_reason, livemode, created_at, updated_at, currency)
    select ${company_id}, r.*, case when r.price is not null then 'USD' end
    from jsonb_to_recordset(${text(rows)}) r (service_id bigint, contact_id bigint, staff_id bigint, resource_ids bigint[], session_id bigint,
      starts_at timestamptz, ends_at timestamptz, status text, seats int, price bigint, answers jsonb, canceled_at timestamptz, canceled_by text,
      cancellation_reason text, rescheduled_count int, reschedule_reason text, livemode boolean, created_at timestamptz, updated_at timestamptz)`
})
