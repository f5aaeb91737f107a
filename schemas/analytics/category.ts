import { category } from "#schemas/kernel/category"

export const analytics = category({
  events: {
    alert: {
      raised: "A figure is beyond the bound of an alert.",
      cleared: "It is so no longer."
    }
  }
})
