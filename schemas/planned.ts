import { category } from "./kernel/category.ts"

/** What categories that are not built yet will declare; each takes its part over when it is built. */
export const planned = category({
  events: {
    kb: {
      entry_updated: "An entry of the knowledge base was changed."
    },
    integration: {
      connected: "Another system was connected.",
      failed: "Another system no longer answers."
    }
  }
})
