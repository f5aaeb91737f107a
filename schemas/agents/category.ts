import { category } from "#schemas/kernel/category"

export const agents = category({
  events: {
    consent: {
      requested: "A call waits for a person to agree.",
      approved: "A person agreed to a call.",
      rejected: "A person did not agree to a call.",
      executed: "A call that a person agreed to was made.",
      expired: "Nobody agreed to a call in time."
    }
  },
  firstStep: {
    title: "Give an agent a key of its own",
    why: "What it does is then told apart in the receipts, and it can be stopped by itself.",
    by: "create_api_key",
    done: { list: "list_api_keys" }
  }
})
