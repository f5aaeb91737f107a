import { HttpApiEndpoint } from "effect/http-api"
import { NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { ContactId } from "./contact.ts"
import { TimelineItem } from "./timeline.ts"

export const get_contact_timeline = HttpApiEndpoint.get("get_contact_timeline", "/contacts/:id/timeline", {
  params: { id: ContactId },
  query: paging,
  success: ListOf(TimelineItem),
  error: NotFound
}).annotateMerge(operation({
  summary: "Get a contact's timeline",
  description: "Everything that happened with a contact, newest first: activities, moves of its deals, completed tasks.",
  access: "crm:read",
  curated: true
}))
