import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { Conflict, NotFound, PreconditionFailed } from "#schemas/kernel/errors"
import { guarded, idempotent } from "#schemas/kernel/headers"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { WebhookEventKind } from "./event-kind.ts"
import { NewWebhook, Webhook, WebhookChanges, WebhookId, webhookSorts, WebhookWithHealth, WebhookWithSecret } from "./webhook.ts"

const params = { id: WebhookId }

export const list_webhooks = HttpApiEndpoint.get("list_webhooks", "/webhooks", {
  query: {
    ...paging,
    sort: defaulted(Schema.Literals(webhookSorts), "id")
  },
  success: ListOf(Webhook)
}).annotateMerge(operation({
  summary: "List webhooks",
  description: "The endpoints that are told of events, of the key's mode. `sort` takes a `-` for descending.",
  access: "webhooks:read",
  curated: true
}))

export const get_webhook = HttpApiEndpoint.get("get_webhook", "/webhooks/:id", {
  params,
  success: WebhookWithHealth,
  error: NotFound
}).annotateMerge(operation({
  summary: "Get a webhook",
  description: "One endpoint, with how it did in the last seven days.",
  access: "webhooks:read",
  composite: true
}))

export const create_webhook = HttpApiEndpoint.post("create_webhook", "/webhooks", {
  headers: idempotent,
  payload: NewWebhook,
  success: WebhookWithSecret.pipe(HttpApiSchema.status(201)),
  error: Conflict
}).annotateMerge(operation({
  summary: "Add a webhook",
  description: "Subscribes an address to events from now on. What is sent is signed with the secret, which is shown this once: " +
    "`X-Service-Signature` is the lowercase hex HMAC-SHA256 of the raw body with the whole secret as the key; `webhook-id`, " +
    "`webhook-timestamp` and `webhook-signature` follow Standard Webhooks. An address in a private network is refused, and a company may have 100.",
  access: "webhooks:write",
  curated: true
}))

export const update_webhook = HttpApiEndpoint.patch("update_webhook", "/webhooks/:id", {
  params,
  headers: guarded,
  payload: WebhookChanges,
  success: Webhook,
  error: [NotFound, PreconditionFailed]
}).annotateMerge(operation({
  summary: "Change a webhook",
  description: "Changes the fields that are sent and leaves the others. `enabled: true` switches an endpoint on again that was " +
    "switched off because it failed. With `If-Match`, only if nobody changed it since.",
  access: "webhooks:write",
  idempotent: true
}))

export const delete_webhook = HttpApiEndpoint.delete("delete_webhook", "/webhooks/:id", {
  params,
  success: Webhook,
  error: NotFound
}).annotateMerge(operation({
  summary: "Delete a webhook",
  description: "Removes the endpoint with what is on its way to it. It does not come back; `enabled: false` is a pause.",
  access: "webhooks:write",
  destructive: true,
  idempotent: true,
  requiresConsent: true
}))

export const rotate_webhook_secret = HttpApiEndpoint.post("rotate_webhook_secret", "/webhooks/:id/secret", {
  params,
  success: WebhookWithSecret,
  error: NotFound
}).annotateMerge(operation({
  summary: "Replace a webhook's secret",
  description: "Answers with a new secret, shown this once. For 24 hours both sign: `webhook-signature` lists both, and " +
    "`X-Service-Signature-Previous` stands beside `X-Service-Signature`.",
  access: "webhooks:write",
  requiresConsent: true
}))

export const list_event_kinds = HttpApiEndpoint.get("list_event_kinds", "/webhooks/events", {
  query: paging,
  success: ListOf(WebhookEventKind)
}).annotateMerge(operation({
  summary: "List kinds of events",
  description: "Every kind of event that the service sends today, each with the JSON Schema of its body and an example.",
  access: "webhooks:read"
}))
