import { Effect, Option, Result } from "effect"
import { type Occupied, type PipelineQuery, Pipelines } from "#layers/crm/pipelines"
import { Journal } from "#layers/journal"
import type { NewPipeline, PipelineId, PipelineReplacement } from "#schemas/crm/pipeline"
import { Conflict, NotFound, ValidationError } from "#schemas/kernel/errors"
import { checkIfMatch } from "#layers/kernel/if-match"
import { rearrange, unsettled } from "./stages.ts"

interface One {
  readonly id: PipelineId
}

const existing = Effect.fnUntraced(function*(id: PipelineId) {
  const pipelines = yield* Pipelines
  const found = yield* pipelines.find(id)
  return Option.isSome(found) ? found.value : yield* new NotFound({ message: "There is no such pipeline." })
})

/** No other pipeline has the name. */
const free = Effect.fnUntraced(function*(name: string, except: number) {
  const pipelines = yield* Pipelines
  const by = yield* pipelines.holder(name, except)
  if (by === undefined) return
  return yield* new Conflict({
    message: `Pipeline ${by} has this name.`,
    details: [{ field: "name", error: `already taken by pipeline ${by}`, received: name }]
  })
})

/** The default pipeline stops being so, for another to take over. */
const makeWay = Effect.fnUntraced(function*() {
  const pipelines = yield* Pipelines
  const former = yield* pipelines.find("default")
  if (Option.isNone(former)) return
  const after = yield* pipelines.demote(former.value.id)
  yield* (yield* Journal).record({ object: "pipeline", id: after.id, before: former.value, after })
})

const listed = ({ count, deals }: Occupied) =>
  `${count === 1 ? "a deal" : `${count} deals`} (${deals.join(", ")}${count > deals.length ? ", ..." : ""})`

const stillHeld = (occupied: ReadonlyArray<Occupied>) =>
  new Conflict({
    message: `Deals stand in stages that would go or change their outcome: ${
      occupied.map((one) => `"${one.stage}" holds ${listed(one)}`).join("; ")
    }. Move them first, or say with \`was\` which stage gets a new name.`,
    details: occupied.map((one) => ({ field: "stages", error: `this stage holds ${listed(one)}`, received: one.stage }))
  })

export const list_pipelines = (query: PipelineQuery) => Pipelines.use((pipelines) => pipelines.page(query))

export const get_pipeline_summary = Effect.fnUntraced(function*({ id }: One) {
  const pipelines = yield* Pipelines
  return yield* pipelines.summary(yield* existing(id))
})

export const create_pipeline = Effect.fnUntraced(function*(input: NewPipeline) {
  const pipelines = yield* Pipelines
  yield* pipelines.arrange()
  yield* free(input.name, 0)
  if (input.is_default) yield* makeWay()
  const pipeline = yield* pipelines.add(input)
  yield* (yield* Journal).record({ object: "pipeline", id: pipeline.id, before: null, after: pipeline })
  return pipeline
})

export const update_pipeline = Effect.fnUntraced(function*({ id, is_default, name, stages }: One & PipelineReplacement) {
  const pipelines = yield* Pipelines
  yield* pipelines.arrange(id)
  const before = yield* existing(id)
  yield* checkIfMatch(before)
  yield* free(name, id)
  if (is_default === false && before.is_default) {
    return yield* new ValidationError({
      message: "A company has one default pipeline: make another one the default instead.",
      details: [{ field: "is_default", error: "the default stays so until another takes over", received: false }]
    })
  }
  const plan = rearrange(yield* pipelines.stages(id), stages)
  if (Result.isFailure(plan)) {
    return yield* new ValidationError({ message: "Some stages were not what `was` says.", details: plan.failure })
  }
  const occupied = yield* pipelines.occupied(id, unsettled(plan.success))
  if (occupied.length > 0) return yield* stillHeld(occupied)

  const takesOver = is_default === true && !before.is_default
  if (takesOver) yield* makeWay()
  const after = yield* pipelines.change(id, { name, is_default: before.is_default || takesOver }, plan.success)
  yield* (yield* Journal).record({ object: "pipeline", id, before, after })
  return after
})
