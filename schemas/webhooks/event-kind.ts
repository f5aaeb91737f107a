import { Schema } from "effect"
import { Consent } from "#schemas/agents/consent"
import { ApiKey } from "#schemas/auth/api-key"
import { Contact, ContactId } from "#schemas/crm/contact"
import { Deal } from "#schemas/crm/deal"
import { Import } from "#schemas/crm/import"
import { Task } from "#schemas/crm/task"
import { Event, type EventKind, eventKinds } from "#schemas/kernel/events"
import { exampleMaker } from "#schemas/kernel/json-example"
import { decodedSchema } from "#schemas/kernel/json-schema"
import { Webhook, WebhookId } from "./webhook.ts"

/** When each kind of event happens. */
const happens: { readonly [K in EventKind]: string } = {
  "contact.created": "A contact was added.",
  "contact.updated": "A contact was changed.",
  "contact.deleted": "A contact went to the bin.",
  "contact.restored": "A contact came back from the bin.",
  "contact.merged": "Contacts became one.",
  "deal.created": "A deal was added.",
  "deal.updated": "A deal was changed.",
  "deal.stage_changed": "A deal moved to another stage.",
  "deal.won": "A deal was won.",
  "deal.lost": "A deal was lost.",
  "deal.deleted": "A deal went to the bin.",
  "task.created": "A task was added.",
  "task.due": "A task's time has come and it is open.",
  "task.completed": "A task was done.",
  "import.completed": "An import has read its last row.",
  "order.created": "An order was placed.",
  "order.paid": "An order was paid in full.",
  "order.cancelled": "An order was cancelled.",
  "order.fulfilled": "All of an order was shipped.",
  "payment.succeeded": "A payment arrived.",
  "payment.failed": "A payment was refused.",
  "payment.refunded": "A payment was given back, in part or whole.",
  "invoice.finalized": "An invoice got its number and can no longer change.",
  "invoice.sent": "An invoice was sent to its customer.",
  "invoice.paid": "An invoice was paid in full.",
  "invoice.overdue": "An invoice was not paid in its time.",
  "invoice.voided": "An invoice was declared void.",
  "subscription.created": "A subscription began.",
  "subscription.renewed": "A subscription entered its next period.",
  "subscription.changed": "A subscription changed its plan or quantity.",
  "subscription.past_due": "A subscription's payment is late.",
  "subscription.paused": "A subscription was paused.",
  "subscription.resumed": "A paused subscription goes on.",
  "subscription.canceled": "A subscription ended or was told to end.",
  "appointment.booked": "An appointment was booked.",
  "appointment.rescheduled": "An appointment was moved.",
  "appointment.canceled": "An appointment was called off.",
  "appointment.completed": "An appointment took place.",
  "appointment.reminder": "A reminder of an appointment was due.",
  "message.received": "A message came in.",
  "message.sent": "A message went out.",
  "message.delivered": "A message arrived.",
  "message.failed": "A message could not be delivered.",
  "call.received": "A call came in.",
  "call.completed": "A call ended.",
  "page.published": "A page went public.",
  "page.unpublished": "A page was taken off.",
  "post.published": "A post went public.",
  "product.created": "A product was added.",
  "product.updated": "A product was changed.",
  "product.archived": "A product was taken out of sale.",
  "inventory.low": "Stock fell below its mark.",
  "fulfillment.created": "A shipment was prepared.",
  "fulfillment.shipped": "A shipment left.",
  "fulfillment.delivered": "A shipment arrived.",
  "kb.entry_updated": "An entry of the knowledge base was changed.",
  "consent.requested": "A call waits for a person to agree.",
  "consent.approved": "A person agreed to a call.",
  "consent.rejected": "A person did not agree to a call.",
  "consent.executed": "A call that a person agreed to was made.",
  "consent.expired": "Nobody agreed to a call in time.",
  "api_key.created": "An API key was made.",
  "api_key.rotated": "An API key was replaced.",
  "api_key.revoked": "An API key was revoked.",
  "integration.connected": "Another system was connected.",
  "integration.failed": "Another system no longer answers.",
  "webhook.disabled": "An endpoint was switched off because it failed for five days or said that it is gone.",
  "test.ping": "Somebody asked to test an endpoint; only that endpoint is told."
}

const { actor, expires_at, id, key_id, livemode, reason, session, state, summary, verb } = Consent.fields

/** The records that events are about, by kind or else by group. */
const objects: Readonly<Record<string, Schema.Top>> = {
  "contact.merged": Schema.Struct({
    ...Contact.fields,
    merged_ids: Schema.Array(ContactId).annotate({ description: "Those that it has taken in." })
  }),
  api_key: ApiKey,
  contact: Contact,
  import: Import,
  consent: Schema.Struct({ id, verb, state, summary, livemode, key_id, actor, session, reason, expires_at }),
  deal: Deal,
  task: Task,
  webhook: Webhook,
  test: Schema.Struct({ id: WebhookId, url: Webhook.fields.url })
}

const objectOf = (kind: EventKind): Schema.Top | undefined => objects[kind] ?? objects[kind.slice(0, kind.indexOf("."))]

const schemaOf = (kind: EventKind, object: Schema.Top) =>
  decodedSchema(Schema.Struct({
    ...Event.fields,
    kind: Schema.Literal(kind),
    data: Schema.Struct({
      object,
      previous: Schema.optionalKey(Schema.JsonObject.annotate({
        description: "Of a change, the fields that changed, as they were.",
        examples: [{ version: 1 }]
      }))
    })
  }))

const isChange = (kind: EventKind) => /\.(?:updated|changed|stage_changed|disabled|rescheduled)$/u.test(kind)

/** A body as it is sent. */
const exampleOf = (kind: EventKind, schema: ReturnType<typeof schemaOf>) => {
  const { data, ...event } = exampleMaker({ [kind]: schema }).answer(schema) as {
    readonly [field: string]: Schema.Json
    readonly data: { readonly object: Schema.Json; readonly previous: Schema.Json }
  }
  return {
    ...event,
    created_at: "2026-11-21T09:30:00.000Z",
    request_id: "order-4711-attempt-1",
    data: isChange(kind) ? data : { object: data.object }
  }
}

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

let made: ReadonlyArray<WebhookEventKind> | undefined

/**
 * Every kind that the service sends today, with its schema and an example, in the order of the catalogue. Other kinds can be
 * subscribed to already, but nothing emits them yet, so they have no schema to promise. Made when first asked for.
 */
export const webhookEventKinds = (): ReadonlyArray<WebhookEventKind> =>
  made ??= eventKinds.flatMap((kind) => {
    const object = objectOf(kind)
    if (object === undefined) return []
    const schema = schemaOf(kind, object)
    return [{ kind, description: happens[kind], schema, example: exampleOf(kind, schema) as WebhookEventKind["example"] }]
  })
