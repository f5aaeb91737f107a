import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type TimeOff as Absence, timeOff } from "#schemas/calendar/time-off"
import type { StaffId } from "#schemas/calendar/ids"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { execute } from "../kernel/sql.ts"

const local = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI')`

/** When staff of the caller's company are away, by its wall clock; both modes share it. */
export class TimeOff extends Context.Service<TimeOff>()("layers/calendar/TimeOff", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const absences = yield* repository(timeOff, {
      table: "time_off",
      noun: "time off",
      computed: { starts: local("starts"), ends: local("ends"), except_dates: "except_dates::text[]" },
      sort: { starts: { column: local("starts"), type: "text" } },
      filter: {
        staff_id: (id: StaffId) => sql`(staff_id = ${id} or staff_id is null)`,
        from: (day: string) => sql`coalesce(until > ${day}::text::timestamp, true)`,
        to: (day: string) => sql`starts < ${day}::text::timestamp + interval '1 day'`
      }
    })
    const { inTenant } = absences.sql
    return {
      ...absences,
      /** `until` is when it ends the last time; null if it comes again without end. */
      add: ({ ends, except_dates, starts, until, ...rest }: Omit<Absence, "id" | "created_at"> & { readonly until: string | null }) =>
        absences.create({
          ...rest,
          starts: sql`${starts}::text::timestamp`,
          ends: sql`${ends}::text::timestamp`,
          except_dates: sql`${[...except_dates]}::text[]::date[]`,
          until: sql`${until}::text::timestamp`
        }),
      remove: Effect.fnUntraced(function*(id: Absence["id"]) {
        const before = yield* absences.get(id, { lock: true })
        yield* execute(sql`delete from time_off where ${inTenant} and id = ${id}`)
        yield* recordChange({ object: timeOff.object, id, before, after: null })
        return before
      })
    }
  })
}) {
  static readonly layer = Layer.effect(TimeOff, TimeOff.make)
}
