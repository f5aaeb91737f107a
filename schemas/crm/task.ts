import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Id, UserId } from "#schemas/kernel/ids"
import { line, prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { ContactId } from "./contact.ts"
import { DealId } from "./deal.ts"

export const TaskId = Id.pipe(Schema.brand("TaskId"))
export type TaskId = typeof TaskId.Type

export const TaskStatus = Schema.Literals(["open", "completed"])
export type TaskStatus = typeof TaskStatus.Type

/** Something a member has to do. */
export const Task = Schema.Struct({
  id: TaskId,
  title: Schema.String.annotate({ examples: ["Send the offer"] }),
  notes: Schema.NullOr(Schema.String).annotate({ examples: ["With the volume discount."] }),
  status: TaskStatus,
  due_at: Schema.NullOr(Timestamp),
  assignee_id: Schema.NullOr(UserId),
  contact_id: Schema.NullOr(ContactId),
  deal_id: Schema.NullOr(DealId),
  completed_at: Schema.NullOr(Timestamp),
  version: Schema.Int.annotate({ description: "Grows by one with each change; the ETag.", examples: [1] }),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Task" })
export type Task = typeof Task.Type

const fields = {
  title: line(200).annotate({ examples: ["Send the offer"] }),
  notes: Schema.NullOr(prose(10_000)).annotate({ examples: ["With the volume discount."] }),
  due_at: Schema.NullOr(Instant).annotate({ description: "When it should be done.", examples: ["2026-11-21T09:30:00Z"] }),
  assignee_id: Schema.NullOr(UserId).annotate({ description: "The member who does it." }),
  contact_id: Schema.NullOr(ContactId).annotate({ description: "With whom." }),
  deal_id: Schema.NullOr(DealId).annotate({ description: "What it is for." })
}

export const NewTask = Schema.Struct({
  title: fields.title,
  notes: defaulted(fields.notes, null),
  due_at: defaulted(fields.due_at, null),
  assignee_id: defaulted(fields.assignee_id, null),
  contact_id: defaulted(fields.contact_id.annotate({ description: "With whom; the deal's contact if left out." }), null),
  deal_id: defaulted(fields.deal_id, null)
}).annotate({ identifier: "NewTask" })
export type NewTask = typeof NewTask.Type

export const TaskChanges = Schema.Struct({
  title: Schema.optionalKey(fields.title),
  notes: Schema.optionalKey(fields.notes),
  due_at: Schema.optionalKey(fields.due_at),
  assignee_id: Schema.optionalKey(fields.assignee_id),
  contact_id: Schema.optionalKey(fields.contact_id),
  deal_id: Schema.optionalKey(fields.deal_id),
  status: Schema.optionalKey(TaskStatus.annotate({
    description: "`open` takes a completion back; `completed` is what `complete_task` does.",
    examples: ["open"]
  }))
}).annotate({ identifier: "TaskChanges", description: "Only the fields that change; `null` empties one." })
export type TaskChanges = typeof TaskChanges.Type

export const taskSorts = ["id", "-id", "due_at", "-due_at", "created_at", "-created_at"] as const
export type TaskSort = typeof taskSorts[number]
