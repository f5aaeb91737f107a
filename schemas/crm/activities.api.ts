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

export const get_activity = operation.get("get_activity", "/activities/:id", Activity, {
  summary: "Get an activity",
  description: "One note, call, meeting or e-mail."
})

export const update_activity = operation.update("update_activity", "/activities/:id", activity.change, Activity, {
  summary: "Change an activity"
})

export const delete_activity = operation.remove("delete_activity", "/activities/:id", Activity, {
  summary: "Delete an activity",
  description: "Takes it out of every list and timeline; conditions of segments and scores no longer count it. Nothing brings it back.",
  requiresConsent: true,
  undo: "nothing"
})
