import { Effect } from "effect"
import { Timeline } from "#layers/crm/timeline"
import type { ContactId } from "#schemas/crm/contact"
import type { Paging } from "#schemas/kernel/paging"
import { get_contact } from "./contacts.ts"

export const get_contact_timeline = Effect.fnUntraced(function*({ id, ...paging }: { readonly id: ContactId } & Paging) {
  yield* get_contact({ id })
  const timeline = yield* Timeline
  return yield* timeline.page(id, paging)
})
