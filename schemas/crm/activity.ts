import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Id, UserId } from "#schemas/kernel/ids"
import { line, prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { ContactId } from "./contact.ts"
import { DealId } from "./deal.ts"

export const ActivityId = Id.pipe(Schema.brand("ActivityId"))
export type ActivityId = typeof ActivityId.Type

export const ActivityKind = Schema.Literals(["note", "call", "meeting", "email"])
export type ActivityKind = typeof ActivityKind.Type

/** Something that was done or said with a contact or about a deal. It is never changed afterwards. */
export const Activity = Schema.Struct({
  id: ActivityId,
  kind: ActivityKind,
  subject: Schema.String.annotate({ examples: ["Asked about delivery"] }),
  body: Schema.NullOr(Schema.String).annotate({ examples: ["Needs 500 manuals by December."] }),
  contact_id: Schema.NullOr(ContactId),
  deal_id: Schema.NullOr(DealId),
  owner_id: Schema.NullOr(UserId),
  duration_minutes: Schema.NullOr(Schema.Int).annotate({ examples: [15] }),
  occurred_at: Timestamp,
  created_at: Timestamp
}).annotate({ identifier: "Activity" })
export type Activity = typeof Activity.Type

export const NewActivity = Schema.Struct({
  kind: ActivityKind.annotate({ examples: ["call"] }),
  subject: line(200).annotate({ examples: ["Asked about delivery"] }),
  body: defaulted(Schema.NullOr(prose(20_000)).annotate({ examples: ["Needs 500 manuals by December."] }), null),
  contact_id: defaulted(Schema.NullOr(ContactId).annotate({ description: "With whom; the deal's contact if left out." }), null),
  deal_id: defaulted(Schema.NullOr(DealId).annotate({ description: "What it was about." }), null),
  owner_id: defaulted(Schema.NullOr(UserId).annotate({ description: "The member who did it." }), null),
  duration_minutes: defaulted(
    Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_440 }))).annotate({
      description: "Up to a day.",
      examples: [15]
    }),
    null
  ),
  occurred_at: Schema.optionalKey(Instant.annotate({ description: "Now if left out.", examples: ["2026-11-20T14:00:00Z"] }))
}).annotate({ identifier: "NewActivity" })
export type NewActivity = typeof NewActivity.Type

export const activitySorts = ["-occurred_at", "occurred_at", "id", "-id"] as const
export type ActivitySort = typeof activitySorts[number]
