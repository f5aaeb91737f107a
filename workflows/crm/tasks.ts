import { Effect, Option } from "effect"
import { type TaskQuery, Tasks } from "#layers/crm/tasks"
import { Journal } from "#layers/journal"
import type { NewTask, TaskChanges, TaskId } from "#schemas/crm/task"
import { NotFound } from "#schemas/kernel/errors"
import { stillAt } from "../precondition.ts"
import { dealsContact } from "./deal-contact.ts"
import { named } from "./references.ts"
import { timed } from "./task-due.ts"

interface One {
  readonly id: TaskId
}

/** The task, locked until the transaction ends. */
const existing = Effect.fnUntraced(function*(id: TaskId) {
  const tasks = yield* Tasks
  const found = yield* tasks.find(id, { lock: true })
  return Option.isSome(found) ? found.value : yield* new NotFound({ message: "There is no such task." })
})

export const list_tasks = (query: TaskQuery) => Tasks.use((tasks) => tasks.page(query))

export const create_task = Effect.fnUntraced(function*(input: NewTask) {
  yield* named(input)
  const tasks = yield* Tasks
  const task = yield* tasks.add({ ...input, contact_id: yield* dealsContact(input) })
  yield* timed(null, task)
  yield* (yield* Journal).record({ object: "task", id: task.id, before: null, after: task, events: ["task.created"] })
  return task
})

export const update_task = Effect.fnUntraced(function*({ id, status, ...rest }: One & TaskChanges) {
  const before = yield* existing(id)
  yield* stillAt(before)
  yield* named(rest)
  const changes = status === undefined || status === before.status ? rest : { ...rest, status }
  if (Object.keys(changes).length === 0) return before
  const tasks = yield* Tasks
  const after = yield* tasks.change(id, changes)
  yield* timed(before, after)
  const completed = after.status === "completed" && before.status === "open"
  yield* (yield* Journal).record({ object: "task", id, before, after, ...completed && { events: ["task.completed"] } })
  return after
})

export const complete_task = ({ id }: One) => update_task({ id, status: "completed" })
