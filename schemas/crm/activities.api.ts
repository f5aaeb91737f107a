import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { idempotent } from "#schemas/kernel/headers"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { Activity, ActivityKind, activitySorts, NewActivity } from "./activity.ts"
import { ContactId } from "./contact.ts"
import { DealId } from "./deal.ts"

export const list_activities = HttpApiEndpoint.get("list_activities", "/activities", {
  query: {
    ...paging,
    contact_id: Schema.optionalKey(ContactId),
    deal_id: Schema.optionalKey(DealId),
    kind: Schema.optionalKey(ActivityKind.annotate({ examples: ["call"] })),
    sort: defaulted(Schema.Literals(activitySorts), "-occurred_at")
  },
  success: ListOf(Activity)
}).annotateMerge(operation({
  summary: "List activities",
  description: "Notes, calls, meetings and e-mails, of one contact, one deal or all; newest first unless `sort` says otherwise.",
  access: "crm:read",
  curated: true
}))

export const log_activity = HttpApiEndpoint.post("log_activity", "/activities", {
  headers: idempotent,
  payload: NewActivity,
  success: Activity.pipe(HttpApiSchema.status(201))
}).annotateMerge(operation({
  summary: "Log an activity",
  description: "Notes what was done or said: a note, call, meeting or e-mail, with a contact, about a deal, or both. It sends nothing.",
  access: "crm:write",
  curated: true
}))
