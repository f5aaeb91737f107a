import type { MeasuredRecords } from "#schemas/kernel/measures"

export const measures = {
  questions: {
    dimensions: { question_language: { title: "Language" }, question_via: { title: "Asked by", values: ["search", "chat"] }, question_answered: { title: "Answered", values: ["yes", "no"] } },
    measures: {
      questions: { title: "Questions", unit: "count", counts: "What the knowledge base was asked, by when." },
      questions_answered: { title: "Questions that find an answer", unit: "share", counts: "Questions of which the best passage had enough to be called an answer, among all." }
    }
  }
} as const satisfies Readonly<Record<string, MeasuredRecords>>
