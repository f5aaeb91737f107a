import { Effect, Option, Result } from "effect"
import { type Occupied, Pipelines } from "#layers/crm/pipelines"
import type * as api from "#schemas/crm/pipelines.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, ValidationError } from "#schemas/kernel/errors"
import { rearrange, unsettled } from "./stages.ts"

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
  if (Option.isSome(former)) yield* pipelines.update(former.value, { is_default: false })
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

export const list_pipelines = (query: Input<typeof api.list_pipelines>) => Pipelines.use((pipelines) => pipelines.page(query))

export const get_pipeline_summary = Effect.fnUntraced(function*({ id }: Input<typeof api.get_pipeline_summary>) {
  const pipelines = yield* Pipelines
  return yield* pipelines.summary(yield* pipelines.get(id))
})

export const create_pipeline = Effect.fnUntraced(function*(input: Input<typeof api.create_pipeline>) {
  const pipelines = yield* Pipelines
  yield* pipelines.lockAll
  yield* free(input.name, 0)
  if (input.is_default) yield* makeWay()
  return yield* pipelines.create(input)
})

export const update_pipeline = Effect.fnUntraced(function*({ id, is_default, name, stages }: Input<typeof api.update_pipeline>) {
  const pipelines = yield* Pipelines
  yield* pipelines.lockAll
  const before = yield* pipelines.lockForUpdate(id)
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
  return yield* pipelines.replace(before, { name, is_default: before.is_default || takesOver }, plan.success)
})
