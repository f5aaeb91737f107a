import { Schema } from "effect"
import { TaskId } from "#schemas/crm/task"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { prose } from "#schemas/kernel/text"
import { openToVisitors, visitedHost } from "#schemas/kernel/visited"
import { ThreadId } from "#schemas/messages/sms/ids"
import { ChatAnswer, ChatPiece, Feedback, NewChatMessage, NewVisitorMessage, PersonAnswer } from "./chat.ts"
import { ChatMessage, conversation, Conversation, ConversationWithMessages } from "./conversation.ts"
import { ChatMessageId, ConversationId } from "./ids.ts"

const answers = "It is made of passages of the company's knowledge and points at them; where there is none that fits, it says so and makes nothing up. With " +
  "`Accept: text/event-stream` it comes piece by piece; a client that lost the line goes on with `Last-Event-ID`. It counts against the AI tokens of the " +
  "month; past those, or those of the conversation, it is 429 with the date at which they come back."

export const send_chat_message = operation.create("send_chat_message", "/message", NewChatMessage, ChatAnswer, {
  curated: true,
  events: ChatPiece,
  errors: [NotFound, Conflict],
  summary: "Ask the company's knowledge",
  description: `Answers a question. ${answers}`
})

export const send_visitor_message = operation.create("send_visitor_message", "/public/message", NewVisitorMessage, ChatAnswer, {
  ...openToVisitors,
  query: visitedHost,
  events: ChatPiece,
  errors: [NotFound, Conflict],
  summary: "Ask the company as a visitor",
  description: `Answers a visitor of the company's site from what anybody may read. ${answers} So do those that one network address has a day.`
})

export const list_conversations = operation.list("list_conversations", "/conversations", Conversation, {
  ...conversation.list,
  by: "-last_message_at",
  curated: true,
  summary: "List conversations with the chat",
  description: "Of visitors and of keys, the one with the latest message first."
})

export const get_conversation = operation.get("get_conversation", "/conversations/:id", ConversationWithMessages, {
  summary: "Get a conversation with the chat",
  description: "One conversation with its latest messages and what they stand on.",
  noConditionalGet: true
})

export const update_conversation = operation.update("update_conversation", "/conversations/:id", conversation.change, Conversation, {
  summary: "Change a conversation with the chat",
  description: "Gives it to a member, says with whom it is, closes it, or opens it again."
})

export const delete_conversation = operation.remove("delete_conversation", "/conversations/:id", Conversation, {
  requiresConsent: true,
  undo: "nothing",
  summary: "Delete a conversation with the chat",
  description: "Deletes it with its messages, for good."
})

const HandOver = Schema.Struct({
  reason: Schema.optionalKey(prose(500).annotate({ description: "Why.", examples: ["Wants to speak with somebody about an invoice."] }))
}).annotate({ identifier: "HandOver" })

const HandedOver = Schema.Struct({
  conversation: Conversation,
  task_id: TaskId,
  thread_id: Schema.NullOr(ThreadId).annotate({ description: "The conversation by text with the contact, if there is one." }),
  summary: Schema.String.annotate({ examples: ["Asked: How long do refunds take?"] })
}).annotate({ identifier: "HandedOver" })

export const hand_over_conversation = operation.act("hand_over_conversation", "/conversations/:id/hand-over", HandedOver, {
  params: { id: ConversationId },
  payload: HandOver,
  idempotent: true,
  summary: "Hand a conversation over to a person",
  description: "Makes a task with what it was about; the chat answers nothing more there. Handed over twice, it has one task."
})

export const reply_to_conversation = operation.create("reply_to_conversation", "/conversations/:id/reply", PersonAnswer, ChatMessage, {
  params: { id: ConversationId },
  errors: [Conflict],
  summary: "Answer in a conversation as a person",
  description: "Whoever asked reads it in the chat. From then on the chat answers nothing more there, until the conversation is opened again; whoever answers " +
    "first sees to it. A closed conversation is a conflict."
})

export const rate_answer = operation.act("rate_answer", "/messages/:id/feedback", ChatMessage, {
  params: { id: ChatMessageId },
  payload: Feedback,
  errors: [Conflict],
  idempotent: true,
  summary: "Say whether an answer helped",
  description: "Keeps what its reader thought of an answer, in place of what they said before."
})
