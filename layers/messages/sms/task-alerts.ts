import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { UserId } from "#schemas/kernel/ids"
import type { TaskAlerts as Told } from "#schemas/messages/sms/task-alerts"
import { execute, first, inTenant, one } from "../../kernel/sql.ts"

/** Where members of the caller's company agreed to be texted about their tasks; both modes share it. */
export class TaskAlerts extends Context.Service<TaskAlerts>()("layers/messages/TaskAlerts", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const own = inTenant(sql)
    return {
      /** Keeps others from changing it until the transaction ends, where that is asked for. */
      of: (id: UserId, { lock = false } = {}) =>
        one(sql<Told>`select alerts_phone as phone, alerts_agreed_at as agreed_at from users where ${own} and id = ${id}
          ${sql.literal(lock ? "for no key update" : "")}`),
      set: (id: UserId, phone: string | null) =>
        execute(sql`update users set alerts_phone = ${phone}::text, alerts_agreed_at = case when ${phone}::text is not null then now() end
          where ${own} and id = ${id}`),
      /** The number of a member who agreed and still is one. */
      phoneOf: (id: UserId) =>
        Effect.map(
          first(sql<{ phone: string }>`select alerts_phone as phone from users where ${own} and id = ${id} and removed_at is null and alerts_phone is not null`),
          Option.map(({ phone }) => phone)
        )
    }
  })
}) {
  static readonly layer = Layer.effect(TaskAlerts, TaskAlerts.make)
}
