import { operation } from "#schemas/kernel/endpoints"
import { ContactId } from "./contact.ts"
import { LeadScore, NewRules, ScoringRule, ScoringRules } from "./scoring.ts"

export const get_lead_score = operation.get("get_lead_score", "/contacts/:id/score", LeadScore, {
  params: { id: ContactId },
  summary: "Get a contact's score",
  description: "The score of a contact, worked out now, with the rules that gave each point. The `score` of a contact in lists follows " +
    "a change within seconds, and the passing of time once a day.",
  curated: true
})

export const list_scoring_rules = operation.list("list_scoring_rules", "/scoring/rules", ScoringRule, {
  summary: "List scoring rules",
  description: "The rules by which contacts are scored, in their order.",
  tierFloor: "professional"
})

export const set_scoring_rules = operation.set("set_scoring_rules", "/scoring/rules", NewRules, ScoringRules, {
  summary: "Set the scoring rules",
  description: "Replaces all rules: each gives its points to the contacts that its filter fits, by fields, tags, the company's own fields, " +
    "activities, deals and times. All scores are then worked out anew by a workflow run. The rules that are set already change nothing.",
  tierFloor: "professional"
})
