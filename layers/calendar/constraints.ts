import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Away, Bookable, DayHours, Session, Span, StaffHours, Taken, WeeklyHours, Constraints } from "#schemas/calendar/availability/constraints"
import { weekOf } from "#schemas/calendar/hours"
import type { ServiceId } from "#schemas/calendar/ids"
import type { Service } from "#schemas/calendar/service"
import type { OpeningHours } from "#schemas/company/opening-hours"
import { NotFound } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { companyNow } from "../kernel/company-clock.ts"
import { busyWithin } from "./busy-times.ts"

/** A session that has seats left, as it can be joined. */
export interface OpenSession extends Session {
  readonly id: number
}

/** What a service and its company say besides. */
export interface Terms extends Pick<Service, "active" | "confirmation" | "currency" | "deposit_amount" | "name" | "price" | "questions"> {
  readonly locale: string
  readonly holidays_country: string | null
  readonly holidays_region: string | null
  /** Holidays on which it is open all the same. */
  readonly open_on: ReadonlyArray<string>
}

/** A service with everything that decides when it can be booked, but for the public holidays. */
export interface Known extends Omit<Constraints, "closed" | "sessions">, Terms {
  readonly sessions: ReadonlyArray<OpenSession>
}

/** Claims of one person or resource, as columns: a month of many people is thousands of them. */
interface Column {
  readonly staff_id: number | null
  readonly resource_id: number | null
  readonly starts: ReadonlyArray<number>
  readonly ends: ReadonlyArray<number>
  readonly ids: ReadonlyArray<number | null>
}

interface Row extends Bookable, Terms {
  readonly time_zone: string
  readonly opening_hours: ReadonlyArray<WeeklyHours> | null
  readonly company_hours: typeof OpeningHours.Type
  readonly needs_staff: boolean
  readonly staff: ReadonlyArray<Omit<StaffHours, "weekly"> & { readonly weekly: ReadonlyArray<WeeklyHours> | null; readonly exceptions: ReadonlyArray<DayHours> }>
  readonly resources: Constraints["resources"]
  readonly usable: ReadonlyArray<number>
  readonly away: ReadonlyArray<Away>
  readonly claims: ReadonlyArray<Column>
  /** What calendars elsewhere say. */
  readonly busy: ReadonlyArray<Column>
  readonly sessions: ReadonlyArray<OpenSession>
  readonly booked_on: Readonly<Record<string, number>>
}

const instant = (ms: number) => new Date(ms).toISOString()

const takenOf = (kind: Taken["kind"]) => ({ ends, ids, resource_id, staff_id, starts }: Column): ReadonlyArray<Taken> =>
  starts.map((from, n) => ({ kind, id: ids[n] ?? null, staff_id, resource_id, span: { from, to: ends[n]! } }))

