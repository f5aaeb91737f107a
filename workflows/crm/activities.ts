import { Effect } from "effect"
import { Activities } from "#layers/crm/activities"
import type * as api from "#schemas/crm/activities.api"
import type { Input } from "#schemas/kernel/catalog"
import { dealsContact } from "./deal-contact.ts"
import { requireReferences } from "./references.ts"

export const list_activities = (query: Input<typeof api.list_activities>) => Activities.use((activities) => activities.page(query))

export const log_activity = Effect.fnUntraced(function*(input: Input<typeof api.log_activity>) {
  yield* requireReferences(input)
  const activities = yield* Activities
  return yield* activities.create({ ...input, contact_id: yield* dealsContact(input) })
})

export const get_activity = ({ id }: Input<typeof api.get_activity>) => Activities.use((activities) => activities.get(id))

export const update_activity = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_activity>) {
  yield* requireReferences(changes)
  return yield* (yield* Activities).change(id, changes)
})

export const delete_activity = ({ id }: Input<typeof api.delete_activity>) => Activities.use((activities) => activities.remove(id))
