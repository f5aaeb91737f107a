import { DateTime, Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Deliveries } from "#layers/webhooks/deliveries"
import { Webhooks } from "#layers/webhooks/webhooks"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import type * as api from "#schemas/webhooks/deliveries.api"
import type { Webhook, WebhookId } from "#schemas/webhooks/webhook"

const requireEnabled = ({ enabled }: Webhook) =>
  enabled ? Effect.void : Effect.fail(new Conflict({ message: "The webhook is switched off; switch it on first." }))

/** An endpoint that takes events, which nobody switches off before the transaction ends. */
const lockEnabled = (id: WebhookId) => Webhooks.use((webhooks) => Effect.tap(webhooks.get(id, { lock: true }), requireEnabled))

/** What was asked of an endpoint leaves a line in the receipt, though the endpoint is the same after. */
const noteRequest = (webhook: Webhook) => recordChange({ object: "webhook", id: webhook.id, before: webhook, after: webhook })

export const list_webhook_deliveries = Effect.fnUntraced(function*(query: Input<typeof api.list_webhook_deliveries>) {
  yield* (yield* Webhooks).get(query.id)
  return yield* (yield* Deliveries).page(query)
})

export const retry_webhook_delivery = Effect.fnUntraced(function*({ id }: Input<typeof api.retry_webhook_delivery>) {
  const deliveries = yield* Deliveries
  const webhooks = yield* Webhooks
  const delivery = yield* deliveries.lockForUpdate(id)
  /* That of a webhook of the other mode is none of the caller's. */
  const webhook = yield* webhooks.get(delivery.webhook_id, { lock: true }).pipe(
    Effect.mapError(() => new NotFound({ message: "There is no such delivery." }))
  )
  yield* requireEnabled(webhook)
  const again = yield* deliveries.again(delivery)
  yield* noteRequest(webhook)
  return again
})

export const send_test_event = Effect.fnUntraced(function*({ id }: Input<typeof api.send_test_event>) {
  const webhook = yield* lockEnabled(id)
  const delivery = yield* (yield* Deliveries).ping(webhook)
  yield* noteRequest(webhook)
  return delivery
})

export const replay_webhook = Effect.fnUntraced(function*({ id, since, until }: Input<typeof api.replay_webhook>) {
  const webhook = yield* lockEnabled(id)
  const replay = yield* (yield* Deliveries).replay(id, since, until ?? DateTime.formatIso(yield* DateTime.now))
  yield* noteRequest(webhook)
  return replay
})
