import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { eventKinds } from "#schemas/kernel/events"
import { DeliveryId, DeliveryStatus, NewReplay, WebhookDelivery, WebhookReplay } from "./delivery.ts"
import { WebhookId } from "./webhook.ts"

const params = { id: WebhookId }

export const list_webhook_deliveries = operation.list("list_webhook_deliveries", "/webhooks/:id/deliveries", WebhookDelivery, {
  params,
  filters: {
    status: DeliveryStatus.annotate({ examples: ["pending"] }),
    kind: Schema.Literals(eventKinds).annotate({ examples: ["test.ping"] })
  },
  sort: ["id"],
  by: "-id",
  summary: "List a webhook's deliveries",
  description: "What was sent to an endpoint in the last 30 days and what is to be sent, newest first: each attempt with its " +
    "status and latency, the first 2 KiB of the last answer, and when the next attempt is due.",
  access: "webhooks:read",
  curated: true
})

export const retry_webhook_delivery = operation.act("retry_webhook_delivery", "/webhooks/deliveries/:id/retry", WebhookDelivery, {
  params: { id: DeliveryId },
  errors: [Conflict],
  summary: "Send a delivery again",
  description: "Sends it now, whether it failed, succeeded or waits, and if need be again on the schedule from its beginning. A " +
    "conflict if the endpoint is switched off.",
  access: "webhooks:write",
  idempotent: true,
  curated: true
})

export const send_test_event = operation.act("send_test_event", "/webhooks/:id/test", WebhookDelivery.pipe(HttpApiSchema.status(202)), {
  params,
  errors: [Conflict],
  summary: "Send a test event",
  description: "Sends `test.ping` to this endpoint, whatever it is subscribed to. A conflict if it is switched off.",
  access: "webhooks:write"
})

export const replay_webhook = operation.create("replay_webhook", "/webhooks/:id/replay", NewReplay, WebhookReplay, {
  params,
  status: 202,
  errors: [Conflict],
  summary: "Replay events",
  description: "Sends every event of a time again to this endpoint that it is subscribed to now, also those from before it was " +
    "added, in their order. Each keeps its `webhook-id`, so a receiver can tell what it has. A conflict if it is switched off.",
  access: "webhooks:write"
})
