export { send_chat_message, send_visitor_message } from "./chat.ts"
export * from "./conversations.ts"
export { hand_over_conversation } from "./hand-over.ts"
export * from "./usage.ts"
