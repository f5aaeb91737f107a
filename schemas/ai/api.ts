import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated, OpenToVisitors } from "#schemas/kernel/gates"
import { cancel_agent_run, chat_with_agent, get_agent_run, list_agent_runs } from "./agent-runs.api.ts"
import { create_agent, list_agents, update_agent } from "./agents.api.ts"
import {
  delete_conversation, get_conversation, hand_over_conversation, list_conversations, rate_answer, reply_to_conversation, send_chat_message, send_visitor_message,
  update_conversation
} from "./chat.api.ts"
import { generate_content } from "./content.api.ts"
import { Conversation } from "./conversation.ts"
import { suggest_reply } from "./reply.api.ts"
import { classify_text, summarize_text } from "./texts.api.ts"
import { get_ai_usage, get_chat_settings, update_chat_settings } from "./usage.api.ts"
import { get_visitor_chat, get_visitor_conversation, rate_visitor_answer } from "./visitor-chat.api.ts"

export class Ai extends HttpApiGroup.make("ai")
  .add(send_chat_message.middleware(Authenticated), send_visitor_message.middleware(OpenToVisitors))
  .add(get_visitor_chat.middleware(OpenToVisitors), get_visitor_conversation.middleware(OpenToVisitors), rate_visitor_answer.middleware(OpenToVisitors))
  .add(list_conversations.middleware(Authenticated), get_conversation.middleware(Authenticated), update_conversation.middleware(Authenticated))
  .add(delete_conversation.middleware(Authenticated), hand_over_conversation.middleware(Authenticated), rate_answer.middleware(Authenticated))
  .add(reply_to_conversation.middleware(Authenticated))
  .add(get_ai_usage.middleware(Authenticated), get_chat_settings.middleware(Authenticated), update_chat_settings.middleware(Authenticated))
  .add(list_agents.middleware(Authenticated), create_agent.middleware(Authenticated), update_agent.middleware(Authenticated))
  .add(chat_with_agent.middleware(Authenticated), list_agent_runs.middleware(Authenticated))
  .add(get_agent_run.middleware(Authenticated), cancel_agent_run.middleware(Authenticated))
  .prefix("/chat")
  .add(generate_content.middleware(Authenticated), suggest_reply.middleware(Authenticated))
  .add(summarize_text.middleware(Authenticated), classify_text.middleware(Authenticated))
  .annotate(EventRecords, { conversation: Conversation })
  .annotateMerge(OpenApi.annotations({
    title: "AI and chat",
    description: "Answers and texts from the company's own knowledge, with what they stand on, and what they took."
  }))
{}
