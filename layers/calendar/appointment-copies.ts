import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { CalendarConnection, ConnectionId } from "#schemas/calendar/connection"
import { Caller } from "#schemas/kernel/tenancy"
import { execute, first } from "../kernel/sql.ts"

/** An appointment as it is written into a calendar elsewhere. */
export interface Copy {
  readonly id: number
  readonly version: number
  readonly sequence: number
  readonly starts_at: string
  readonly ends_at: string
  readonly updated_at: string
  readonly service: string
  /** The ETag of what was written before, where it is known. */
  readonly etag: string | null
}

const IN_CALENDAR = "('booked', 'completed', 'no_show')"

/** What of the company's live appointments stands in calendars elsewhere. What is to be written follows from comparing the two. */
export class AppointmentCopies extends Context.Service<AppointmentCopies>()("layers/calendar/AppointmentCopies", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inCalendar = sql.literal(IN_CALENDAR)
    const ofConnection = (id: ConnectionId) => sql`company_id = (select current_company()) and connection_id = ${id}`

    const found = ({ id, staff_id }: CalendarConnection) => sql`
      select a.id, a.version, a.sequence, a.starts_at, a.ends_at, a.updated_at, s.name as service, c.etag
      from appointments a
      join services s on s.company_id = a.company_id and s.id = a.service_id
      left join appointment_copies c on c.company_id = a.company_id and c.connection_id = ${id} and c.appointment_id = a.id
      where a.company_id = (select current_company()) and a.livemode and a.staff_id = ${staff_id} and a.status in ${inCalendar}`

    return {
      /** Appointments of the staff member that are not in the calendar as they are, the next ones first. */
      pending: (connection: CalendarConnection, most: number) =>
        Effect.orDie(sql<Copy>`${found(connection)} and a.starts_at > now() - interval '2 days' and c.version is distinct from a.version
          order by a.starts_at, a.id limit ${most}`),

      /** One of them as it is now, if it still belongs there. */
      one: (connection: CalendarConnection, id: number) => Effect.map(first(sql<Copy>`${found(connection)} and a.id = ${id}`), Option.getOrUndefined),

      /** Appointments that stand there and no longer belong there. */
      superfluous: ({ id, staff_id }: CalendarConnection, most: number) =>
        Effect.map(
          Effect.orDie(sql<{ appointment_id: number }>`
            select c.appointment_id from appointment_copies c
            left join appointments a on a.company_id = c.company_id and a.id = c.appointment_id
            where c.company_id = (select current_company()) and c.connection_id = ${id}
              and (a.id is null or a.staff_id is distinct from ${staff_id} or a.status not in ${inCalendar})
            order by c.appointment_id limit ${most}`),
          (rows) => rows.map(({ appointment_id }) => appointment_id)
        ),

      /** All that stand there. */
      all: (id: ConnectionId, most: number) =>
        Effect.map(
          Effect.orDie(sql<{ appointment_id: number }>`
            select appointment_id from appointment_copies where ${ofConnection(id)} order by appointment_id limit ${most}`),
          (rows) => rows.map(({ appointment_id }) => appointment_id)
        ),

      /** Notes that one is about to be written for the first time. */
      begun: Effect.fnUntraced(function*(id: ConnectionId, appointment: number) {
        const { company_id } = yield* Caller
        yield* execute(sql`
          insert into appointment_copies (company_id, connection_id, appointment_id, version) values (${company_id}, ${id}, ${appointment}, 0)
          on conflict do nothing`)
      }),

      /** Notes what was written. */
      written: Effect.fnUntraced(function*(id: ConnectionId, { etag, version, ...copy }: Pick<Copy, "id" | "etag" | "version">) {
        const { company_id } = yield* Caller
        yield* execute(sql`
          insert into appointment_copies (company_id, connection_id, appointment_id, etag, version)
          values (${company_id}, ${id}, ${copy.id}, ${etag}, ${version})
          on conflict (company_id, connection_id, appointment_id) do update set etag = excluded.etag, version = excluded.version`)
      }),

      takenOut: (id: ConnectionId, appointment: number) =>
        execute(sql`delete from appointment_copies where ${ofConnection(id)} and appointment_id = ${appointment}`)
    }
  })
}) {
  static readonly layer = Layer.effect(AppointmentCopies, AppointmentCopies.make)
}