/** What decides when services of the caller's company can be booked. Both modes share it; what time it is, is the caller's. */
export class AvailabilityConstraints extends Context.Service<AvailabilityConstraints>()("layers/calendar/AvailabilityConstraints", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const ms = (column: string) => sql.literal(`(date_part('epoch', ${column}) * 1000)::bigint`)
    const minutes = (column: string) => sql.literal(`s.${column} * interval '1 minute'`)

    return {
      /**
       * Everything about a service for starts within a span, in one statement. `named` says which appointment each claim is of, for people.
       */
      read: Effect.fnUntraced(function*(service: ServiceId, { from, to }: Span, { named = false }: { readonly named?: boolean } = {}) {
        yield* Caller
        const [begin, end] = [sql`${instant(from)}::timestamptz`, sql`${instant(to)}::timestamptz`]
        const [before, after] = [sql`(${begin} - ${minutes("buffer_before_minutes")})`, sql`(${end} + ${minutes("duration_minutes")} + ${minutes("buffer_after_minutes")})`]
        const id = named
          ? sql`(select min(a.id) from appointments a where a.company_id = c.company_id and a.session_id = c.session_id)`
          : sql.literal("null::bigint")
        /* The index on starts is bounded by the longest claim that there can be. */
        const claims = (column: "resource_id" | "staff_id", ids: string) => sql`
          select ${sql.literal(column === "staff_id" ? "c.staff_id, null::bigint as resource_id" : "null::bigint, c.resource_id")},
            array_agg(${ms("c.starts_at")}) as starts, array_agg(${ms("c.ends_at")}) as ends, array_agg(${id}) as ids
          from claims c where c.company_id = s.company_id and c.${sql.literal(column)} is not null and c.${sql.literal(column)} = any(${sql.literal(ids)})
            and c.starts_at >= ${before} - interval '40 hours' and c.starts_at < ${after} and c.ends_at > ${before}
          group by c.${sql.literal(column)}`
        const [row] = yield* Effect.orDie(sql<Row>`
          select s.duration_minutes, s.buffer_before_minutes, s.buffer_after_minutes, s.slot_interval_minutes, s.notice_minutes, s.horizon_days, s.capacity,
            s.daily_limit, s.name, s.active, s.confirmation, s.deposit_amount, s.price, s.currency, s.questions, s.resources, cardinality(s.staff_ids) > 0 as needs_staff,
            k.time_zone, k.locale, k.opening_hours as company_hours, h.opening_hours, h.holidays_country, h.holidays_region,
            coalesce(h.open_on::text[], '{}') as open_on, r.usable,
            coalesce((select json_agg(json_build_object('id', f.id, 'weekly', f.weekly, 'exceptions', f.exceptions) order by f.id) from staff f
              where f.company_id = s.company_id and f.id = any(s.staff_ids) and f.active), '[]') as staff,
            coalesce((select json_agg(json_build_object('id', t.id, 'staff_id', t.staff_id, 'starts', to_char(t.starts, 'YYYY-MM-DD"T"HH24:MI'),
                'ends', to_char(t.ends, 'YYYY-MM-DD"T"HH24:MI'), 'rrule', t.rrule, 'except_dates', t.except_dates) order by t.id)
              from time_off t where t.company_id = s.company_id and (t.staff_id is null or t.staff_id = any(s.staff_ids))
                and t.starts < (${end} + interval '3 days') at time zone 'UTC'
                and coalesce(t.until > (${begin} - interval '2 days') at time zone 'UTC', true)), '[]') as away,
            coalesce((select json_agg(c) from (${claims("staff_id", "s.staff_ids")} union all ${claims("resource_id", "r.usable")}) c), '[]') as claims,
            coalesce((select json_agg(t) from (
              select staff_id, null::bigint as resource_id, array_agg(${ms("starts_at")}) as starts, array_agg(${ms("ends_at")}) as ends, '{}'::bigint[] as ids
              from (${busyWithin(sql, sql.literal("s.staff_ids"), before, after)}) b group by staff_id) t), '[]') as busy,
            coalesce((select json_agg(json_build_object('id', b.id, 'starts_at', ${ms("b.starts_at")}, 'staff_id', b.staff_id,
                'resource_ids', b.resource_ids, 'left', b.capacity - b.taken))
              from booked_sessions b where b.company_id = s.company_id and b.service_id = s.id and b.taken < b.capacity and s.capacity > 1
                and b.starts_at >= ${begin} and b.starts_at < ${end} and b.ends_at = b.starts_at + ${minutes("duration_minutes")}), '[]') as sessions,
            case when s.daily_limit is null then '{}'::json else coalesce((select json_object_agg(d.day, d.n) from (
              select (a.starts_at at time zone k.time_zone)::date as day, count(*) as n from appointments a
              where a.company_id = s.company_id and a.service_id = s.id and a.livemode in (true, false) and a.starts_at >= ${begin} - interval '2 days'
                and a.starts_at < ${end} + interval '2 days' and a.status not in ('canceled', 'declined') group by 1) d), '{}') end as booked_on
          from services s join companies k on k.id = s.company_id left join calendar_settings h on h.company_id = s.company_id
          cross join lateral (select array(select q.id from resources q where q.company_id = s.company_id and q.active and q.id in (
            select jsonb_array_elements(g -> 'any_of')::bigint from jsonb_array_elements(s.resources) g)) as usable) r
          where s.company_id = (select current_company()) and s.id = ${service}`)
        if (row === undefined) return yield* new NotFound({ message: `There is no service ${service}.` })
        const usable = new Set(row.usable)
        const opening_hours = weekOf(row.opening_hours, row.company_hours)
        return {
          ...row, opening_hours, service: row, now: yield* companyNow,
          staff: row.needs_staff ? row.staff.map((one) => ({ ...one, weekly: one.weekly ?? opening_hours })) : null,
          resources: row.resources.map(({ any_of }) => ({ any_of: any_of.filter((id) => usable.has(id)) })),
          taken: [...row.claims.flatMap(takenOf("appointment")), ...row.busy.flatMap(takenOf("busy"))],
          booked_on: new Map(Object.entries(row.booked_on))
        } satisfies Known
      })
    }
  })
}) {
  static readonly layer = Layer.effect(AvailabilityConstraints, AvailabilityConstraints.make)
}
