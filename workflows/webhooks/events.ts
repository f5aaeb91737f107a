import { Effect } from "effect"
import { Events } from "#layers/webhooks/events"
import type { Input } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import { readableKinds } from "#schemas/webhooks/event-access"
import type * as api from "#schemas/webhooks/events.api"
import { envelopeOf } from "./message.ts"

export const list_events = Effect.fnUntraced(function*(query: Input<typeof api.list_events>) {
  const { scopes } = yield* Caller
  const page = yield* Events.use((events) => events.page(query, readableKinds(scopes, query.kind)))
  return { ...page, items: page.items.map(({ id: sequence, data, ...event }) => ({ ...envelopeOf({ ...event, sequence }), data })) }
})
