import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Appointment, appointment, type SeriesId } from "#schemas/calendar/appointment"
import { type Task, TaskId } from "#schemas/crm/task"
import { Caller } from "#schemas/kernel/tenancy"
import type { OrderId } from "#schemas/payments/order"
import { repository } from "../kernel/repository.ts"
import { execute, first, one } from "../kernel/sql.ts"
import { onlyOwn } from "./staff-members.ts"

/** Appointments of the caller's company in the caller's mode; of staff who see their own only, those. */
export class Appointments extends Context.Service<Appointments>()("layers/calendar/Appointments", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const appointments = yield* repository(appointment, {
      counted: true,
      countedBy: ["staff_id", "status"],
      visible: Effect.map(onlyOwn(sql), (staff) => staff === undefined ? undefined : sql`staff_id = ${staff}`),
      /* Of somebody who was erased there are none. */
      computed: { answers: "coalesce(answers, '[]')" },
      sort: { starts_at: { column: "starts_at", type: "timestamptz" } },
      internal: { session_id: Schema.NullOr(Schema.Int), task_id: Schema.NullOr(TaskId) }
    })
    const { columns, inTenant } = appointments.sql
    return {
      ...appointments,
      newSeries: Effect.map(one(sql<{ id: SeriesId }>`select nextval('appointment_series') as id`), ({ id }) => id),
      /** Notes the task that asks for the company's word. It is no change of the appointment. */
      setTask: (id: Appointment["id"], task: Task["id"]) => execute(sql`update appointments set task_id = ${task} where ${inTenant} and id = ${id}`),
      /** The one whose deposit an order is. */
      ofDeposit: (order: OrderId) =>
        first(sql<Pick<Appointment, "id">>`select id from appointments where ${inTenant} and deposit_order_id = ${order}`),
      /** One that was held until now for something that did not come. */
      overdue: Effect.flatMap(Caller, ({ mode }) =>
        first(sql<Pick<Appointment, "id">>`select id from appointments where ${inTenant} and livemode = ${mode === "live"}
          and held_until <= company_now(livemode) order by held_until, id limit 1`)),
      /** What is still to come of a series from an appointment of it on, locked. */
      following: ({ series_id, starts_at }: Pick<Appointment, "series_id" | "starts_at">) =>
        Effect.orDie(sql<Appointment>`select ${columns} from appointments where ${inTenant} and series_id = ${series_id} and starts_at >= ${starts_at}
          and status in ('requested', 'booked') order by id for update`)
    }
  })
}) {
  static readonly layer = Layer.effect(Appointments, Appointments.make)
}
