import { type Schema, SchemaAST } from "effect"
import { Event, type EventKind } from "#schemas/kernel/events"
import { decodedSchema, type JsonSchema } from "#schemas/kernel/json-schema"
import { recordOf, webhookEventKinds } from "#schemas/webhooks/event-kinds"
import { publisher, type Schemas } from "./components.ts"
import { type Parameter, refTo, type WebhookObject } from "./json.ts"

const { properties: envelope, required } = publisher({ Event: decodedSchema(Event) }, new Map()).schemas["Event"] as
  { readonly properties: Schemas; readonly required: ReadonlyArray<string> }
const { data } = envelope as { readonly data: { readonly properties: Schemas } }

const header = (name: string, description: string, example: string, required = true): Parameter =>
  ({ name, in: "header", required, description, schema: { type: "string", examples: [example] } })

/** Headers of what receivers are sent, under the names of their components. */
export const webhookParameters = {
  WebhookId: header("webhook-id", "The id of the event: the same on every attempt, so that a receiver can tell what it has.", "evt_1042"),
  WebhookTimestamp: header("webhook-timestamp", "When this attempt was made, in Unix seconds.", "1795253460"),
  WebhookSignature: header("webhook-signature", "One or two signatures by Standard Webhooks, with a space between them: two while a secret is replaced.", "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="),
  ServiceSignature: header("x-service-signature", "The HMAC-SHA256 of the raw body in lowercase hex, with the whole secret as the key.", "0f3c…"),
  PreviousSignature: header("x-service-signature-previous", "The same with the secret before, while a secret is replaced.", "9ab1…", false),
  EventKind: header("x-service-event", "The kind of the event.", "contact.created"),
  DeliveryId: header("x-service-delivery", "The delivery, as `list_webhook_deliveries` names it.", "7001"),
  Replay: header("x-service-replay", "`true` where somebody asked for the event to be sent again.", "true", false)
} satisfies Record<string, Parameter>

const isPublished = (record: Schema.Top, schemas: Schemas) => {
  const name = SchemaAST.resolveIdentifier(record.ast)
  return name !== undefined && name in schemas ? name : undefined
}

const bodyOf = (kind: EventKind, schemas: Schemas): JsonSchema => {
  const record = recordOf(kind)!
  const name = isPublished(record, schemas)
  const object: JsonSchema = name === undefined ? decodedSchema(record) : { ...refTo("schemas", name) }
  return {
    type: "object",
    properties: {
      ...envelope,
      kind: { type: "string", enum: [kind] },
      type: { ...envelope["type"], enum: [kind] },
      data: { type: "object", properties: { ...data.properties, object }, required: ["object"] }
    },
    required
  }
}

/** What receivers are sent, by the kind of event. */
export const webhooksOf = (schemas: Schemas): { readonly [kind: string]: { readonly post: WebhookObject } } =>
  Object.fromEntries(webhookEventKinds().map(({ description, example, kind }) => [kind, {
    post: {
      operationId: `on_${kind.replaceAll(".", "_")}`,
      tags: ["webhooks"],
      summary: kind,
      description,
      security: [],
      parameters: Object.keys(webhookParameters).map((name) => refTo("parameters", name)),
      requestBody: { required: true, content: { "application/json": { schema: bodyOf(kind, schemas), example: example as Schema.Json } } },
      responses: {
        "2XX": { description: "Received. Any other answer, or none in 15 seconds, is tried again." },
        410: { description: "The receiver is gone: the webhook is switched off." }
      }
    }
  }]))
