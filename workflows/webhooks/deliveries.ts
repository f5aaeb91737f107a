import { DateTime, Effect, Option } from "effect"
import { Journal } from "#layers/journal"
import { Deliveries, type DeliveryQuery } from "#layers/webhooks/deliveries"
import { Webhooks } from "#layers/webhooks/webhooks"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import type { DeliveryId, NewReplay } from "#schemas/webhooks/delivery"
import type { Webhook, WebhookId } from "#schemas/webhooks/webhook"
import { existing } from "./webhooks.ts"

interface Endpoint {
  readonly id: WebhookId
}

const off = () => new Conflict({ message: "The webhook is switched off; switch it on first." })

/** An endpoint that takes events, which nobody switches off before the transaction ends. */
const open = Effect.fnUntraced(function*(id: WebhookId) {
  const webhook = yield* existing(id, { lock: true })
  return webhook.enabled ? webhook : yield* off()
})

/** What was asked of an endpoint leaves a line in the receipt, though the endpoint is the same after. */
const touched = (webhook: Webhook) =>
  Journal.use((journal) => journal.record({ object: "webhook", id: webhook.id, before: webhook, after: webhook }))

export const list_webhook_deliveries = Effect.fnUntraced(function*(query: DeliveryQuery) {
  yield* existing(query.id)
  return yield* (yield* Deliveries).page(query)
})

export const retry_webhook_delivery = Effect.fnUntraced(function*({ id }: { readonly id: DeliveryId }) {
  const deliveries = yield* Deliveries
  const missing = () => new NotFound({ message: "There is no such delivery." })
  const found = yield* deliveries.find(id)
  if (Option.isNone(found)) return yield* missing()
  const webhook = yield* (yield* Webhooks).find(found.value.webhook_id, { lock: true })
  if (Option.isNone(webhook)) return yield* missing()
  if (!webhook.value.enabled) return yield* off()
  const again = yield* deliveries.again(found.value)
  yield* touched(webhook.value)
  return again
})

export const send_test_event = Effect.fnUntraced(function*({ id }: Endpoint) {
  const webhook = yield* open(id)
  const delivery = yield* (yield* Deliveries).ping(webhook)
  yield* touched(webhook)
  return delivery
})

export const replay_webhook = Effect.fnUntraced(function*({ id, since, until }: Endpoint & NewReplay) {
  const webhook = yield* open(id)
  const replay = yield* (yield* Deliveries).replay(id, since, until ?? DateTime.formatIso(yield* DateTime.now))
  yield* touched(webhook)
  return replay
})
