import { category } from "#schemas/kernel/category"
import { measures } from "./measures.ts"

export const kb = category({
  measures,
  personal: {
    kb_entry: {
      holds: "What the company has written down for its customers and its people, and said before; it may name a contact, where the company wrote of one.",
      purpose: "To answer questions, and to go back to an earlier version."
    },
    kb_source: {
      holds: "What the company lets its knowledge be read from: addresses, names of files, and titles of documents; what they say may name a contact.",
      purpose: "To answer questions, and to tell where an answer stands."
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
    },
    kb_source: {
      added: "A source of the knowledge base was added.",
      synced: "A source was read, or could not be read: `state` and `error` tell.",
      removed: "A source was taken out of the knowledge base."
    }
  },
  firstStep: {
    title: "Write down the first answer",
    why: "What customers ask again and again is then answered from there.",
    by: "create_kb_entry",
    done: { list: "list_kb_entries" }
  }
})
