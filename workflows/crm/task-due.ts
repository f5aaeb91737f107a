import { Effect, Option, Schema } from "effect"
import { Tasks } from "#layers/crm/tasks"
import { ChangeLog } from "#layers/kernel/receipts/change-log"
import { type Task, TaskId } from "#schemas/crm/task"
import { Timestamp } from "#schemas/kernel/time"
import { CurrentRun } from "../current-run.ts"
import { cancelRun, durable, sleepUntil, write } from "../durable.ts"
import { alertByText } from "../messages/sms/task-alerts.ts"

/** Tells that a task is due, at its time, unless it was completed or given another time by then. */
export const TaskDue = durable({
  name: "crm.task_due",
  version: 1,
  payload: { task_id: TaskId, due_at: Timestamp },
  success: Schema.Struct({ told: Schema.Boolean }),
  searchAttributes: { task_id: { type: "number", from: ({ task_id }) => task_id }, due_at: { type: "time", from: ({ due_at }) => due_at } }
})

const tell = Effect.fnUntraced(function*(id: TaskId) {
  const tasks = yield* Tasks
  const run = yield* CurrentRun
  const task = yield* tasks.find(id, { lock: true })
  /* A run that was put off or called off too late finds another run in its place, or none. */
  if (Option.isNone(task) || task.value.status !== "open" || (yield* tasks.internal(id)).timer_run !== run.id) return { told: false }
  yield* tasks.setInternal(id, { timer_run: null, timer_told: task.value.due_at })
  yield* (yield* ChangeLog).record({ object: "task", id, before: task.value, after: task.value, events: ["task.due"] })
  yield* alertByText(task.value, "due")
  return { told: true }
})

export const TaskDueProgram = TaskDue.program(Effect.fnUntraced(function*({ due_at, task_id }) {
  yield* sleepUntil("due", due_at)
  return yield* write("tell", { verb: "task_due", success: Schema.Struct({ told: Schema.Boolean }) }, tell(task_id))
}))

/**
 * Sees to it that a task that was made or changed is told when it is due, once for each time that it was given. Within the
 * transaction of the change, so that the timer and the task never say different things.
 */
export const timed = Effect.fnUntraced(function*(before: Task | null, after: Task) {
  if (before === null ? after.due_at === null : before.due_at === after.due_at && before.status === after.status) return
  const tasks = yield* Tasks
  const { timer_run, timer_told } = yield* tasks.internal(after.id)
  if (timer_run !== null) yield* cancelRun(timer_run)
  const { due_at, id, status, version } = after
  const next = due_at !== null && status === "open" && due_at !== timer_told
    ? yield* TaskDue.start({ task_id: id, due_at }, { key: `task ${id} version ${version}` })
    : null
  if (timer_run !== next) yield* tasks.setInternal(id, { timer_run: next, timer_told })
})

/** Calls off what `timed` began, of a task that is deleted. */
export const untimed = Effect.fnUntraced(function*(id: TaskId) {
  const tasks = yield* Tasks
  const { timer_run, timer_told } = yield* tasks.internal(id)
  if (timer_run === null) return
  yield* cancelRun(timer_run)
  yield* tasks.setInternal(id, { timer_run: null, timer_told })
})
