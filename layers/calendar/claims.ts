import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Conflict } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { ResourceId, ServiceId, StaffId } from "#schemas/calendar/ids"
import { execute, inTenant as ofTenant, one } from "../kernel/sql.ts"

/** What a session takes. */
export interface SessionClaims {
  readonly id: number
  readonly staff_id: StaffId | null
  readonly resource_ids: ReadonlyArray<ResourceId>
}

/** People and resources that bookings wait for each other over. */
export interface Scarce {
  readonly staff_ids: ReadonlyArray<number>
  readonly resource_ids: ReadonlyArray<number>
}

export interface NewSession extends Omit<SessionClaims, "id"> {
  readonly service_id: ServiceId
  /** Milliseconds since 1970, without buffers. */
  readonly starts_at: number
  readonly ends_at: number
  readonly buffer_before_minutes: number
  readonly buffer_after_minutes: number
  readonly capacity: number
  readonly seats: number
}

/** What was free when it was looked for, and was taken by whoever does not wait for others. */
const taken = new Conflict({ message: "Somebody else has just taken it: ask `get_availability` for what is free." })

/** How the names of constraints that refuse it are told in the error of PostgreSQL. */
const isOverlap = (error: SqlError.SqlError) => {
  const { cause } = error.reason as { readonly cause?: unknown }
  return (cause as { readonly code?: string } | undefined)?.code === "23P01"
}

const instant = (ms: number) => new Date(ms).toISOString()
const MINUTE = 60_000

/**
 * Who and what of the caller's company is taken when. Both modes share the people. Everything here is done by whoever holds the people and
 * resources that it takes or gives up (`lock`), so that bookings of the same go one after another; that no two claims of one overlap, PostgreSQL
 * itself sees to.
 */
export class Claims extends Context.Service<Claims>()("layers/calendar/Claims", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)

    /** In one order for all: people before resources, each by id. */
    const locked = (table: "resources" | "staff", ids: ReadonlyArray<number>) =>
      ids.length === 0 ? Effect.void : execute(sql`select from ${sql(table)} where ${inTenant} and id = any(${[...ids]}::bigint[])
        order by id for no key update`)

    return {
      /** Until the transaction ends, nobody else books these or gives them up. */
      lock: ({ resource_ids, staff_ids }: Scarce) => Effect.andThen(locked("staff", staff_ids), locked("resources", resource_ids)),

      /** What a session takes. */
      held: (session: number) =>
        one(sql<SessionClaims>`select id, staff_id, resource_ids from booked_sessions where ${inTenant} and id = ${session}`),

      /** How many sessions each of these has from a week before a start to 30 days after it; those who have none are left out. */
      load: Effect.fnUntraced(function*(staff_ids: ReadonlyArray<number>, starts_at: number) {
        const rows = yield* Effect.orDie(sql<{ staff_id: number; n: number }>`select staff_id, count(*)::int as n from claims
          where ${inTenant} and staff_id is not null and staff_id = any(${[...staff_ids]}::bigint[])
            and starts_at >= ${instant(starts_at)}::timestamptz - interval '7 days' and starts_at < ${instant(starts_at)}::timestamptz + interval '30 days'
          group by staff_id`)
        return new Map(rows.map(({ n, staff_id }) => [staff_id, n]))
      }),

      /** Begins a session, and claims who and what it takes, with the buffers around it. */
      begin: Effect.fnUntraced(function*(session: NewSession) {
        const { company_id } = yield* Caller
        const { buffer_after_minutes, buffer_before_minutes, capacity, ends_at, resource_ids, seats, service_id, staff_id, starts_at } = session
        const from = instant(starts_at - buffer_before_minutes * MINUTE)
        const until = instant(ends_at + buffer_after_minutes * MINUTE)
        return yield* Effect.catch(
          Effect.map(sql<{ id: number }>`with begun as (
              insert into booked_sessions ${sql.insert({
            company_id, service_id, staff_id, resource_ids: sql`${[...resource_ids]}::bigint[]`,
            starts_at: instant(starts_at), ends_at: instant(ends_at), capacity, taken: seats
          })} returning id),
            claimed as (
              insert into claims (company_id, session_id, staff_id, resource_id, starts_at, ends_at)
              select ${company_id}, begun.id, who.staff_id, who.resource_id, ${from}::timestamptz, ${until}::timestamptz
              from begun, (select ${staff_id}::bigint as staff_id, null::bigint as resource_id where ${staff_id}::bigint is not null
                union all select null, unnest(${[...resource_ids]}::bigint[])) who)
            select id from begun`, ([row]) => row!.id),
          (error) => isOverlap(error) ? taken : Effect.die(error)
        )
      }),

      /** Takes seats of a session that has them. */
      join: Effect.fnUntraced(function*(session: number, seats: number) {
        const joined = yield* Effect.orDie(sql`update booked_sessions set taken = taken + ${seats}
          where ${inTenant} and id = ${session} and taken + ${seats} <= capacity returning 1`)
        if (joined.length === 0) return yield* taken
      }),

      /** Gives seats of a session back; with the last of them, it is given up with all that it claimed. */
      leave: Effect.fnUntraced(function*(session: number, seats: number) {
        const { taken } = yield* one(sql<{ taken: number }>`update booked_sessions set taken = taken - ${seats}
          where ${inTenant} and id = ${session} returning taken`)
        if (taken === 0) yield* execute(sql`delete from booked_sessions where ${inTenant} and id = ${session}`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Claims, Claims.make)
}
