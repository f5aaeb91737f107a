import { operation } from "#schemas/kernel/endpoints"
import { BIN_DAYS } from "./bin.ts"
import { customColumns, CustomFilters } from "./custom-field.ts"
import { deal, Deal, DealWithHistory, StageMove } from "./deal.ts"

export const list_deals = operation.list("list_deals", "/deals", Deal, {
  ...deal.list,
  query: { custom_field: CustomFilters },
  keyedColumns: customColumns("deal"),
  summary: "List deals",
  description: "The company's deals. Filters narrow together; `status` is open, won or lost, `stage` one stage by its name. `sort` " +
    "takes a `-` for descending; a deal without `expected_close` comes after all that have one.",
  curated: true
})

export const get_deal = operation.get("get_deal", "/deals/:id", DealWithHistory, {
  summary: "Get a deal",
  description: "One deal with its history: every move between stages, newest first.",
  curated: true
})

export const create_deal = operation.create("create_deal", "/deals", deal.create, Deal, {
  summary: "Add a deal",
  description: "Adds a deal; `amount` is in cents. Without `pipeline_id` it goes into the default pipeline, without `stage` into the " +
    "first stage; a stage the pipeline does not have is refused with those it has.",
  curated: true
})

export const update_deal = operation.update("update_deal", "/deals/:id", deal.change, Deal, {
  summary: "Change a deal",
  description: "Changes the fields that are sent and leaves the others; the stage is changed by `move_deal_stage`.",
  curated: true
})

export const move_deal_stage = operation.transition("move_deal_stage", "/deals/:id/stage", Deal, {
  payload: StageMove,
  summary: "Move a deal to a stage",
  description: "Moves a deal within its pipeline and notes it in the history. The won and the lost stage close it, lost with a " +
    "`reason`; an open stage opens it again. Moving it to where it is changes nothing.",
  idempotent: true,
  curated: true
})

export const delete_deal = operation.remove("delete_deal", "/deals/:id", Deal, {
  summary: "Delete a deal",
  description: `Puts the deal into the bin, out of every list and sum; it can be restored for ${BIN_DAYS} days.`,
  requiresConsent: true,
  undo: { by: "restore_deal", days: BIN_DAYS }
})

export const restore_deal = operation.restore("restore_deal", "/deals/:id/restore", Deal, {
  summary: "Restore a deal",
  description: `Takes a deal out of the bin, into the stage it stood in. The bin keeps deals for ${BIN_DAYS} days.`
})
