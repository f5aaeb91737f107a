import type { MeasuredRecords } from "#schemas/kernel/measures"

export const measures = {
  form_answers: {
    dimensions: { form: { title: "Form" }, form_page: { title: "Page" } },
    measures: {
      form_answers: { title: "Answers to forms", unit: "count", counts: "What visitors sent by forms, without what looks like spam, by when." }
    }
  }
} as const satisfies Readonly<Record<string, MeasuredRecords>>
