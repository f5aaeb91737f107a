import { Effect, Option } from "effect"
import { Deals } from "#layers/crm/deals"
import { Pipelines } from "#layers/crm/pipelines"
import type * as api from "#schemas/crm/deals.api"
import type { Pipeline } from "#schemas/crm/pipeline"
import type { Input } from "#schemas/kernel/catalog"
import { BadRequest, ValidationError } from "#schemas/kernel/errors"
import { requireKnownName } from "../filters/known-names.ts"
import { mergeCustomFields, wantedValues } from "./custom-values.ts"
import { requireReferences } from "./references.ts"
import { namesOf, sameName, stageNamed } from "./stages.ts"

/** A pipeline that exists, whose stages stay as they are until the transaction ends. */
const held = Effect.fnUntraced(function*(id: Pipeline["id"] | "default") {
  const pipelines = yield* Pipelines
  return Option.getOrThrow(yield* pipelines.find(id, { hold: true }))
})

const noSuchStage = (wanted: string, names: string, said: string) =>
  new ValidationError({ message: said, details: [{ field: "stage", error: `there is no such stage; there are: ${names}`, received: wanted }] })

const stageOf = Effect.fnUntraced(function*({ name, stages }: Pipeline, wanted: string) {
  const stage = stageNamed(stages, wanted)
  if (stage !== undefined) return stage
  return yield* noSuchStage(wanted, namesOf(stages), `The pipeline ${name} has no such stage; it has: ${namesOf(stages)}.`)
})

const requireStage = Effect.fnUntraced(function*(wanted: string, pipeline_id: Pipeline["id"] | undefined) {
  const names = yield* Pipelines.use((pipelines) => pipelines.stageNames(pipeline_id))
  if (names.length > 0) yield* requireKnownName({ field: "stage", wanted, names, same: sameName })
})

/** Blank is no reason. */
const reasonOf = (text: string | null) => text === "" ? null : text

export const list_deals = Effect.fnUntraced(function*({ custom_field, ...query }: Input<typeof api.list_deals>) {
  const deals = yield* Deals
  const page = yield* deals.page({ ...query, custom: yield* wantedValues("deal", custom_field) })
  if (page.total === 0 && query.stage !== undefined) yield* requireStage(query.stage, query.pipeline_id)
  return page
})

export const get_deal = Effect.fnUntraced(function*({ id }: Input<typeof api.get_deal>) {
  const deals = yield* Deals
  return { ...yield* deals.get(id), history: yield* deals.history(id) }
})

export const create_deal = Effect.fnUntraced(function*({ pipeline_id, reason, stage, ...input }: Input<typeof api.create_deal>) {
  yield* requireReferences({ ...input, ...pipeline_id !== undefined && { pipeline_id } })
  const pipeline = yield* held(pipeline_id ?? "default")
  const { name, outcome } = stage === undefined ? pipeline.stages[0]! : yield* stageOf(pipeline, stage)
  const custom_fields = yield* mergeCustomFields("deal", {}, input.custom_fields)
  const deals = yield* Deals
  return yield* deals.create({ ...input, custom_fields }, { pipeline_id: pipeline.id, stage: name, outcome, reason: reasonOf(reason) })
})

export const update_deal = Effect.fnUntraced(function*({ id, stage, ...changes }: Input<typeof api.update_deal>) {
  const deals = yield* Deals
  const before = yield* deals.lockForUpdate(id)
  if (stage !== undefined && !sameName(stage, before.stage)) {
    return yield* new ValidationError({
      message: "A deal's stage is changed by move_deal_stage.",
      details: [{ field: "stage", error: `the deal is in ${before.stage}; move_deal_stage changes that`, received: stage }]
    })
  }
  yield* requireReferences(changes)
  const { custom_fields: sent, ...fields } = changes
  const values = sent && { custom_fields: yield* mergeCustomFields("deal", before.custom_fields, sent) }
  return yield* deals.update(before, { ...fields, ...values }, { events: ["deal.updated"] })
})

/** The pipeline is held before the deal is locked, as where stages get new names, so that the two never wait for each other. */
export const move_deal_stage = Effect.fnUntraced(function*({ id, ...move }: Input<typeof api.move_deal_stage>) {
  const deals = yield* Deals
  const pipeline = yield* held((yield* deals.get(id)).pipeline_id)
  const before = yield* deals.lockForUpdate(id)
  const { name, outcome } = yield* stageOf(pipeline, move.stage)
  if (name === before.stage) return before
  const reason = reasonOf(move.reason)
  if (outcome === "lost" && reason === null) {
    return yield* new BadRequest({
      message: "A lost deal needs a reason.",
      details: [{ field: "reason", error: "is required", received: move.reason }]
    })
  }
  return yield* deals.move(before, { pipeline_id: pipeline.id, stage: name, outcome, reason })
})

export const delete_deal = ({ id }: Input<typeof api.delete_deal>) => Deals.use((deals) => deals.remove(id, { events: ["deal.deleted"] }))

export const restore_deal = Effect.fnUntraced(function*({ id }: Input<typeof api.restore_deal>) {
  const deals = yield* Deals
  const before = yield* deals.get(id, { deleted: true, lock: true })
  return before.deleted_at === null ? before : yield* deals.restore(before, { events: ["deal.updated"] })
})
