import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Authenticated } from "#schemas/kernel/gates"
import { get_ai_usage, get_chat_settings, update_chat_settings } from "./usage.api.ts"

export class Ai extends HttpApiGroup.make("ai")
  .add(get_ai_usage.middleware(Authenticated), get_chat_settings.middleware(Authenticated), update_chat_settings.middleware(Authenticated))
  .prefix("/chat")
  .annotateMerge(OpenApi.annotations({
    title: "AI and chat",
    description: "Answers from the company's own knowledge, with the passages that they stand on, and what they took."
  }))
{}
