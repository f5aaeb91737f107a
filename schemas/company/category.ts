import { category } from "#schemas/kernel/category"

export const company = category({
  events: {
    company: {
      settings_changed: "The company's own settings were changed."
    },
    host: {
      added: "A host was added, which is still to be proved.",
      proved: "A host was proved: it is the company's from this moment on.",
      removed: "A host was removed."
    }
  },
  firstStep: {
    title: "Say where the company is",
    why: "Invoices, pages and e-mails to customers tell it.",
    by: "update_company_settings",
    done: { read: "get_company_settings", field: "address" }
  }
})
