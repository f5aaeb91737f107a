import { Effect, Option } from "effect"
import { type RunQuery, Runs } from "#layers/engine/runs"
import { Journal } from "#layers/journal"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import type { RunId } from "#schemas/workflows/run"

interface One {
  readonly id: RunId
}

const existing = Effect.fnUntraced(function*(id: RunId, how?: { readonly lock?: boolean }) {
  const runs = yield* Runs
  const found = yield* runs.find(id, how)
  return Option.isSome(found) ? found.value : yield* new NotFound({ message: "There is no such run." })
})

export const list_workflow_runs = (query: RunQuery) => Runs.use((runs) => runs.page(query))

export const get_workflow_run = Effect.fnUntraced(function*({ id }: One) {
  const run = yield* existing(id)
  const runs = yield* Runs
  return { ...run, steps: yield* runs.steps(id) }
})

export const cancel_workflow_run = Effect.fnUntraced(function*({ id }: One) {
  const { payload: _, result: __, ...before } = yield* existing(id, { lock: true })
  if (before.status === "canceled" || before.cancel_requested_at !== null && before.finished_at === null) return before
  if (before.finished_at !== null) return yield* new Conflict({ message: `The run is ${before.status}.` })
  const runs = yield* Runs
  yield* runs.cancel(id)
  const { payload: ___, result: ____, ...after } = yield* existing(id)
  yield* (yield* Journal).record({ object: "workflow_run", id, before, after })
  return after
})
