import { category } from "#schemas/kernel/category"

export const auth = category({
  events: {
    api_key: {
      created: "An API key was made.",
      rotated: "An API key was replaced.",
      revoked: "An API key was revoked."
    }
  }
})
