import { Schema } from "effect"
import { eventKinds } from "#schemas/kernel/events"

/* Not Schema.JsonObject, whose codec copies it: answers are printed as programs make them. */
const Plain = Schema.Record(Schema.String, Schema.Any)

/** A kind of event that can be subscribed to. */
export const WebhookEventKind = Schema.Struct({
  kind: Schema.Literals(eventKinds),
  description: Schema.String.annotate({ examples: ["A contact was added."] }),
  schema: Plain.annotate({ description: "JSON Schema (2020-12) of the body that is sent.", examples: [{ type: "object" }] }),
  example: Plain.annotate({ description: "A body as it is sent.", examples: [{ id: "evt_1042", kind: "contact.created" }] })
}).annotate({ identifier: "WebhookEventKind" })
export type WebhookEventKind = typeof WebhookEventKind.Type
