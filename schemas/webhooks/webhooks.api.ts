import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { WebhookEventKind } from "./event-kind.ts"
import { webhook, Webhook, WebhookId, WebhookWithHealth, WebhookWithSecret } from "./webhook.ts"

const params = { id: WebhookId }

export const list_webhooks = operation.list("list_webhooks", "/webhooks", Webhook, {
  sort: ["id", "created_at"],
  summary: "List webhooks",
  description: "The endpoints that are told of events, of the key's mode. `sort` takes a `-` for descending.",
  access: "webhooks:read",
  curated: true
})

export const get_webhook = operation.get("get_webhook", "/webhooks/:id", WebhookWithHealth, {
  params,
  summary: "Get a webhook",
  description: "One endpoint, with how it did in the last seven days.",
  access: "webhooks:read",
  noConditionalGet: true
})

export const create_webhook = operation.create("create_webhook", "/webhooks", webhook.create, WebhookWithSecret, {
  errors: [Conflict],
  summary: "Add a webhook",
  description: "Subscribes an address to events from now on. What is sent is signed with the secret, which is shown this once: " +
    "`X-Service-Signature` is the lowercase hex HMAC-SHA256 of the raw body with the whole secret as the key; `webhook-id`, " +
    "`webhook-timestamp` and `webhook-signature` follow Standard Webhooks. An address in a private network is refused, and a company may have 100. " +
    "Without a webhook, `list_events` tells of the same events, and the command `service listen` sends them on to an address on your own machine.",
  access: "webhooks:write",
  curated: true
})

const changes = webhook.change.annotate({ description: "Only the fields that change." })

export const update_webhook = operation.update("update_webhook", "/webhooks/:id", changes, Webhook, {
  params,
  summary: "Change a webhook",
  description: "Changes the fields that are sent and leaves the others. `enabled: true` switches an endpoint on again that was " +
    "switched off because it failed. With `If-Match`, only if nobody changed it since.",
  access: "webhooks:write"
})

export const delete_webhook = operation.remove("delete_webhook", "/webhooks/:id", Webhook, {
  params,
  summary: "Delete a webhook",
  description: "Removes the endpoint with what is on its way to it. It does not come back; `enabled: false` is a pause.",
  access: "webhooks:write",
  requiresConsent: true,
  undo: "nothing"
})

export const rotate_webhook_secret = operation.act("rotate_webhook_secret", "/webhooks/:id/secret", WebhookWithSecret, {
  params,
  summary: "Replace a webhook's secret",
  description: "Answers with a new secret, shown this once. For 24 hours both sign: `webhook-signature` lists both, and " +
    "`X-Service-Signature-Previous` stands beside `X-Service-Signature`.",
  access: "webhooks:write",
  requiresConsent: true,
  undo: "nothing"
})

export const list_event_kinds = operation.list("list_event_kinds", "/webhooks/events", WebhookEventKind, {
  summary: "List kinds of events",
  description: "Every kind of event that the service sends today, each with the JSON Schema of its body and an example.",
  access: "webhooks:read"
})
