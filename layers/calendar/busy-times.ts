import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { ConnectionId } from "#schemas/calendar/connection"
import type { StaffId } from "#schemas/calendar/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { execute } from "../kernel/sql.ts"

/** A time that a calendar elsewhere takes. Milliseconds since 1970, half open. */
export interface Busy {
  readonly from: number
  readonly to: number
}

/** An object of a calendar as it is now, and the times that it takes. */
export interface Told {
  readonly href: string
  readonly etag: string
  readonly times: string
  readonly goes_on: boolean
  readonly busy: ReadonlyArray<Busy & { readonly uid: string }>
}

/** No row is longer than this, so that an index over the beginnings finds all that overlap a span. */
const LONGEST_MS = 86_400_000

const pieces = function*({ from, to }: Busy) {
  for (let start = from; start < to; start += LONGEST_MS) yield { from: start, to: Math.min(to, start + LONGEST_MS) }
}

const instant = (ms: number) => new Date(ms).toISOString()

/** Busy times of the caller's company that overlap a span, as rows of staff_id, starts_at and ends_at. `staff` gives ids. */
export const busyWithin = (sql: SqlClient.SqlClient, staff: Statement.Fragment, from: Statement.Fragment, to: Statement.Fragment) => sql`
  select id, staff_id, starts_at, ends_at from busy_times
  where company_id = (select current_company()) and staff_id = any(${staff})
    and starts_at > ${from}::timestamptz - interval '24 hours' and starts_at < ${to}::timestamptz and ends_at > ${from}::timestamptz`

/** What the connected calendars of the caller's company say. */
export class BusyTimes extends Context.Service<BusyTimes>()("layers/calendar/BusyTimes", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const ofConnection = (id: ConnectionId) => sql`company_id = (select current_company()) and connection_id = ${id}`

    const rowsOf = (staff_id: StaffId, told: ReadonlyArray<Told>) =>
      told.flatMap(({ busy, href }) => busy.flatMap(({ uid, ...span }) =>
        [...pieces(span)].map(({ from, to }) => ({ staff_id, href, uid: uid.slice(0, 500), starts_at: instant(from), ends_at: instant(to) }))))

    const forgetTimes = (id: ConnectionId, hrefs: ReadonlyArray<string>) =>
      execute(sql`delete from busy_times where ${ofConnection(id)} and href = any(${[...hrefs]}::text[])`)

    return {
      /** The ETags of all objects that are known of a calendar. */
      known: (id: ConnectionId) =>
        Effect.map(
          Effect.orDie(sql<{ href: string; etag: string }>`select href, etag from calendar_objects where ${ofConnection(id)}`),
          (rows) => new Map(rows.map(({ etag, href }) => [href, etag]))
        ),

      /** Takes over objects with the times that they take, in place of what was known of them. */
      take: Effect.fnUntraced(function*(id: ConnectionId, staff_id: StaffId, told: ReadonlyArray<Told>) {
        if (told.length === 0) return
        const { company_id } = yield* Caller
        yield* forgetTimes(id, told.map(({ href }) => href))
        yield* execute(sql`
          insert into calendar_objects (company_id, connection_id, href, etag, times, goes_on)
          select ${company_id}::bigint, ${id}::bigint, href, etag, times, goes_on
          from jsonb_to_recordset(${JSON.stringify(told.map(({ busy: _, ...object }) => object))}::jsonb) as t (href text, etag text, times text, goes_on boolean)
          on conflict (company_id, connection_id, href) do update set etag = excluded.etag, times = excluded.times, goes_on = excluded.goes_on`)
        yield* execute(sql`
          insert into busy_times (company_id, staff_id, connection_id, href, uid, starts_at, ends_at)
          select ${company_id}::bigint, staff_id, ${id}::bigint, href, uid, starts_at, ends_at
          from jsonb_to_recordset(${JSON.stringify(rowsOf(staff_id, told))}::jsonb)
            as t (staff_id bigint, href text, uid text, starts_at timestamptz, ends_at timestamptz)`)
      }),

      /** Forgets objects that are gone. */
      forget: (id: ConnectionId, hrefs: ReadonlyArray<string>) =>
        hrefs.length === 0 ? Effect.void : Effect.andThen(
          forgetTimes(id, hrefs),
          execute(sql`delete from calendar_objects where ${ofConnection(id)} and href = any(${[...hrefs]}::text[])`)
        ),

      /** Forgets all of a calendar. */
      forgetAll: (id: ConnectionId) =>
        Effect.andThen(
          execute(sql`delete from busy_times where ${ofConnection(id)}`),
          execute(sql`delete from calendar_objects where ${ofConnection(id)}`)
        ),

      /** Objects that take more time as time goes on, or all of them, in the order of their addresses. */
      again: (id: ConnectionId, after: string, most: number, all: boolean) =>
        Effect.orDie(sql<Omit<Told, "busy">>`
          select href, etag, times, goes_on from calendar_objects where ${ofConnection(id)} and href > ${after} and ${all ? sql`true` : sql`goes_on`}
          order by href limit ${most}`),

      /** Forgets the times that are over. */
      forgetPast: (id: ConnectionId, before: number) =>
        execute(sql`delete from busy_times where ${ofConnection(id)} and ends_at < ${instant(before)}`),

      count: (id: ConnectionId) =>
        Effect.map(Effect.orDie(sql<{ n: number }>`select count(*)::int as n from calendar_objects where ${ofConnection(id)}`), ([row]) => row!.n)
    }
  })
}) {
  static readonly layer = Layer.effect(BusyTimes, BusyTimes.make)
}
