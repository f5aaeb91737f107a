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
  },
  firstStep: {
    title: "Invite a colleague",
    why: "Each person signs in as themselves, and may do what their role allows.",
    by: "invite_member",
    done: { list: "list_members", moreThan: 1 }
  }
})
