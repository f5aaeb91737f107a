import { Effect, Option } from "effect"
import { Tasks } from "#layers/crm/tasks"
import { now } from "#layers/kernel/sql"
import type { TaskId } from "#schemas/crm/task"
import type * as api from "#schemas/crm/tasks.api"
import type { Input } from "#schemas/kernel/catalog"
import { alertByText } from "../messages/sms/task-alerts.ts"
import { dealsContact } from "./deal-contact.ts"
import { requireReferences } from "./references.ts"
import { timed, untimed } from "./task-due.ts"

export const list_tasks = (query: Input<typeof api.list_tasks>) => Tasks.use((tasks) => tasks.page(query))

export const get_task = ({ id }: Input<typeof api.get_task>) => Tasks.use((tasks) => tasks.get(id))

export const create_task = Effect.fnUntraced(function*(input: Input<typeof api.create_task>) {
  yield* requireReferences(input)
  const tasks = yield* Tasks
  const task = yield* tasks.create({ ...input, contact_id: yield* dealsContact(input) }, { events: ["task.created"] })
  yield* timed(null, task)
  yield* alertByText(task, "assigned")
  return task
})

export const update_task = Effect.fnUntraced(function*({ id, status, ...rest }: Input<typeof api.update_task>) {
  const tasks = yield* Tasks
  const before = yield* tasks.lockForUpdate(id)
  yield* requireReferences(rest)
  const moved = status !== undefined && status !== before.status && { status, completed_at: status === "completed" ? now : null }
  const after = yield* tasks.update(before, { ...rest, ...moved }, { events: moved && status === "completed" ? ["task.completed"] : [] })
  yield* timed(before, after)
  if (after.assignee_id !== before.assignee_id && after.status === "open") yield* alertByText(after, "assigned")
  return after
})

/** Completes a task that was settled by something else, whatever version of that a request names; not one that is gone. */
export const settleTask = Effect.fnUntraced(function*(id: TaskId) {
  const tasks = yield* Tasks
  const before = Option.getOrUndefined(yield* tasks.find(id, { lock: true }))
  if (before === undefined || before.status === "completed") return
  const after = yield* Effect.orDie(tasks.update(before, { status: "completed", completed_at: now }, { events: ["task.completed"] }))
  yield* timed(before, after)
})

export const complete_task = ({ id }: Input<typeof api.complete_task>) => update_task({ id, status: "completed" })

export const delete_task = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_task>) {
  const tasks = yield* Tasks
  const deleted = yield* tasks.remove(id)
  yield* untimed(id)
  return deleted
})
