import { category } from "#schemas/kernel/category"
import { measures } from "./measures.ts"

export const website = category({
  measures,
  contactTables: {
    form_answers: { versioned: false, example: 1 }
  },
  personal: {
    page_revision: {
      holds: "What pages and posts of the company's site say, and said before; it may name a contact, where the company wrote of one.",
      purpose: "To show it to visitors, and to go back to an earlier state."
    },
    form_answer: { holds: "What visitors wrote in the forms of the company's site.", purpose: "To answer them.", retained: true }
  },
  events: {
    page: {
      published: "A page went public, or its new revision did.",
      unpublished: "A page was taken off."
    },
    post: {
      published: "A post went public, or its new revision did.",
      unpublished: "A post was taken off."
    },
    form: {
      submitted: "A visitor sent a form, and it is no spam."
    }
  },
  firstStep: {
    title: "Make the first page of the site",
    why: "Visitors see it once it is published.",
    by: "create_page",
    done: { list: "list_pages" }
  }
})
