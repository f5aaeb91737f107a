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
  }
})
