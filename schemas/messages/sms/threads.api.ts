import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { UserId } from "#schemas/kernel/ids"
import { ThreadId } from "./ids.ts"
import { Message, NewMessage } from "./message.ts"
import { thread, Thread, ThreadWithMessages } from "./thread.ts"

export const list_threads = operation.list("list_threads", "/sms/threads", Thread, {
  ...thread.list,
  by: "-last_message_at",
  summary: "List conversations by text",
  description: "Conversations by number, the one with the latest text first. `unread=true` lists what waits for somebody.",
  access: "messages:read"
})

export const get_thread = operation.get("get_thread", "/sms/threads/:id", ThreadWithMessages, {
  summary: "Get a conversation by text",
  description: "One conversation with its latest texts.",
  access: "messages:read",
  noConditionalGet: true
})

const Assignment = Schema.Struct({
  assignee_id: Schema.optionalKey(Schema.NullOr(UserId).annotate({ description: "The member who answers from now on; `null` for nobody." })),
  read: Schema.optionalKey(Schema.Boolean.annotate({ description: "`true`: somebody has read it.", examples: [true] }))
}).annotate({ identifier: "ThreadAssignment" })

export const assign_thread = operation.transition("assign_thread", "/sms/threads/:id/assign", Thread, {
  payload: Assignment,
  summary: "Assign a conversation",
  description: "Gives the conversation to a member, or to nobody, and says that it was read.",
  idempotent: true,
  access: "messages:write"
})

const { message, template_id, values } = NewMessage.fields

const Reply = Schema.Struct({ message, template_id, values }).annotate({
  identifier: "NewReply", description: "Either `message` or a template.", examples: [{ message: "Yes, until 18:00." }]
})

export const reply_to_thread = operation.create("reply_to_thread", "/sms/threads/:id/replies", Reply, Message, {
  params: { id: ThreadId },
  summary: "Answer in a conversation",
  description: "Sends a text to the other number from the company's number of the conversation, as `send_sms` does. Nothing is unread afterwards.",
  access: "messages:write"
})
