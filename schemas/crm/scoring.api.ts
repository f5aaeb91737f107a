import { HttpApiEndpoint } from "effect/http-api"
import { NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { ContactId } from "./contact.ts"
import { LeadScore, NewRules, ScoringRule, ScoringRules } from "./scoring.ts"

export const get_lead_score = HttpApiEndpoint.get("get_lead_score", "/contacts/:id/score", {
  params: { id: ContactId },
  success: LeadScore,
  error: NotFound
}).annotateMerge(operation({
  summary: "Get a contact's score",
  description: "The score of a contact, worked out now, with the rules that gave each point. The `score` of a contact in lists follows " +
    "a change within seconds, and the passing of time once a day.",
  access: "crm:read",
  curated: true
}))

export const list_scoring_rules = HttpApiEndpoint.get("list_scoring_rules", "/scoring/rules", {
  query: paging,
  success: ListOf(ScoringRule)
}).annotateMerge(operation({
  summary: "List scoring rules",
  description: "The rules by which contacts are scored, in their order.",
  access: "crm:read",
  tierFloor: "professional"
}))

export const set_scoring_rules = HttpApiEndpoint.put("set_scoring_rules", "/scoring/rules", {
  payload: NewRules,
  success: ScoringRules
}).annotateMerge(operation({
  summary: "Set the scoring rules",
  description: "Replaces all rules: each gives its points to the contacts that its filter fits, by fields, tags, the company's own fields, " +
    "activities, deals and times. All scores are then worked out anew by a workflow run. The rules that are set already change nothing.",
  access: "crm:write",
  idempotent: true,
  tierFloor: "professional"
}))
