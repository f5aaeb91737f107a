import { Effect, Schema } from "effect"
import { RunBatches, BATCH_WORKFLOW } from "#layers/workflows/batches"
import { CurrentChanges, recordChange } from "#layers/kernel/receipts/change-log"
import type { Change } from "#schemas/kernel/events"
import { type BatchAction, BatchId, type BatchRun } from "#schemas/workflows/batch"
import type { RunId } from "#schemas/workflows/run"
import { durable, write } from "../durable.ts"
import { cancel_workflow_run } from "./runs.ts"
import { pause_workflow_run, restart_workflow_run, resume_workflow_run, retry_workflow_run } from "./steering.ts"

/** Runs that one transaction changes: the engine waits for their rows. */
const PART = 25

/** Does with runs in bulk what a person asked for. */
export const BatchRunning = durable({
  name: BATCH_WORKFLOW, version: 1, background: true, realTime: true, concurrency: { perCompany: 2, total: 16 },
  payload: { batch_id: BatchId },
  searchAttributes: { batch_id: { type: "number", from: ({ batch_id }) => batch_id } },
  state: { left: Schema.Int }
})

const programs = {
  pause: pause_workflow_run, resume: resume_workflow_run, cancel: cancel_workflow_run, retry: retry_workflow_run, restart: restart_workflow_run
} satisfies Readonly<Record<BatchAction, unknown>>

/** What becomes of one: what a person would be refused is refused here with the same words. */
const treated = Effect.fnUntraced(function*(action: BatchAction, id: RunId) {
  const { apart } = yield* RunBatches
  const changes: Array<Change> = []
  const outcome = yield* apart(Effect.provideService(programs[action]({ id }), CurrentChanges, changes)).pipe(
    Effect.map((run): BatchRun => ({ id, outcome: "done", reason: null, new_run_id: action === "restart" ? run.id : null })),
    Effect.catch(({ message }) => Effect.succeed<BatchRun>({ id, outcome: "refused", reason: message, new_run_id: null }))
  )
  if (outcome.outcome === "done") yield* Effect.forEach(changes, recordChange, { discard: true })
  return outcome
})

const part = Effect.fnUntraced(function*(batch_id: BatchId) {
  const batches = yield* RunBatches
  const { action } = yield* Effect.orDie(Effect.fromOption(yield* batches.find(batch_id)))
  const runs = yield* batches.next(batch_id, PART)
  const left = yield* batches.settle(batch_id, yield* Effect.forEach(runs, (id) => treated(action, id)))
  yield* BatchRunning.setState({ left })
  return left
})

export const BatchRunningProgram = BatchRunning.program(Effect.fnUntraced(function*({ batch_id }) {
  let left = 1
  for (let number = 1; left > 0; number++) left = yield* write(`part ${number}`, { verb: "run_workflow_batch", success: Schema.Int }, part(batch_id))
}))
