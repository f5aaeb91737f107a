import { Effect, Option } from "effect"
import { Deals } from "#layers/crm/deals"
import type { ContactId } from "#schemas/crm/contact"
import type { DealId } from "#schemas/crm/deal"

/** With whom it is: the contact that was named, otherwise the deal's. */
export const dealsContact = Effect.fnUntraced(function*(
  { contact_id, deal_id }: { readonly contact_id: ContactId | null; readonly deal_id: DealId | null }
) {
  if (contact_id !== null || deal_id === null) return contact_id
  const deals = yield* Deals
  return Option.match(yield* deals.find(deal_id), { onNone: () => null, onSome: ({ contact_id }) => contact_id })
})
