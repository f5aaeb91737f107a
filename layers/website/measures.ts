import type { Measured } from "../kernel/measures.ts"

export const measures: Pick<Measured, "form_answers"> = {
  form_answers: {
    from: "form_answers r left join forms f on f.company_id = r.company_id and f.id = r.form_id",
    where: "not r.spam",
    hasMode: true,
    dimensions: { form: "f.name", form_page: "r.page" },
    measures: { form_answers: { value: "count(*)", at: "r.created_at" } }
  }
}
