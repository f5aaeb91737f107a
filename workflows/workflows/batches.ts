import { Effect } from "effect"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { RunBatches } from "#layers/workflows/batches"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, ValidationError } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"
import type * as api from "#schemas/workflows/batches.api"
import { BatchRunning } from "./batch-run.ts"
import { attributeConditions } from "./run-filters.ts"

const getBatch = getOrFail("batch")

export const create_workflow_batch = Effect.fnUntraced(function*({ action, before_run_id: before, filter }: Input<typeof api.create_workflow_batch>) {
  const batches = yield* RunBatches
  if (Object.keys(filter).length === 0) {
    return yield* new ValidationError({ message: "Without a condition these would be all runs.", details: [detail("filter", "Expected at least one condition", filter)] })
  }
  const id = yield* batches.create({ action, filter, found: yield* attributeConditions(filter, "filter."), before })
  if (id === undefined) return yield* new Conflict({ message: `The filter finds no run to ${action}.` })
  yield* batches.doneBy(id, yield* BatchRunning.start({ batch_id: id }, { key: `batch ${id}` }))
  const batch = yield* Effect.orDie(getBatch(batches.find(id)))
  yield* recordChange({ object: "workflow_batch", id, before: null, after: batch })
  return batch
})

export const list_workflow_batches = (query: Input<typeof api.list_workflow_batches>) => RunBatches.use((batches) => batches.page(query))

export const get_workflow_batch = ({ id }: Input<typeof api.get_workflow_batch>) => RunBatches.use((batches) => getBatch(batches.find(id)))

export const list_workflow_batch_runs = Effect.fnUntraced(function*(query: Input<typeof api.list_workflow_batch_runs>) {
  const batches = yield* RunBatches
  yield* getBatch(batches.find(query.id))
  return yield* batches.runs(query)
})
