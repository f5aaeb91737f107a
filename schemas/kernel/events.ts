import { Schema } from "effect"
import type { CompanyId } from "./ids.ts"
import type { Money } from "./money.ts"

const grouped = {
  contact: ["created", "updated", "deleted", "restored", "merged"],
  deal: ["created", "updated", "stage_changed", "won", "lost", "deleted"],
  task: ["created", "due", "completed"],
  import: ["completed"],
  order: ["created", "paid", "cancelled", "fulfilled"],
  payment: ["succeeded", "failed", "refunded"],
  invoice: ["finalized", "sent", "paid", "overdue", "voided"],
  subscription: ["created", "renewed", "changed", "past_due", "paused", "resumed", "canceled"],
  appointment: ["booked", "rescheduled", "canceled", "completed", "reminder"],
  message: ["received", "sent", "delivered", "failed"],
  call: ["received", "completed"],
  page: ["published", "unpublished"],
  post: ["published"],
  product: ["created", "updated", "archived"],
  inventory: ["low"],
  fulfillment: ["created", "shipped", "delivered"],
  kb: ["entry_updated"],
  consent: ["requested", "approved", "rejected", "executed", "expired"],
  api_key: ["created", "rotated", "revoked"],
  integration: ["connected", "failed"],
  webhook: ["disabled"],
  test: ["ping"]
} as const

type Grouped = typeof grouped

/** What can be subscribed to. */
export type EventKind = { [G in keyof Grouped]: `${G}.${Grouped[G][number]}` }[keyof Grouped]

export const eventKinds = Object.entries(grouped).flatMap(([group, names]) =>
  names.map((name) => `${group}.${name}`)
) as ReadonlyArray<EventKind>

/** What a receiver gets: the object after the change and, for a change, the fields as they were before it. */
export const Event = Schema.Struct({
  id: Schema.String.annotate({ description: "evt_ and a number; the same on every attempt.", examples: ["evt_1042"] }),
  kind: Schema.Literals(eventKinds),
  api_version: Schema.Literal("v1"),
  company_id: Schema.Int,
  livemode: Schema.Boolean,
  created_at: Schema.String,
  request_id: Schema.String,
  sequence: Schema.Int.annotate({ description: "Grows by one per company, so that a receiver can see a gap." }),
  data: Schema.Struct({ object: Schema.JsonObject, previous: Schema.optionalKey(Schema.JsonObject) })
}).annotate({ identifier: "Event" })
export type Event = typeof Event.Type & { readonly company_id: CompanyId }

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
