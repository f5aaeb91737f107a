import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { task, type Task, type TaskId } from "#schemas/crm/task"
import type { EventKind } from "#schemas/kernel/events"
import type { RunId } from "#schemas/workflows/run"
import { repository } from "../kernel/repository.ts"

/** What tells that a task is due. */
export interface Timer {
  readonly run_id: RunId | null
  /** The time for which it was told already. */
  readonly told_at: string | null
}

/** What members of the caller's company have to do. */
export class Tasks extends Context.Service<Tasks>()("layers/crm/Tasks", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const tasks = yield* repository(task, {
      table: "tasks",
      object: "task",
      softDelete: true,
      counted: true,
      sort: { due_at: { column: "sort_due", type: "timestamptz", descending: false } },
      equal: ["assignee_id", "status", "contact_id", "deal_id"],
      filter: { due_before: (moment: string) => sql`sort_due < ${moment}` }
    })
    const { inTenant } = tasks.sql
    const completion = { open: sql`completed_at = null`, completed: sql`completed_at = now()` }
    return {
      ...tasks,
      /** A change of status notes, or forgets, when it was completed. */
      update: (before: Task, changes: typeof task.change.Type, events: ReadonlyArray<EventKind>) =>
        tasks.update(before, changes, { events, ...changes.status !== undefined && { more: completion[changes.status] } }),
      timer: Effect.fnUntraced(function*(id: TaskId) {
        const [timer] = yield* sql<Timer>`select timer_run as run_id, timer_told as told_at from tasks where ${inTenant} and id = ${id}`
        return timer ?? { run_id: null, told_at: null }
      }, Effect.orDie),
      /** No change of the task itself: its version stays. */
      setTimer: (id: TaskId, { run_id, told_at }: Timer) =>
        Effect.orDie(Effect.asVoid(sql`update tasks set timer_run = ${run_id}, timer_told = ${told_at} where ${inTenant} and id = ${id}`))
    }
  })
}) {
  static readonly layer = Layer.effect(Tasks, Tasks.make)
}
