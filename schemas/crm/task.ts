import { Schema } from "effect"
import { below, entity, field, versioned } from "#schemas/kernel/entity"
import { Id, UserId } from "#schemas/kernel/ids"
import { line, prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { ContactId } from "./contact.ts"
import { DealId } from "./deal.ts"

export const TaskId = Id.pipe(Schema.brand("TaskId"))
export type TaskId = typeof TaskId.Type

export const TaskStatus = Schema.Literals(["open", "completed"])

/** Something a member has to do. */
export const task = entity("Task", {
  id: field.readOnly(TaskId),
  title: field.required(line(200).annotate({ examples: ["Send the offer"] })),
  notes: field.nullable(prose(10_000), { examples: ["With the volume discount."] }),
  status: field.changeOnly(TaskStatus.annotate({
    description: "`open` takes a completion back; `completed` is what `complete_task` does.",
    examples: ["open"]
  }), TaskStatus),
  due_at: field.nullable(Instant, { description: "When it should be done.", examples: ["2026-11-21T09:30:00Z"] }, Schema.NullOr(Timestamp)),
  assignee_id: field.nullable(UserId, { description: "The member who does it." }),
  contact_id: field.nullable(ContactId, { description: "With whom.", onCreate: "With whom; the deal's contact if left out." }),
  deal_id: field.nullable(DealId, { description: "What it is for." }),
  completed_at: field.readOnly(Schema.NullOr(Timestamp)),
  ...versioned
}, {
  filters: {
    due_before: below("sort_due", Instant),
    assignee_id: UserId,
    status: TaskStatus.annotate({ examples: ["open"] }),
    contact_id: ContactId,
    deal_id: DealId
  },
  columns: ["status", "due_at", "assignee_id", "contact_id", "deal_id"],
  sort: ["id", "due_at", "created_at"]
})
export const Task = task.read
export type Task = typeof Task.Type
