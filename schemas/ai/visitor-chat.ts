import { Schema } from "effect"
import { ChatMessage, ConversationStatus } from "./conversation.ts"
import { ConversationId } from "./ids.ts"

/** What a chat on the company's site begins with. */
export const VisitorChat = Schema.Struct({
  company: Schema.String.annotate({ description: "Whose chat it is.", examples: ["Juniper & Vale"] }),
  greeting: Schema.String.annotate({ description: "What it says first.", examples: ["Hello! What would you like to know?"] })
}).annotate({ identifier: "VisitorChat" })
export type VisitorChat = typeof VisitorChat.Type

export const VisitorConversation = Schema.Struct({
  id: ConversationId,
  status: ConversationStatus,
  latest: Schema.Array(ChatMessage).annotate({ description: "The latest 100 messages, the oldest first." })
}).annotate({ identifier: "VisitorConversation" })
export type VisitorConversation = typeof VisitorConversation.Type
