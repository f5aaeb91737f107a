import { operation } from "#schemas/kernel/endpoints"
import { ContactId } from "./contact.ts"
import { TimelineItem } from "./timeline.ts"

export const get_contact_timeline = operation.list("get_contact_timeline", "/contacts/:id/timeline", TimelineItem, {
  params: { id: ContactId },
  summary: "Get a contact's timeline",
  description: "Everything that happened with a contact, newest first: activities, moves of its deals, completed tasks.",
  access: "crm:read",
  curated: true
})
