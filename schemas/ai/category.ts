import { category } from "#schemas/kernel/category"
import { measures } from "./measures.ts"

export const ai = category({
  measures,
  contactTables: { ai_conversations: { versioned: true, example: 1 } },
  timelineKinds: ["conversation"],
  timelineObjects: ["conversation"],
  personal: {
    conversation: {
      holds: "Conversations with the company's chat: with whom, their summary, and who of the company sees to them.",
      purpose: "To answer what people ask, and to hand over to a person.", retained: true
    },
    chat_message: {
      holds: "What was asked in the chat, what was answered, and whether that helped.", purpose: "To answer in context, and to find what the company's knowledge lacks.",
      retained: true
    },
    agent_run: {
      holds: "What the company's agents were asked, and what they answered; it may name a contact.", purpose: "To answer, and to tell later what an agent did and why.",
      retained: true
    },
    agent_step: {
      holds: "What agents read and did for an answer, step by step, with what verbs answered; it may name a contact.",
      purpose: "To tell later what an agent did and why.", retained: true
    }
  },
  events: {
    conversation: {
      handed_over: "A conversation of the chat was handed over to a person.",
      message_received: "Somebody wrote again in a conversation that a person sees to; told once of what is written within a quarter of an hour."
    }
  },
  firstStep: {
    title: "Ask the assistant something",
    why: "It answers from what the company has written down.",
    by: "send_chat_message",
    done: { list: "list_conversations" }
  }
})
