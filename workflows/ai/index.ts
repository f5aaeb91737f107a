export { create_agent, list_agents, update_agent } from "./agents.ts"
export * from "./agent-runs.ts"
export { send_chat_message, send_visitor_message } from "./chat.ts"
export { classify_text } from "./classifying.ts"
export { generate_content } from "./content.ts"
export {
  delete_conversation, get_conversation, list_conversations, rate_answer, reply_to_conversation, update_conversation
} from "./conversations.ts"
export { hand_over_conversation } from "./hand-over.ts"
export { suggest_reply } from "./replying.ts"
export { summarize_text } from "./summarizing.ts"
export * from "./usage.ts"
export { get_visitor_chat, get_visitor_conversation, rate_visitor_answer } from "./visitor-chat.ts"
