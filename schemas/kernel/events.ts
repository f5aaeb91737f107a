import { Context, Schema } from "effect"
import { events } from "../categories.ts"
import type { CompanyId } from "./ids.ts"
import type { Money } from "./money.ts"

type Events = typeof events

/** What can be subscribed to. */
export type EventKind = { [O in keyof Events]: `${O}.${keyof Events[O] & string}` }[keyof Events]

const described = Object.entries(events).flatMap(([object, kinds]) =>
  Object.entries<string>(kinds).map(([kind, description]) => [`${object}.${kind}` as EventKind, description] as const))

export const eventKinds = described.map(([kind]) => kind)

/** When each kind of event happens. */
export const eventDescriptions: ReadonlyMap<EventKind, string> = new Map(described)

/** What a receiver gets: the object after the change and, for a change, the fields as they were before it. */
export const Event = Schema.Struct({
  id: Schema.String.annotate({ description: "evt_ and a number; the same on every attempt.", examples: ["evt_1042"] }),
  kind: Schema.Literals(eventKinds),
  type: Schema.Literals(eventKinds).annotate({ description: "The same as `kind`, under the name that Standard Webhooks gives it (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md)." }),
  timestamp: Schema.String.annotate({ description: "The same as `created_at`, under the name that Standard Webhooks gives it." }),
  api_version: Schema.Literal("v1"),
  company_id: Schema.Int,
  livemode: Schema.Boolean,
  created_at: Schema.String,
  request_id: Schema.String,
  sequence: Schema.Int.annotate({ description: "Grows by one per company, so that a receiver can see a gap." }),
  data: Schema.Struct({ object: Schema.JsonObject, previous: Schema.optionalKey(Schema.JsonObject) })
}).annotate({ identifier: "Event" })
export type Event = typeof Event.Type & { readonly company_id: CompanyId }

/** On a group of operations: the records that its events are about, by kind or else by what comes before the dot. */
export class EventRecords extends Context.Service<EventRecords, { readonly [object: string]: Schema.Top }>()("kernel/EventRecords") {}

type Json = Schema.Json

/** A record as it goes into receipts and events. */
export type Facts = { readonly [key: string]: Json }

/** One record created, changed or removed. */
export interface Change {
  /** What it is, in the singular: `contact`. */
  readonly object: string
  readonly id: number
  readonly before: Facts | null
  readonly after: Facts | null
  /** What those outside are told of it: nothing, one event, or several. */
  readonly events?: ReadonlyArray<EventKind>
  /** Money that changes hands by it, whichever way: what a person is shown before agreeing, and what a cap counts. */
  readonly moves?: Money
}

const same = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b))

/** The fields of `facts` that differ in `other`. */
export const changedFields = (facts: Facts, other: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([key, value]) => !same(value, other[key])))
