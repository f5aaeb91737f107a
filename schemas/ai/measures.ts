import type { MeasuredRecords } from "#schemas/kernel/measures"

export const measures = {
  conversations: {
    dimensions: { conversation_status: { title: "Status", values: ["open", "handed_over", "closed"] }, conversation_channel: { title: "Channel", values: ["api", "visitor"] } },
    measures: {
      conversations: { title: "Conversations", unit: "count", counts: "Conversations of the chat, by when they began." },
      handed_over: { title: "Conversations handed over", unit: "count", counts: "Conversations that are with a person now, by when they began." }
    }
  },
  answers: {
    dimensions: { answer_outcome: { title: "Outcome", values: ["answered", "unknown", "handed_over"] } },
    measures: {
      answers: { title: "Answers of the chat", unit: "count", counts: "What the chat said, by when." },
      answers_known: { title: "Share the chat could answer", unit: "share", counts: "Answers that stand on the company's knowledge, among all." },
      answers_helpful: { title: "Helpful answers", unit: "share", counts: "Answers that their readers called helpful, among those that were rated." }
    }
  }
} as const satisfies Readonly<Record<string, MeasuredRecords>>
