import { category } from "#schemas/kernel/category"

export const kb = category({
  personal: {
    kb_entry: {
      holds: "What the company has written down for its customers and its people, and said before; it may name a contact, where the company wrote of one.",
      purpose: "To answer questions, and to go back to an earlier version."
    },
    kb_query: {
      holds: "What was asked of the knowledge base, without who asked; e-mail addresses and long numbers are left out.",
      purpose: "To find out what it lacks.",
      retained: true
    }
  },
  events: {
    kb: {
      entry_updated: "An entry of the knowledge base was added, changed or archived."
    }
  }
})
