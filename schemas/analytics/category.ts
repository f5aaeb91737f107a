import { category } from "#schemas/kernel/category"

export const analytics = category({
  events: {
    alert: {
      raised: "A figure is beyond the bound of an alert.",
      cleared: "It is so no longer."
    }
  },
  personal: {
    report: {
      holds: "Questions of the company to its own records, with the members to whom the answers are mailed; a filter may name somebody.",
      purpose: "To see how the company does."
    },
    dashboard: { holds: "Which reports stand side by side.", purpose: "To see how the company does." }
  }
})
