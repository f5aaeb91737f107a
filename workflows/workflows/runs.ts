import { Effect } from "effect"
import { Runs } from "#layers/workflows/runs"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { getOrFail } from "#layers/kernel/get-or-fail"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type * as api from "#schemas/workflows/api"

const getRun = getOrFail("run")

export const list_workflow_runs = (query: Input<typeof api.list_workflow_runs>) => Runs.use((runs) => runs.page(query))

export const get_workflow_run = Effect.fnUntraced(function*({ id }: Input<typeof api.get_workflow_run>) {
  const runs = yield* Runs
  return { ...yield* getRun(runs.find(id)), steps: yield* runs.steps(id) }
})

export const cancel_workflow_run = Effect.fnUntraced(function*({ id }: Input<typeof api.cancel_workflow_run>) {
  const runs = yield* Runs
  const { payload: _, result: __, ...before } = yield* getRun(runs.find(id, { lock: true }))
  if (before.status === "canceled" || before.cancel_requested_at !== null && before.finished_at === null) return before
  if (before.finished_at !== null) return yield* new Conflict({ message: `The run is ${before.status}.` })
  yield* runs.cancel(id)
  const { payload: ___, result: ____, ...after } = yield* getRun(runs.find(id))
  yield* recordChange({ object: "workflow_run", id, before, after })
  return after
})
