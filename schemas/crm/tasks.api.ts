import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { NotFound, PreconditionFailed } from "#schemas/kernel/errors"
import { guarded, idempotent } from "#schemas/kernel/headers"
import { UserId } from "#schemas/kernel/ids"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { Instant } from "#schemas/kernel/time"
import { ContactId } from "./contact.ts"
import { DealId } from "./deal.ts"
import { NewTask, Task, TaskChanges, TaskId, taskSorts, TaskStatus } from "./task.ts"

const params = { id: TaskId }

export const list_tasks = HttpApiEndpoint.get("list_tasks", "/tasks", {
  query: {
    ...paging,
    due_before: Schema.optionalKey(Instant),
    assignee_id: Schema.optionalKey(UserId),
    status: Schema.optionalKey(TaskStatus.annotate({ examples: ["open"] })),
    contact_id: Schema.optionalKey(ContactId),
    deal_id: Schema.optionalKey(DealId),
    sort: defaulted(Schema.Literals(taskSorts), "id")
  },
  success: ListOf(Task)
}).annotateMerge(operation({
  summary: "List tasks",
  description: "The company's tasks. What is overdue: `status=open` and `due_before` now. `sort` takes a `-` for descending; a task " +
    "without `due_at` comes after all that have one.",
  access: "crm:read",
  curated: true
}))

export const create_task = HttpApiEndpoint.post("create_task", "/tasks", {
  headers: idempotent,
  payload: NewTask,
  success: Task.pipe(HttpApiSchema.status(201))
}).annotateMerge(operation({
  summary: "Add a task",
  description: "Adds something to do, with a due time, for a member, a contact or a deal as needed. At its due time the event `task.due` " +
    "is told, once, if it is open then.",
  access: "crm:write",
  curated: true
}))

export const update_task = HttpApiEndpoint.patch("update_task", "/tasks/:id", {
  params,
  headers: guarded,
  payload: TaskChanges,
  success: Task,
  error: [NotFound, PreconditionFailed]
}).annotateMerge(operation({
  summary: "Change a task",
  description: "Changes the fields that are sent and leaves the others; `status: open` takes a completion back. With `If-Match`, only " +
    "if nobody changed it since.",
  access: "crm:write",
  idempotent: true
}))

export const complete_task = HttpApiEndpoint.post("complete_task", "/tasks/:id/complete", {
  params,
  headers: guarded,
  success: Task,
  error: [NotFound, PreconditionFailed]
}).annotateMerge(operation({
  summary: "Complete a task",
  description: "Marks a task as done. Doing it again changes nothing.",
  access: "crm:write",
  idempotent: true,
  curated: true
}))
