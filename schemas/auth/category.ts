import { category } from "#schemas/kernel/category"

export const auth = category({
  events: {
    api_key: {
      created: "An API key was made.",
      rotated: "An API key was replaced.",
      revoked: "An API key was revoked."
    },
    publishable_key: {
      created: "A publishable key was made.",
      revoked: "A publishable key was revoked."
    }
  }
})
