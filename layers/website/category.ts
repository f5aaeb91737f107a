import { category } from "../kernel/category.ts"
import { measures } from "./measures.ts"

export const website = category({
  measures,
  personal: [
    /* It is the company's own text, which may only name somebody. */
    { object: "page_revision", table: "content_revisions", about: "never", texts: ["note"], json: ["content"] },
    /* The timeline tells of them by the notes that they make. */
    { object: "form_answer", table: "form_answers", json: ["answers"], since: "created_at" }
  ]
})
