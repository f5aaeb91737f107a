import { Schema } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { line } from "#schemas/kernel/text"
import { Day } from "#schemas/kernel/time"
import { GoalId } from "./ids.ts"

export const MOST_GOALS = 100

/** What visitors are to do. */
export const goal = entity("VisitGoal", {
  id: field.readOnly(GoalId),
  name: field.required(line(100).annotate({ description: "No two goals have the same.", examples: ["Signs up"] })),
  event: field.nullable(line(60), { description: "Reached by an event of this name; null where it is a page.", examples: ["Signed up"] }),
  page: field.nullable(line(500), { description: "Reached by a view of the page at this path; null where it is an event.", examples: ["/thank-you"] }),
  ...versioned
}, { description: "What visitors are to do on the company's site: an event or a page." })
export const Goal = goal.read
export type Goal = typeof Goal.Type

export const GoalResults = Schema.Struct({
  from: Day,
  to: Day,
  visitors: Schema.Int.annotate({ description: "All visitors of the period, each counted once a day.", examples: [310] }),
  goals: Schema.Array(Schema.Struct({
    goal_id: GoalId,
    name: Schema.String.annotate({ examples: ["Signs up"] }),
    times: Schema.Int.annotate({ description: "How often it was reached.", examples: [18] }),
    visitors: Schema.Int.annotate({ description: "Who reached it, each counted once a day.", examples: [16] }),
    rate: Schema.NullOr(Schema.Finite).annotate({ description: "Of all visitors, 0 to 1; null where nobody came.", examples: [0.052] })
  })).annotate({ description: "In the order in which they were made." })
}).annotate({ identifier: "GoalResults" })
