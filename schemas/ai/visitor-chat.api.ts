import { operation } from "#schemas/kernel/endpoints"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { openToVisitors, visitedHost } from "#schemas/kernel/visited"
import { Feedback } from "./chat.ts"
import { ChatMessage } from "./conversation.ts"
import { ChatMessageId, ConversationId } from "./ids.ts"
import { VisitorChat, VisitorConversation } from "./visitor-chat.ts"

export const get_visitor_chat = operation.get("get_visitor_chat", "/public", VisitorChat, {
  ...openToVisitors,
  query: visitedHost,
  errors: [NotFound],
  summary: "Get what the chat greets visitors with",
  description: "Whose chat it is and what it says first. 404 where the company takes no questions of visitors. Ask it before the first question: the " +
    "answer brings the visitor's token, so that a question that is sent twice is one."
})

export const get_visitor_conversation = operation.get("get_visitor_conversation", "/public/conversations/:id", VisitorConversation, {
  ...openToVisitors,
  params: { id: ConversationId },
  query: visitedHost,
  summary: "Get one's conversation as a visitor",
  description: "What a visitor asked and was answered, for a page that was loaded again; their own only.",
  noConditionalGet: true
})

export const rate_visitor_answer = operation.act("rate_visitor_answer", "/public/messages/:id/feedback", ChatMessage, {
  ...openToVisitors,
  params: { id: ChatMessageId },
  query: visitedHost,
  payload: Feedback,
  errors: [Conflict],
  idempotent: true,
  summary: "Say as a visitor whether an answer helped",
  description: "Keeps what a visitor thought of an answer in a conversation of their own, in place of what they said before."
})
