import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { eventKinds } from "#schemas/kernel/events"
import { idempotent } from "#schemas/kernel/headers"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { DeliveryId, deliverySorts, DeliveryStatus, NewReplay, WebhookDelivery, WebhookReplay } from "./delivery.ts"
import { WebhookId } from "./webhook.ts"

const params = { id: WebhookId }

export const list_webhook_deliveries = HttpApiEndpoint.get("list_webhook_deliveries", "/webhooks/:id/deliveries", {
  params,
  query: {
    ...paging,
    status: Schema.optionalKey(DeliveryStatus.annotate({ examples: ["pending"] })),
    kind: Schema.optionalKey(Schema.Literals(eventKinds).annotate({ examples: ["test.ping"] })),
    sort: defaulted(Schema.Literals(deliverySorts), "-id")
  },
  success: ListOf(WebhookDelivery),
  error: NotFound
}).annotateMerge(operation({
  summary: "List a webhook's deliveries",
  description: "What was sent to an endpoint in the last 30 days and what is to be sent, newest first: each attempt with its " +
    "status and latency, the first 2 KiB of the last answer, and when the next attempt is due.",
  access: "webhooks:read",
  curated: true
}))

export const retry_webhook_delivery = HttpApiEndpoint.post("retry_webhook_delivery", "/webhooks/deliveries/:id/retry", {
  params: { id: DeliveryId },
  success: WebhookDelivery,
  error: [NotFound, Conflict]
}).annotateMerge(operation({
  summary: "Send a delivery again",
  description: "Sends it now, whether it failed, succeeded or waits, and if need be again on the schedule from its beginning. A " +
    "conflict if the endpoint is switched off.",
  access: "webhooks:write",
  idempotent: true,
  curated: true
}))

export const send_test_event = HttpApiEndpoint.post("send_test_event", "/webhooks/:id/test", {
  params,
  success: WebhookDelivery.pipe(HttpApiSchema.status(202)),
  error: [NotFound, Conflict]
}).annotateMerge(operation({
  summary: "Send a test event",
  description: "Sends `test.ping` to this endpoint, whatever it is subscribed to. A conflict if it is switched off.",
  access: "webhooks:write"
}))

export const replay_webhook = HttpApiEndpoint.post("replay_webhook", "/webhooks/:id/replay", {
  params,
  headers: idempotent,
  payload: NewReplay,
  success: WebhookReplay.pipe(HttpApiSchema.status(202)),
  error: [NotFound, Conflict]
}).annotateMerge(operation({
  summary: "Replay events",
  description: "Sends every event of a time again to this endpoint that it is subscribed to now, also those from before it was " +
    "added, in their order. Each keeps its `webhook-id`, so a receiver can tell what it has. A conflict if it is switched off.",
  access: "webhooks:write"
}))
