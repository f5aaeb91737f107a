import { Schema, SchemaTransformation } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { below, entity, field, since, versioned } from "#schemas/kernel/entity"
import { Id, UserId } from "#schemas/kernel/ids"
import { Cents, Currency, MAX_CENTS, PositiveCents } from "#schemas/kernel/money"
import { line, prose } from "#schemas/kernel/text"
import { Day, Timestamp } from "#schemas/kernel/time"
import { ContactId } from "./contact.ts"
import { CustomChanges, CustomValues } from "./custom-field.ts"
import { OrganizationId } from "./organization.ts"
import { StageOutcome, PipelineId, StageName } from "./pipeline.ts"

export const DealId = Id.pipe(Schema.brand("DealId"))
export type DealId = typeof DealId.Type

/** Why a deal moves, trimmed; nothing but white space is no reason. */
const Reason = Schema.NullOr(
  prose(500).pipe(Schema.decode(SchemaTransformation.trim())).annotate({ examples: ["went with a cheaper offer"] })
)

/** A sale the company hopes for, has won or has lost. */
export const deal = entity("Deal", {
  id: field.readOnly(DealId),
  title: field.required(line(200).annotate({ examples: ["500 manuals"] })),
  pipeline_id: field.each({
    read: PipelineId,
    create: Schema.optionalKey(PipelineId.annotate({ description: "The company's default pipeline if left out." }))
  }),
  stage: field.each({
    read: Schema.String.annotate({ examples: ["qualified"] }),
    create: Schema.optionalKey(StageName.annotate({
      description: "A stage of the pipeline; its first if left out. In a won or lost stage the deal begins closed.",
      examples: ["qualified"]
    })),
    change: Schema.optionalKey(StageName.annotate({
      description: "May be sent along unchanged. `move_deal_stage` changes it.",
      examples: ["qualified"]
    }))
  }),
  status: field.readOnly(StageOutcome.annotate({ description: "As the stage's outcome." })),
  amount: field.required(PositiveCents, Cents),
  currency: field.each({
    read: Schema.String.annotate({ examples: ["USD"] }),
    create: Schema.optionalKey(Currency.annotate({ description: "The tenant's currency if left out.", examples: ["USD"] })),
    change: Schema.optionalKey(Currency)
  }),
  contact_id: field.nullable(ContactId, { description: "Who buys." }),
  organization_id: field.nullable(OrganizationId, { description: "A company of `/crm/companies`." }),
  owner_id: field.nullable(UserId, { description: "The member who sells." }),
  expected_close: field.nullable(Day, { description: "When it is expected to be won.", examples: ["2026-12-31"] },
    Schema.NullOr(Schema.String.annotate({ format: "date" })).annotate({ examples: ["2026-12-31"] })),
  lost_reason: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["went with a cheaper offer"] })),
  closed_at: field.readOnly(Schema.NullOr(Timestamp)),
  stage_since: field.readOnly(Timestamp),
  custom_fields: field.defaulted(CustomChanges, {}, CustomValues),
  reason: field.createOnly(defaulted(Reason.annotate({ description: "Why it begins where it does; for a lost stage, why it was lost." }), null)),
  ...versioned,
  deleted_at: field.readOnly(Schema.NullOr(Timestamp))
}, {
  filters: {
    stage: StageName,
    status: StageOutcome.annotate({ examples: ["open"] }),
    pipeline_id: PipelineId,
    owner_id: UserId,
    contact_id: ContactId,
    organization_id: OrganizationId,
    min_amount: since("amount", Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS })).annotate({
      description: "At least this many cents, whatever the currency.",
      examples: [100_000]
    })),
    expected_close_before: below("sort_close", Day.annotate({ description: "Expected before this day.", examples: ["2027-01-01"] }))
  },
  columns: ["stage", "amount", "contact_id", "owner_id", "expected_close", "updated_at"],
  groups: {
    Deal: ["title", "amount", "currency", "expected_close"],
    Progress: ["pipeline_id", "stage", "reason", "status", "stage_since", "closed_at", "lost_reason"],
    "Who takes part": ["contact_id", "organization_id", "owner_id"],
    "Own fields": ["custom_fields"]
  },
  sort: ["id", "created_at", "updated_at", "amount", "expected_close"]
})
export const Deal = deal.read
export type Deal = typeof Deal.Type

/** How a deal came into a stage. Names are those of the day; `from` is `null` where the deal began. */
export const DealMove = Schema.Struct({
  from: Schema.NullOr(Schema.String).annotate({ examples: ["qualified"] }),
  to: Schema.String.annotate({ examples: ["proposal"] }),
  status: StageOutcome,
  reason: Schema.NullOr(Schema.String).annotate({ examples: ["asked for an offer"] }),
  moved_at: Timestamp
}).annotate({ identifier: "DealMove" })
export type DealMove = typeof DealMove.Type

export const DealWithHistory = Schema.Struct({
  ...Deal.fields,
  history: Schema.Array(DealMove).annotate({ description: "Its moves between stages, newest first, at most the last 200." })
}).annotate({ identifier: "DealWithHistory", ...deal.about })

export const StageMove = Schema.Struct({
  stage: StageName.annotate({ description: "A stage of the deal's pipeline.", examples: ["proposal"] }),
  reason: defaulted(Reason.annotate({ description: "Kept in the history; required for the lost stage." }), null)
}).annotate({ identifier: "StageMove" })
