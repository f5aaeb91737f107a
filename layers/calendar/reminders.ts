import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AppointmentId } from "#schemas/calendar/appointment"
import type { ServiceId } from "#schemas/calendar/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { inTenant as ofTenant } from "../kernel/sql.ts"

/** An appointment of which its customer is to be reminded. */
interface Due {
  readonly id: AppointmentId
  readonly starts_at: string
  readonly minutes: number
}

/** When customers are reminded of appointments of the caller's company in the caller's mode: services say how long before. */
export class Reminders extends Context.Service<Reminders>()("layers/calendar/Reminders", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const live = Effect.map(Caller, ({ mode }) => mode === "live")

    return {
      /** Booked appointments of which a reminder is due at exactly that time, by id, those after one of them. */
      due: Effect.fnUntraced(function*(at: string, after: number, limit: number) {
        /* Worked out before it is compared: an expression of other rows would keep the comparison from the index. */
        return yield* sql<Due>`
          with wanted as materialized (
            select id as service_id, minutes, ${at}::timestamptz + minutes * interval '1 minute' as starts_at
            from services cross join unnest(reminder_minutes) as m (minutes) where ${ofTenant(sql)})
          select a.id, a.starts_at, w.minutes from wanted w
          join appointments a on ${ofTenant(sql, "a")} and a.service_id = w.service_id and a.starts_at = w.starts_at
          where a.livemode = ${yield* live} and a.status = 'booked' and a.id > ${after}
          order by a.id limit ${limit}`
      }, Effect.orDie),
      /** Starts of booked appointments of a service that are yet to come, by time, those after one of them. */
      starts: Effect.fnUntraced(function*(service_id: ServiceId, after: string | null, limit: number) {
        const livemode = yield* live
        const rows = yield* sql<{ starts_at: string }>`
          select distinct starts_at from appointments
          where ${ofTenant(sql)} and service_id = ${service_id} and livemode = ${livemode} and status = 'booked'
            and starts_at > coalesce(${after}::timestamptz, company_now(${livemode}))
          order by starts_at limit ${limit}`
        return rows.map(({ starts_at }) => starts_at)
      }, Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(Reminders, Reminders.make)
}
