import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"
import { line } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { RunId } from "#schemas/workflows/run"
import { ContactId } from "./contact.ts"
import { conditionsOf, Filters, KeptFilter } from "./filter.ts"

export const RuleId = Id.pipe(Schema.brand("RuleId"))
export type RuleId = typeof RuleId.Type

const MOST_POINTS = 1_000
const MOST_RULES = 50
const MOST_CONDITIONS = 200

const label = line(100).annotate({ description: "Why it gives points, for people.", examples: ["Bought before"] })

const points = Schema.Int.check(Schema.isBetween({ minimum: -MOST_POINTS, maximum: MOST_POINTS })).annotate({
  description: "Added to the score of a contact that it fits; less than 0 takes away.",
  examples: [25]
})

/** What makes a contact worth more, or less. */
export const ScoringRule = Schema.Struct({
  id: RuleId,
  label: Schema.String.annotate({ examples: ["Bought before"] }),
  points: Schema.Int.annotate({ examples: [25] }),
  when: KeptFilter
}).annotate({ identifier: "ScoringRule" })
export type ScoringRule = typeof ScoringRule.Type

const NewRule = Schema.Struct({
  label,
  points,
  when: Filters.annotate({ description: "Whom it fits. A rule cannot ask for the score itself." })
}).annotate({ identifier: "NewScoringRule" })
export type NewRule = typeof NewRule.Type

const notTooMany = Schema.makeFilter((rules: ReadonlyArray<NewRule>) =>
  rules.reduce((sum, { when }) => sum + conditionsOf(when, "").length, 0) <= MOST_CONDITIONS
    ? undefined
    : `Expected at most ${MOST_CONDITIONS} conditions in all rules together`
)

export const NewRules = Schema.Struct({
  rules: Schema.Array(NewRule).check(Schema.isMaxLength(MOST_RULES), notTooMany).annotate({
    description: `All of them, up to ${MOST_RULES}; those of before are forgotten.`,
    examples: [[
      { label: "Bought before", points: 25, when: { match: "all", of: [{ type: "deals", status: "won", op: "gte", value: 1 }] } },
      { label: "Not heard of for a month", points: -10, when: { match: "all", of: [{ type: "activities", within_days: 30, op: "eq", value: 0 }] } }
    ]]
  })
}).annotate({ identifier: "NewScoringRules" })
export type NewRules = typeof NewRules.Type

export const ScoringRules = Schema.Struct({
  rules_version: Schema.Int.annotate({ description: "Grows by one with each change of the rules.", examples: [3] }),
  rules: Schema.Array(ScoringRule),
  run_id: Schema.NullOr(RunId).annotate({
    description: "The workflow run that works out all scores anew; `null` if the rules were these already."
  })
}).annotate({ identifier: "ScoringRules" })
export type ScoringRules = typeof ScoringRules.Type

/** A contact's score as the rules have it now. */
export const LeadScore = Schema.Struct({
  contact_id: ContactId,
  score: Schema.Int.annotate({ description: "Sum of the points below.", examples: [15] }),
  reasons: Schema.Array(
    Schema.Struct({
      rule_id: RuleId,
      label: Schema.String.annotate({ examples: ["Bought before"] }),
      points: Schema.Int.annotate({ examples: [25] })
    }).annotate({ identifier: "ScoreReason" })
  ).annotate({ description: "The rules that fit, in their order." }),
  rules_version: Schema.Int.annotate({ description: "0 where no rules were ever set.", examples: [3] }),
  scored_at: Timestamp
}).annotate({ identifier: "LeadScore" })
export type LeadScore = typeof LeadScore.Type
