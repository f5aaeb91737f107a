import { category } from "#schemas/kernel/category"
import { measures } from "./measures.ts"

export const analytics = category({
  measures,
  personal: {
    page_event: {
      holds: "Pages of the company's site that were looked at and what was done there, with country and browser; who it was is a hash that nobody can undo once " +
        "its day is over. No address is kept.",
      purpose: "To count visits, and from where they come."
    },
    report: {
      holds: "Questions of the company to its own records, with the members to whom the answers are mailed; a filter may name somebody.",
      purpose: "To see how the company does."
    },
    dashboard: { holds: "Which reports stand side by side.", purpose: "To see how the company does." }
  },
  events: {
    alert: {
      raised: "A figure is beyond the bound of an alert.",
      cleared: "It is so no longer."
    }
  },
  firstStep: {
    title: "Say what a visit should lead to",
    why: "How many visitors get there is counted from then on.",
    by: "create_goal",
    done: { list: "list_goals" }
  }
})
