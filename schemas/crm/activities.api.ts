import { operation } from "#schemas/kernel/endpoints"
import { activity, Activity } from "./activity.ts"

export const list_activities = operation.list("list_activities", "/activities", Activity, {
  ...activity.list,
  by: "-occurred_at",
  summary: "List activities",
  description: "Notes, calls, meetings and e-mails, of one contact, one deal or all; newest first unless `sort` says otherwise.",
  curated: true
})

export const log_activity = operation.create("log_activity", "/activities", activity.create, Activity, {
  summary: "Log an activity",
  description: "Notes what was done or said: a note, call, meeting or e-mail, with a contact, about a deal, or both. It sends nothing.",
  curated: true
})
