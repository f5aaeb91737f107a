import { Schema } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Id, UserId } from "#schemas/kernel/ids"
import { line, prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { ContactId } from "./contact.ts"
import { DealId } from "./deal.ts"

export const ActivityId = Id.pipe(Schema.brand("ActivityId"))
export type ActivityId = typeof ActivityId.Type

export const ActivityKind = Schema.Literals(["note", "call", "meeting", "email"])
const minutes = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_440 }))

/** Something that was done or said with a contact or about a deal. */
export const activity = entity("Activity", {
  id: field.readOnly(ActivityId),
  kind: field.required(ActivityKind.annotate({ examples: ["call"] }), ActivityKind),
  subject: field.required(line(200).annotate({ examples: ["Asked about delivery"] })),
  body: field.nullable(prose(20_000), { examples: ["Needs 500 manuals by December."] }),
  contact_id: field.nullable(ContactId, { description: "With whom; the deal's contact if left out." }),
  deal_id: field.nullable(DealId, { description: "What it was about." }),
  owner_id: field.nullable(UserId, { description: "The member who did it." }),
  duration_minutes: field.nullable(minutes, { description: "Up to a day.", examples: [15] },
    Schema.NullOr(Schema.Int).annotate({ examples: [15] })),
  occurred_at: field.each({
    read: Timestamp,
    create: Schema.optionalKey(Instant.annotate({ description: "Now if left out.", examples: ["2026-11-20T14:00:00Z"] })),
    change: Schema.optionalKey(Instant.annotate({ examples: ["2026-11-20T14:00:00Z"] }))
  }),
  ...versioned
}, {
  label: ({ subject }) => subject,
  filters: { contact_id: ContactId, deal_id: DealId, kind: ActivityKind.annotate({ examples: ["call"] }) },
  columns: ["kind", "contact_id", "deal_id", "owner_id", "occurred_at"],
  sort: ["occurred_at", "id"]
})
export const Activity = activity.read
export type Activity = typeof Activity.Type
