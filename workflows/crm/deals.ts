import { Effect, Option } from "effect"
import { type DealQuery, Deals } from "#layers/crm/deals"
import { Pipelines } from "#layers/crm/pipelines"
import { Journal } from "#layers/journal"
import type { Deal, DealChanges, DealId, NewDeal, StageMove } from "#schemas/crm/deal"
import type { Outcome, Pipeline } from "#schemas/crm/pipeline"
import { BadRequest, NotFound, ValidationError } from "#schemas/kernel/errors"
import type { EventKind } from "#schemas/kernel/events"
import { checkIfMatch } from "#layers/kernel/if-match"
import { customised, wantedValues } from "./custom-values.ts"
import { named } from "./references.ts"
import { namesOf, sameName, stageNamed } from "./stages.ts"

interface One {
  readonly id: DealId
}

const existing = Effect.fnUntraced(function*(id: DealId, how?: { readonly binned?: boolean; readonly lock?: boolean }) {
  const deals = yield* Deals
  const found = yield* deals.find(id, how)
  return Option.isSome(found) ? found.value : yield* new NotFound({ message: "There is no such deal." })
})

/** A pipeline that exists, whose stages stay as they are until the transaction ends. */
const held = Effect.fnUntraced(function*(id: Pipeline["id"] | "default") {
  const pipelines = yield* Pipelines
  return Option.getOrThrow(yield* pipelines.find(id, { hold: true }))
})

const stageOf = Effect.fnUntraced(function*({ name, stages }: Pipeline, wanted: string) {
  const stage = stageNamed(stages, wanted)
  if (stage !== undefined) return stage
  return yield* new ValidationError({
    message: `The pipeline ${name} has no such stage; it has: ${namesOf(stages)}.`,
    details: [{ field: "stage", error: `there is no such stage; there are: ${namesOf(stages)}`, received: wanted }]
  })
})

/** Blank is no reason. */
const reasonOf = (text: string | null) => text === "" ? null : text

const closing: Readonly<Record<Outcome, ReadonlyArray<EventKind>>> = { open: [], won: ["deal.won"], lost: ["deal.lost"] }

const tell = Effect.fnUntraced(function*(before: Deal | null, after: Deal, events: ReadonlyArray<EventKind>) {
  const journal = yield* Journal
  yield* journal.record({ object: "deal", id: after.id, before, after, events })
})

export const list_deals = Effect.fnUntraced(function*(
  { custom_field, ...query }: Omit<DealQuery, "custom"> & { readonly custom_field?: ReadonlyArray<string> }
) {
  const deals = yield* Deals
  return yield* deals.page({ ...query, custom: yield* wantedValues("deal", custom_field) })
})

export const get_deal = Effect.fnUntraced(function*({ id }: One) {
  const deals = yield* Deals
  return { ...yield* existing(id), history: yield* deals.history(id) }
})

export const create_deal = Effect.fnUntraced(function*({ pipeline_id, reason, stage, ...input }: NewDeal) {
  yield* named({ ...input, ...pipeline_id !== undefined && { pipeline_id } })
  const pipeline = yield* held(pipeline_id ?? "default")
  const { name, outcome } = stage === undefined ? pipeline.stages[0]! : yield* stageOf(pipeline, stage)
  const custom_fields = yield* customised("deal", {}, input.custom_fields)
  const deals = yield* Deals
  const deal = yield* deals.add({ ...input, custom_fields }, { pipeline_id: pipeline.id, stage: name, outcome, reason: reasonOf(reason) })
  yield* tell(null, deal, ["deal.created", ...closing[outcome]])
  return deal
})

export const update_deal = Effect.fnUntraced(function*({ id, stage, ...changes }: One & DealChanges) {
  const before = yield* existing(id, { lock: true })
  yield* checkIfMatch(before)
  if (stage !== undefined && !sameName(stage, before.stage)) {
    return yield* new ValidationError({
      message: "A deal's stage is changed by move_deal_stage.",
      details: [{ field: "stage", error: `the deal is in ${before.stage}; move_deal_stage changes that`, received: stage }]
    })
  }
  yield* named(changes)
  if (Object.keys(changes).length === 0) return before
  const { custom_fields: sent, ...fields } = changes
  const values = sent && { custom_fields: yield* customised("deal", before.custom_fields, sent) }
  const deals = yield* Deals
  const after = yield* deals.change(id, { ...fields, ...values })
  yield* tell(before, after, ["deal.updated"])
  return after
})

/** The pipeline is held before the deal is locked, as where stages get new names, so that the two never wait for each other. */
export const move_deal_stage = Effect.fnUntraced(function*({ id, ...move }: One & StageMove) {
  const pipeline = yield* held((yield* existing(id)).pipeline_id)
  const before = yield* existing(id, { lock: true })
  yield* checkIfMatch(before)
  const { name, outcome } = yield* stageOf(pipeline, move.stage)
  if (name === before.stage) return before
  const reason = reasonOf(move.reason)
  if (outcome === "lost" && reason === null) {
    return yield* new BadRequest({
      message: "A lost deal needs a reason.",
      details: [{ field: "reason", error: "is required", received: move.reason }]
    })
  }
  const deals = yield* Deals
  const after = yield* deals.move(before, { pipeline_id: pipeline.id, stage: name, outcome, reason })
  yield* tell(before, after, ["deal.stage_changed", ...closing[outcome]])
  return after
})

export const delete_deal = Effect.fnUntraced(function*({ id }: One) {
  const before = yield* existing(id, { lock: true })
  const deals = yield* Deals
  const after = yield* deals.bin(id)
  yield* (yield* Journal).record({ object: "deal", id, before, after: null, events: ["deal.deleted"] })
  return after
})

export const restore_deal = Effect.fnUntraced(function*({ id }: One) {
  const before = yield* existing(id, { binned: true, lock: true })
  if (before.deleted_at === null) return before
  const deals = yield* Deals
  const after = yield* deals.restore(id)
  yield* tell(before, after, ["deal.updated"])
  return after
})
