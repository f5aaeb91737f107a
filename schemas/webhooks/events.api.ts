import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { Event } from "#schemas/kernel/events"
import { MAX_SAFE } from "#schemas/kernel/ids"
import { Instant } from "#schemas/kernel/time"
import { EventPattern } from "./webhook.ts"

/* Not Schema.JsonObject, whose codec copies it: answers are printed as programs make them. */
const Plain = Schema.Record(Schema.String, Schema.Any)

/** An event as receivers are sent it. */
export const ListedEvent = Schema.Struct({
  ...Event.fields,
  data: Schema.Struct({
    object: Plain.annotate({ description: "The record after the change.", examples: [{ id: 42, first_name: "Ada" }] }),
    previous: Schema.optionalKey(Plain.annotate({ description: "Of a change, the fields that changed, as they were.", examples: [{ first_name: "Grace" }] }))
  })
}).annotate({ identifier: "Event" })
export type ListedEvent = typeof ListedEvent.Type

export const list_events = operation.list("list_events", "/events", ListedEvent, {
  filters: {
    kind: Schema.Array(EventPattern).check(Schema.isMinLength(1), Schema.isMaxLength(100)).annotate({
      description: "Kinds of events, exact (`order.paid`), by group (`order.*`) or all (`*`); as often as there are.", examples: [["order.*"]]
    }),
    after_sequence: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_SAFE })).annotate({
      description: "Only those whose `sequence` is greater: what came after the last that you have.", examples: [1042]
    }),
    created_since: Instant,
    created_until: Instant
  },
  sort: ["sequence"],
  by: "-sequence",
  summary: "List events",
  description: "What happened in the last 30 days, newest first, each exactly as a webhook is sent it. To follow them without a webhook, ask again and " +
    "again with `sort=sequence` and `after_sequence` of the last that you have: none is passed over, since numbers are given in the order in which " +
    "events become visible. As with webhooks, a live key sees no test payments, orders, appointments, messages and calls, and a test key no live " +
    "ones. Events of records that the key may not read are left out, and so is `test.ping`, which is for one webhook.",
  access: "webhooks:read"
})
