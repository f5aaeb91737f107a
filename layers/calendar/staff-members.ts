import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { StaffId } from "#schemas/calendar/ids"
import { staffMember } from "#schemas/calendar/staff"
import { repository } from "../kernel/repository.ts"
import { missingOf } from "./missing.ts"

/** Who does what is booked with the caller's company; both modes share them. */
export class StaffMembers extends Context.Service<StaffMembers>()("layers/calendar/StaffMembers", {
  make: Effect.gen(function*() {
    const staff = yield* repository(staffMember, { table: "staff", noun: "staff member", unique: { staff_user: "user_id" } })
    const sql = yield* SqlClient.SqlClient
    return {
      ...staff,
      missing: missingOf(sql, "staff"),
      /** Those of them who can be booked, with their names. */
      named: (ids: ReadonlyArray<StaffId>) =>
        Effect.orDie(sql<{ readonly id: StaffId; readonly name: string }>`
          select id, name from staff where ${staff.sql.inTenant} and active and id = any(${[...ids]}::bigint[]) order by name, id`)
    }
  })
}) {
  static readonly layer = Layer.effect(StaffMembers, StaffMembers.make)
}
