import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"

export const ConversationId = Id.pipe(Schema.brand("ConversationId"))
export type ConversationId = typeof ConversationId.Type

export const ChatMessageId = Id.pipe(Schema.brand("ChatMessageId"))
export type ChatMessageId = typeof ChatMessageId.Type

export const AgentId = Id.pipe(Schema.brand("AgentId"))
export type AgentId = typeof AgentId.Type

export const AgentRunId = Id.pipe(Schema.brand("AgentRunId"))
export type AgentRunId = typeof AgentRunId.Type

export const AgentStepId = Id.pipe(Schema.brand("AgentStepId"))
export type AgentStepId = typeof AgentStepId.Type
