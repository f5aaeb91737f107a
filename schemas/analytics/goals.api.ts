import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict, ValidationError } from "#schemas/kernel/errors"
import { Day } from "#schemas/kernel/time"
import { Goal, goal, GoalResults, MOST_GOALS } from "./goal.ts"

export const list_goals = operation.list("list_goals", "/goals", Goal, {
  ...goal.list,
  summary: "List goals of the site",
  description: "What visitors are to do on the company's site. Live and test keys share them."
})

export const create_goal = operation.create("create_goal", "/goals", goal.create.annotate({ examples: [{ name: "Signs up", event: "Signed up", page: null }] }), Goal, {
  errors: [Conflict, ValidationError],
  summary: "Add a goal of the site",
  description: `Send either \`event\` or \`page\`. It holds for what was counted before as well. A company has at most ${MOST_GOALS}.`
})

export const delete_goal = operation.remove("delete_goal", "/goals/:id", Goal, {
  summary: "Remove a goal of the site",
  description: "What was counted stays."
})

export const get_goal_results = operation.get("get_goal_results", "/goals/results", GoalResults, {
  query: {
    from: Schema.optionalKey(Day.annotate({ description: "The first day; 29 days before `to` if left out.", examples: ["2026-11-01"] })),
    to: Schema.optionalKey(Day.annotate({ description: "The last day; today if left out.", examples: ["2026-11-30"] }))
  },
  errors: [ValidationError],
  summary: "Tell how often goals of the site were reached",
  description: "How often, by how many visitors, and what share of all that is, in the company's days."
})
