import { Context, Option, Schema } from "effect"
import { Api } from "#schemas/api"
import { joined } from "#schemas/kernel/category"
import { Event, eventDescriptions, type EventKind, eventKinds, EventRecords } from "#schemas/kernel/events"
import { exampleMaker } from "#schemas/kernel/json-example"
import { decodedSchema } from "#schemas/kernel/json-schema"
import type { WebhookEventKind } from "./event-kind.ts"

/** The records that events are about, by kind or else by what comes before the dot. */
const records = joined(Object.values(Api.groups).map(({ annotations }): EventRecords["Service"] =>
  Option.getOrElse(Context.getOption(annotations, EventRecords), () => ({}))))

/** What an event of a kind is about; nothing where nothing emits it yet. */
export const recordOf = (kind: EventKind): Schema.Top | undefined => records[kind] ?? records[kind.slice(0, kind.indexOf("."))]

const schemaOf = (kind: EventKind, object: Schema.Top) =>
  decodedSchema(Schema.Struct({
    ...Event.fields,
    kind: Schema.Literal(kind),
    type: Schema.Literal(kind),
    data: Schema.Struct({
      object,
      previous: Schema.optionalKey(Schema.JsonObject.annotate({
        description: "Of a change, the fields that changed, as they were.",
        examples: [{ version: 1 }]
      }))
    })
  }))

const isChange = (kind: EventKind) => /\.(?:updated|changed|stage_changed|disabled|rescheduled)$/u.test(kind)

const SENT_AT = "2026-11-21T09:30:00.000Z"

/** A body as it is sent. */
const exampleOf = (kind: EventKind, schema: ReturnType<typeof schemaOf>) => {
  const { data, ...event } = exampleMaker({ [kind]: schema }).answer(schema) as {
    readonly [field: string]: Schema.Json
    readonly data: { readonly object: Schema.Json; readonly previous: Schema.Json }
  }
  return {
    ...event,
    created_at: SENT_AT,
    timestamp: SENT_AT,
    request_id: "order-4711-attempt-1",
    data: isChange(kind) ? data : { object: data.object }
  }
}

let made: ReadonlyArray<WebhookEventKind> | undefined

/**
 * Every kind that the service sends today, with its schema and an example, in the order of the catalogue. Other kinds can be
 * subscribed to already, but nothing emits them yet, so they have no schema to promise. Made when first asked for.
 */
export const webhookEventKinds = (): ReadonlyArray<WebhookEventKind> =>
  made ??= eventKinds.flatMap((kind) => {
    const object = recordOf(kind)
    if (object === undefined) return []
    const schema = schemaOf(kind, object)
    return [{ kind, description: eventDescriptions.get(kind)!, schema, example: exampleOf(kind, schema) as WebhookEventKind["example"] }]
  })
