import { category } from "./kernel/category.ts"

/** What categories that are not built yet will declare; each takes its part over when it is built. */
export const planned = category({
  events: {
    integration: {
      connected: "Another system was connected.",
      failed: "Another system no longer answers."
    }
  }
})
