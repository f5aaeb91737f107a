import { operation } from "#schemas/kernel/endpoints"
import { task, Task } from "./task.ts"

export const list_tasks = operation.list("list_tasks", "/tasks", Task, {
  ...task.list,
  summary: "List tasks",
  description: "The company's tasks. What is overdue: `status=open` and `due_before` now. `sort` takes a `-` for descending; a task " +
    "without `due_at` comes after all that have one.",
  curated: true
})

export const get_task = operation.get("get_task", "/tasks/:id", Task, {
  summary: "Get a task",
  description: "One task."
})

export const create_task = operation.create("create_task", "/tasks", task.create, Task, {
  summary: "Add a task",
  description: "Adds something to do, with a due time, for a member, a contact or a deal as needed. At its due time the event `task.due` " +
    "is told, once, if it is open then.",
  curated: true
})

export const update_task = operation.update("update_task", "/tasks/:id", task.change, Task, {
  summary: "Change a task",
  description: "Changes the fields that are sent and leaves the others; `status: open` takes a completion back."
})

export const complete_task = operation.transition("complete_task", "/tasks/:id/complete", Task, {
  summary: "Complete a task",
  description: "Marks a task as done. Doing it again changes nothing.",
  idempotent: true,
  curated: true
})

export const delete_task = operation.remove("delete_task", "/tasks/:id", Task, {
  summary: "Delete a task",
  description: "Takes the task out of every list, and its due time is not told any more. Nothing brings it back.",
  requiresConsent: true,
  undo: "nothing"
})
