import { createHash } from "node:crypto"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type CalendarConnection, connection, type ConnectionId } from "#schemas/calendar/connection"
import type { StaffId } from "#schemas/calendar/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { Timestamp } from "#schemas/kernel/time"
import { RunId } from "#schemas/workflows/run"
import { SecretStore } from "../auth/secret-store.ts"
import { repository } from "../kernel/repository.ts"
import { exists, one } from "../kernel/sql.ts"
import { connectionSecrets } from "./sealed.ts"
import { type Access, CalendarFault } from "./remote/http.ts"

const Sealed = Schema.fromJsonString(Schema.Struct({ address: Schema.String, password: Schema.NullOr(Schema.String) }))
const encode = Schema.encodeUnknownEffect(Sealed)
const decode = Schema.decodeUnknownEffect(Sealed)

/** What a run knows of a calendar besides what answers tell. */
const internal = {
  mark: Schema.NullOr(Schema.String),
  zone: Schema.NullOr(Schema.String),
  expanded_until: Schema.NullOr(Timestamp),
  timer_run: Schema.NullOr(RunId),
  state: connection.read.fields.state,
  failure: connection.read.fields.failure,
  failures: connection.read.fields.failures,
  events: connection.read.fields.events,
  last_synced_at: connection.read.fields.last_synced_at,
  next_sync_at: connection.read.fields.next_sync_at
}
export type Progress = Schema.Struct<typeof internal>["Type"]

/** The calendars elsewhere that the caller's company has connected. Both modes share them, as they share the people. */
export class CalendarConnections extends Context.Service<CalendarConnections>()("layers/calendar/CalendarConnections", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const store = yield* SecretStore
    const connections = yield* repository(connection, {
      table: "calendar_connections", noun: "calendar connection", softDelete: true, internal
    })
    const { columns, inTenant } = connections.sql
    const digest = (address: string) => createHash("sha256").update(address).digest("hex")

    return {
      ...connections,

      /** Connects a calendar; what is secret of it is sealed. */
      connect: Effect.fnUntraced(function*(
        given: Pick<CalendarConnection, "staff_id" | "kind" | "name" | "username" | "direction">, { address, password }: Access
      ) {
        const { company_id } = yield* Caller
        const text = yield* Effect.orDie(encode({ address, password: password === null ? null : Redacted.value(password) }))
        return yield* connections.create({
          ...given, host: new URL(address).host, secret: connectionSecrets.sealed(store, { company_id }, text), address_hash: digest(address)
        })
      }),

      /** Whether the staff member has this calendar already. */
      has: (staff_id: StaffId, address: string) =>
        exists(sql`select from calendar_connections where ${inTenant} and deleted_at is null and staff_id = ${staff_id} and address_hash = ${digest(address)}`),

      /** How a calendar is reached. */
      access: Effect.fnUntraced(function*(id: ConnectionId): Effect.fn.Return<Access, CalendarFault, Caller> {
        const { company_id } = yield* Caller
        const row = yield* one(sql<{ secret: string; username: string | null }>`
          select secret, username from calendar_connections where ${inTenant} and id = ${id}`)
        const opened = connectionSecrets.opened(store, { company_id }, row.secret)
        if (Option.isNone(opened)) {
          return yield* new CalendarFault({ kind: "unauthorized", message: "Its password was sealed with another SECRET_KEY: connect the calendar again." })
        }
        const { address, password } = yield* Effect.orDie(decode(opened.value))
        return { address, username: row.username, password: password === null ? null : Redacted.make(password) }
      }),

      /** A calendar in which a run has its turn, locked; nothing where another run took its place, or the calendar was disconnected. */
      inTurn: Effect.fnUntraced(function*(id: ConnectionId, run: RunId) {
        const found = yield* connections.find(id, { lock: true })
        if (Option.isNone(found)) return undefined
        const progress = yield* connections.internal(id)
        return progress.timer_run === run ? { connection: found.value, progress } : undefined
      }),

      /** The calendars of a staff member that appointments are written into. */
      written: (staff_ids: ReadonlyArray<StaffId>) =>
        Effect.orDie(sql<CalendarConnection>`select ${columns} from calendar_connections
          where ${inTenant} and deleted_at is null and direction = 'both' and staff_id = any(${[...staff_ids]}::bigint[]) order by id`),

      /** Forgets a calendar that was disconnected, with its password. */
      destroy: (id: ConnectionId) =>
        Effect.asVoid(Effect.orDie(sql`delete from calendar_connections where ${inTenant} and id = ${id} and deleted_at is not null`)),

      /** Whether the company is the demo, of which nobody outside hears. */
      isDemo: exists(sql`select from companies where id = (select current_company()) and demo`),

      zone: Effect.map(one(sql<{ time_zone: string }>`select time_zone from companies where id = (select current_company())`), ({ time_zone }) => time_zone)
    }
  })
}) {
  static readonly layer = Layer.effect(CalendarConnections, CalendarConnections.make).pipe(Layer.provide(SecretStore.layer))
}
