import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"

export const ConversationId = Id.pipe(Schema.brand("ConversationId"))
export type ConversationId = typeof ConversationId.Type

export const ChatMessageId = Id.pipe(Schema.brand("ChatMessageId"))
export type ChatMessageId = typeof ChatMessageId.Type
