import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { StaffId } from "#schemas/calendar/ids"
import { staffMember } from "#schemas/calendar/staff"
import { isAtLeast } from "#schemas/kernel/roles"
import { Caller } from "#schemas/kernel/tenancy"
import { repository } from "../kernel/repository.ts"
import { first } from "../kernel/sql.ts"
import { missingOf } from "./missing.ts"

/** The staff member whose appointments alone the caller sees; nothing where they see those of everybody. */
export const onlyOwn = (sql: SqlClient.SqlClient): Effect.Effect<StaffId | undefined, never, Caller> =>
  Effect.flatMap(Caller, ({ person }) =>
    person === undefined || isAtLeast(person.role, "admin") ? Effect.undefined : Effect.map(
      first(sql<{ readonly id: StaffId }>`select id from staff where company_id = (select current_company()) and user_id = ${person.user_id} and sees = 'own'`),
      (found) => Option.getOrUndefined(found)?.id
    ))

/** Who does what is booked with the caller's company; both modes share them. */
export class StaffMembers extends Context.Service<StaffMembers>()("layers/calendar/StaffMembers", {
  make: Effect.gen(function*() {
    const staff = yield* repository(staffMember, { table: "staff", noun: "staff member", unique: { staff_user: "user_id" } })
    const sql = yield* SqlClient.SqlClient
    return {
      ...staff,
      missing: missingOf(sql, "staff"),
      onlyOwn: onlyOwn(sql),
      /** Those of them who can be booked, with their names. */
      named: (ids: ReadonlyArray<StaffId>) =>
        Effect.orDie(sql<{ readonly id: StaffId; readonly name: string }>`
          select id, name from staff where ${staff.sql.inTenant} and active and id = any(${[...ids]}::bigint[]) order by name, id`)
    }
  })
}) {
  static readonly layer = Layer.effect(StaffMembers, StaffMembers.make)
}
