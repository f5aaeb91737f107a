import { Effect } from "effect"
import { Activities, type ActivityQuery } from "#layers/crm/activities"
import { Journal } from "#layers/journal"
import type { NewActivity } from "#schemas/crm/activity"
import { dealsContact } from "./deal-contact.ts"
import { named } from "./references.ts"

export const list_activities = (query: ActivityQuery) => Activities.use((activities) => activities.page(query))

export const log_activity = Effect.fnUntraced(function*(input: NewActivity) {
  yield* named(input)
  const activities = yield* Activities
  const activity = yield* activities.add({ ...input, contact_id: yield* dealsContact(input) })
  yield* (yield* Journal).record({ object: "activity", id: activity.id, before: null, after: activity })
  return activity
})
