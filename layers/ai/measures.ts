import { type Measured, shareOf } from "../kernel/measures.ts"

export const measures: Pick<Measured, "conversations" | "answers"> = {
  conversations: {
    from: "ai_conversations r",
    hasMode: true,
    dimensions: { conversation_status: "r.status", conversation_channel: "r.channel" },
    measures: {
      conversations: { value: "count(*)", at: "r.created_at" },
      handed_over: { value: "count(*)", at: "r.created_at", where: "r.status = 'handed_over'" }
    }
  },
  answers: {
    from: "ai_messages r",
    where: "r.role = 'assistant'",
    hasMode: true,
    dimensions: { answer_outcome: "r.outcome" },
    measures: {
      answers: { value: "count(*)", at: "r.created_at" },
      answers_known: { value: shareOf("r.outcome = 'answered'"), at: "r.created_at" },
      answers_helpful: { value: shareOf("r.helpful"), at: "r.created_at", where: "r.helpful is not null" }
    }
  }
}
