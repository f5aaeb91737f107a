import { operation } from "#schemas/kernel/endpoints"
import { UserId } from "#schemas/kernel/ids"
import { Instant } from "#schemas/kernel/time"
import { ContactId } from "./contact.ts"
import { DealId } from "./deal.ts"
import { task, Task, TaskId, TaskStatus } from "./task.ts"

const params = { id: TaskId }

export const list_tasks = operation.list("list_tasks", "/tasks", Task, {
  filters: {
    due_before: Instant,
    assignee_id: UserId,
    status: TaskStatus.annotate({ examples: ["open"] }),
    contact_id: ContactId,
    deal_id: DealId
  },
  sort: ["id", "due_at", "created_at"],
  summary: "List tasks",
  description: "The company's tasks. What is overdue: `status=open` and `due_before` now. `sort` takes a `-` for descending; a task " +
    "without `due_at` comes after all that have one.",
  access: "crm:read",
  curated: true
})

export const create_task = operation.create("create_task", "/tasks", task.create, Task, {
  summary: "Add a task",
  description: "Adds something to do, with a due time, for a member, a contact or a deal as needed. At its due time the event `task.due` " +
    "is told, once, if it is open then.",
  access: "crm:write",
  curated: true
})

export const update_task = operation.update("update_task", "/tasks/:id", task.change, Task, {
  params,
  summary: "Change a task",
  description: "Changes the fields that are sent and leaves the others; `status: open` takes a completion back. With `If-Match`, only " +
    "if nobody changed it since.",
  access: "crm:write"
})

export const complete_task = operation.transition("complete_task", "/tasks/:id/complete", Task, {
  params,
  summary: "Complete a task",
  description: "Marks a task as done. Doing it again changes nothing.",
  access: "crm:write",
  idempotent: true,
  curated: true
})
