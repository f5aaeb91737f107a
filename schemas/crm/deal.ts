import { Schema, SchemaTransformation } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Id, UserId } from "#schemas/kernel/ids"
import { Cents, Currency, PositiveCents } from "#schemas/kernel/money"
import { line, prose } from "#schemas/kernel/text"
import { Day, Timestamp } from "#schemas/kernel/time"
import { ContactId } from "./contact.ts"
import { CustomChanges, CustomValues } from "./custom-field.ts"
import { OrganizationId } from "./organization.ts"
import { Outcome, PipelineId, StageName } from "./pipeline.ts"

export const DealId = Id.pipe(Schema.brand("DealId"))
export type DealId = typeof DealId.Type

/** A sale the company hopes for, has won or has lost. */
export const Deal = Schema.Struct({
  id: DealId,
  title: Schema.String.annotate({ examples: ["500 manuals"] }),
  pipeline_id: PipelineId,
  stage: Schema.String.annotate({ examples: ["qualified"] }),
  status: Outcome.annotate({ description: "As the stage's outcome." }),
  amount: Cents,
  currency: Schema.String.annotate({ examples: ["USD"] }),
  contact_id: Schema.NullOr(ContactId),
  organization_id: Schema.NullOr(OrganizationId),
  owner_id: Schema.NullOr(UserId),
  expected_close: Schema.NullOr(Schema.String.annotate({ format: "date" })).annotate({ examples: ["2026-12-31"] }),
  lost_reason: Schema.NullOr(Schema.String).annotate({ examples: ["went with a cheaper offer"] }),
  closed_at: Schema.NullOr(Timestamp),
  stage_since: Timestamp,
  custom_fields: CustomValues,
  version: Schema.Int.annotate({ description: "Grows by one with each change; the ETag.", examples: [1] }),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "Deal" })
export type Deal = typeof Deal.Type

/** How a deal came into a stage. Names are those of the day; `from` is `null` where the deal began. */
export const DealMove = Schema.Struct({
  from: Schema.NullOr(Schema.String).annotate({ examples: ["qualified"] }),
  to: Schema.String.annotate({ examples: ["proposal"] }),
  status: Outcome,
  reason: Schema.NullOr(Schema.String).annotate({ examples: ["asked for an offer"] }),
  moved_at: Timestamp
}).annotate({ identifier: "DealMove" })
export type DealMove = typeof DealMove.Type

export const DealWithHistory = Schema.Struct({
  ...Deal.fields,
  history: Schema.Array(DealMove).annotate({ description: "Its moves between stages, newest first, at most the last 200." })
}).annotate({ identifier: "DealWithHistory" })
export type DealWithHistory = typeof DealWithHistory.Type

/** Why a deal moves, trimmed; nothing but white space is no reason. */
const Reason = Schema.NullOr(
  prose(500).pipe(Schema.decode(SchemaTransformation.trim())).annotate({ examples: ["went with a cheaper offer"] })
)

const fields = {
  title: line(200).annotate({ examples: ["500 manuals"] }),
  amount: PositiveCents,
  currency: Currency,
  contact_id: Schema.NullOr(ContactId).annotate({ description: "Who buys." }),
  organization_id: Schema.NullOr(OrganizationId).annotate({ description: "A company of `/crm/companies`." }),
  owner_id: Schema.NullOr(UserId).annotate({ description: "The member who sells." }),
  expected_close: Schema.NullOr(Day).annotate({ description: "When it is expected to be won.", examples: ["2026-12-31"] })
}

export const NewDeal = Schema.Struct({
  title: fields.title,
  stage: Schema.optionalKey(StageName.annotate({
    description: "A stage of the pipeline; its first if left out. In a won or lost stage the deal begins closed.",
    examples: ["qualified"]
  })),
  amount: fields.amount,
  contact_id: defaulted(fields.contact_id, null),
  pipeline_id: Schema.optionalKey(PipelineId.annotate({ description: "The company's default pipeline if left out." })),
  organization_id: defaulted(fields.organization_id, null),
  owner_id: defaulted(fields.owner_id, null),
  currency: Schema.optionalKey(fields.currency.annotate({ description: "The tenant's currency if left out.", examples: ["USD"] })),
  expected_close: defaulted(fields.expected_close, null),
  custom_fields: defaulted(CustomChanges, {}),
  reason: defaulted(Reason.annotate({ description: "Why it begins where it does; for a lost stage, why it was lost." }), null)
}).annotate({ identifier: "NewDeal" })
export type NewDeal = typeof NewDeal.Type

export const DealChanges = Schema.Struct({
  title: Schema.optionalKey(fields.title),
  amount: Schema.optionalKey(fields.amount),
  currency: Schema.optionalKey(fields.currency),
  contact_id: Schema.optionalKey(fields.contact_id),
  organization_id: Schema.optionalKey(fields.organization_id),
  owner_id: Schema.optionalKey(fields.owner_id),
  expected_close: Schema.optionalKey(fields.expected_close),
  custom_fields: Schema.optionalKey(CustomChanges),
  stage: Schema.optionalKey(StageName.annotate({
    description: "May be sent along unchanged. `move_deal_stage` changes it.",
    examples: ["qualified"]
  }))
}).annotate({ identifier: "DealChanges", description: "Only the fields that change; `null` empties one." })
export type DealChanges = typeof DealChanges.Type

export const StageMove = Schema.Struct({
  stage: StageName.annotate({ description: "A stage of the deal's pipeline.", examples: ["proposal"] }),
  reason: defaulted(Reason.annotate({ description: "Kept in the history; required for the lost stage." }), null)
}).annotate({ identifier: "StageMove" })
export type StageMove = typeof StageMove.Type

export const dealSorts = [
  "id", "-id", "created_at", "-created_at", "updated_at", "-updated_at", "amount", "-amount", "expected_close", "-expected_close"
] as const
export type DealSort = typeof dealSorts[number]
