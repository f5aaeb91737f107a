import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { NotFound, PreconditionFailed } from "#schemas/kernel/errors"
import { guarded, idempotent } from "#schemas/kernel/headers"
import { UserId } from "#schemas/kernel/ids"
import { MAX_CENTS } from "#schemas/kernel/money"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { Day } from "#schemas/kernel/time"
import { ContactId } from "./contact.ts"
import { CustomFilters } from "./custom-field.ts"
import { Deal, DealChanges, DealId, dealSorts, DealWithHistory, NewDeal, StageMove } from "./deal.ts"
import { OrganizationId } from "./organization.ts"
import { Outcome, PipelineId, StageName } from "./pipeline.ts"

const params = { id: DealId }

export const list_deals = HttpApiEndpoint.get("list_deals", "/deals", {
  query: {
    ...paging,
    stage: Schema.optionalKey(StageName),
    status: Schema.optionalKey(Outcome.annotate({ examples: ["open"] })),
    pipeline_id: Schema.optionalKey(PipelineId),
    owner_id: Schema.optionalKey(UserId),
    contact_id: Schema.optionalKey(ContactId),
    organization_id: Schema.optionalKey(OrganizationId),
    min_amount: Schema.optionalKey(
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS })).annotate({
        description: "At least this many cents, whatever the currency.",
        examples: [100_000]
      })
    ),
    expected_close_before: Schema.optionalKey(Day.annotate({ description: "Expected before this day.", examples: ["2027-01-01"] })),
    custom_field: CustomFilters,
    sort: defaulted(Schema.Literals(dealSorts), "id")
  },
  success: ListOf(Deal)
}).annotateMerge(operation({
  summary: "List deals",
  description: "The company's deals. Filters narrow together; `status` is open, won or lost, `stage` one stage by its name. `sort` " +
    "takes a `-` for descending; a deal without `expected_close` comes after all that have one.",
  access: "crm:read",
  curated: true
}))

export const get_deal = HttpApiEndpoint.get("get_deal", "/deals/:id", {
  params,
  success: DealWithHistory,
  error: NotFound
}).annotateMerge(operation({
  summary: "Get a deal",
  description: "One deal with its history: every move between stages, newest first.",
  access: "crm:read",
  curated: true
}))

export const create_deal = HttpApiEndpoint.post("create_deal", "/deals", {
  headers: idempotent,
  payload: NewDeal,
  success: Deal.pipe(HttpApiSchema.status(201))
}).annotateMerge(operation({
  summary: "Add a deal",
  description: "Adds a deal; `amount` is in cents. Without `pipeline_id` it goes into the default pipeline, without `stage` into the " +
    "first stage; a stage the pipeline does not have is refused with those it has.",
  access: "crm:write",
  curated: true
}))

export const update_deal = HttpApiEndpoint.patch("update_deal", "/deals/:id", {
  params,
  headers: guarded,
  payload: DealChanges,
  success: Deal,
  error: [NotFound, PreconditionFailed]
}).annotateMerge(operation({
  summary: "Change a deal",
  description: "Changes the fields that are sent and leaves the others; the stage is changed by `move_deal_stage`. With `If-Match`, " +
    "only if nobody changed it since.",
  access: "crm:write",
  idempotent: true,
  curated: true
}))

export const move_deal_stage = HttpApiEndpoint.post("move_deal_stage", "/deals/:id/stage", {
  params,
  headers: guarded,
  payload: StageMove,
  success: Deal,
  error: [NotFound, PreconditionFailed]
}).annotateMerge(operation({
  summary: "Move a deal to a stage",
  description: "Moves a deal within its pipeline and notes it in the history. The won and the lost stage close it, lost with a " +
    "`reason`; an open stage opens it again. Moving it to where it is changes nothing.",
  access: "crm:write",
  idempotent: true,
  curated: true
}))

export const delete_deal = HttpApiEndpoint.delete("delete_deal", "/deals/:id", {
  params,
  success: Deal,
  error: NotFound
}).annotateMerge(operation({
  summary: "Delete a deal",
  description: "Puts the deal into the bin, out of every list and sum; it can be restored for 30 days.",
  access: "crm:write",
  destructive: true,
  idempotent: true,
  requiresConsent: true
}))

export const restore_deal = HttpApiEndpoint.post("restore_deal", "/deals/:id/restore", {
  params,
  success: Deal,
  error: NotFound
}).annotateMerge(operation({
  summary: "Restore a deal",
  description: "Takes a deal out of the bin, into the stage it stood in. The bin keeps deals for 30 days.",
  access: "crm:write",
  idempotent: true
}))
