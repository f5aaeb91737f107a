import { Effect } from "effect"
import { Timeline } from "#layers/crm/timeline"
import type * as api from "#schemas/crm/timeline.api"
import type { Input } from "#schemas/kernel/catalog"
import { get_contact } from "./contacts.ts"

export const get_contact_timeline = Effect.fnUntraced(function*({ id, ...paging }: Input<typeof api.get_contact_timeline>) {
  yield* get_contact({ id })
  return yield* Timeline.use((timeline) => timeline.page(id, paging))
})
