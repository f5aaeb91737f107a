import { Effect } from "effect"
import { Goals } from "#layers/analytics/goals"
import { Visits } from "#layers/analytics/visits"
import { requireRoom } from "#layers/kernel/company-lock"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { MOST_GOALS } from "#schemas/analytics/goal"
import type * as api from "#schemas/analytics/goals.api"
import { MOST_DAYS } from "#schemas/analytics/page-views.api"
import { GoalId } from "#schemas/analytics/ids"
import type { Input } from "#schemas/kernel/catalog"
import { ValidationError } from "#schemas/kernel/errors"
import { periodOf, round } from "./period.ts"

export const list_goals = (query: Input<typeof api.list_goals>) => Goals.use((goals) => goals.page(query))

export const create_goal = Effect.fnUntraced(function*({ event, name, page }: Input<typeof api.create_goal>) {
  const goals = yield* Goals
  if ((event === null) === (page === null)) {
    return yield* new ValidationError({ message: "Send either `event` or `page`.", details: [{ field: "event", error: "send either `event` or `page`", received: event }] })
  }
  yield* requireRoom(goals.count, MOST_GOALS, "goals")
  return yield* goals.create({ event, name, page })
})

export const delete_goal = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_goal>) {
  const goals = yield* Goals
  const before = yield* goals.get(id, { lock: true })
  yield* goals.delete(id)
  yield* recordChange({ object: "visit_goal", id, before: { id, name: before.name, event: before.event, page: before.page }, after: null })
  return before
})

export const get_goal_results = Effect.fnUntraced(function*(query: Input<typeof api.get_goal_results>) {
  const { period } = yield* periodOf(query, MOST_DAYS)
  const [results, { visitors }] = yield* Effect.all([Goals.use((goals) => goals.results(period)), Visits.use((visits) => visits.total(period))], { concurrency: 2 })
  const goals = results.map(({ goal_id, ...one }) => ({ ...one, goal_id: GoalId.make(goal_id), rate: visitors === 0 ? null : round(one.visitors / visitors, 3) }))
  return { ...period, visitors, goals }
})
