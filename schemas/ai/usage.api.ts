import { operation } from "#schemas/kernel/endpoints"
import { ChatSettings, ChatSettingsChanges } from "./settings.ts"
import { AiUsage } from "./usage.ts"

export const get_ai_usage = operation.get("get_ai_usage", "/usage", AiUsage, {
  curated: true,
  summary: "Get what AI took this month",
  description: "AI tokens of this calendar month by day, agent and model, what is left of the tier's, and when they come back. Live and test keys share them."
})

export const get_chat_settings = operation.get("get_chat_settings", "/settings", ChatSettings, {
  summary: "Get how the chat answers",
  description: "Models, tone, and what one conversation and one visitor may take."
})

export const update_chat_settings = operation.update("update_chat_settings", "/settings", ChatSettingsChanges, ChatSettings, {
  summary: "Change how the chat answers"
})
