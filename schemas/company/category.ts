import { category } from "#schemas/kernel/category"

export const company = category({
  events: {
    company: {
      settings_changed: "The company's own settings were changed."
    }
  }
})
