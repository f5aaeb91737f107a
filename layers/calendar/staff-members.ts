import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { staffMember } from "#schemas/calendar/staff"
import { repository } from "../kernel/repository.ts"
import { missingOf } from "./missing.ts"

/** Who does what is booked with the caller's company; both modes share them. */
export class StaffMembers extends Context.Service<StaffMembers>()("layers/calendar/StaffMembers", {
  make: Effect.gen(function*() {
    const staff = yield* repository(staffMember, { table: "staff", noun: "staff member", unique: { staff_user: "user_id" } })
    return { ...staff, missing: missingOf(yield* SqlClient.SqlClient, "staff") }
  })
}) {
  static readonly layer = Layer.effect(StaffMembers, StaffMembers.make)
}
