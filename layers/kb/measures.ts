import { type Measured, shareOf } from "../kernel/measures.ts"

export const measures: Pick<Measured, "questions"> = {
  questions: {
    from: "kb_queries r",
    dimensions: { question_language: "r.language", question_via: "r.via", question_answered: "case when r.found then 'yes' else 'no' end" },
    measures: {
      questions: { value: "count(*)", at: "r.asked_at" },
      questions_answered: { value: shareOf("r.found"), at: "r.asked_at" }
    }
  }
}
