import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"
import { Timestamp } from "#schemas/kernel/time"
import { RunId, RunStatus } from "./run.ts"
import { RunFilter } from "./run-filter.ts"

export const BatchId = Id.pipe(Schema.brand("BatchId"))
export type BatchId = typeof BatchId.Type

/** Runs that one batch takes at most; the next one goes on with the others. */
export const MOST_IN_BATCH = 1_000

/** Days for which is kept what became of the runs of a batch. */
export const BATCHES_KEPT = 90

export const batchActions = ["pause", "resume", "cancel", "retry", "restart"] as const
const BatchAction = Schema.Literals(batchActions).annotate({
  description: "What is done with each run, as by the operation of that name for one: `pause_workflow_run` and so on.", examples: ["retry"]
})
export type BatchAction = typeof BatchAction.Type

const before = RunId.annotate({ description: "Only runs that are older than this one: `continue_before` of the batch before." })

export const NewBatch = Schema.Struct({
  action: BatchAction,
  filter: RunFilter.annotate({
    description: "Which runs, as `list_workflow_runs` finds them: at least one condition. Of those it finds, the ones that the action is for: `retry` takes those that failed.",
    examples: [{ status: "failed" }]
  }),
  before_run_id: Schema.optionalKey(before)
}).annotate({ identifier: "NewWorkflowBatch" })

export const WorkflowBatch = Schema.Struct({
  id: BatchId,
  action: BatchAction,
  filter: Schema.toType(RunFilter).annotate({ identifier: "WorkflowBatchFilter" }),
  livemode: Schema.Boolean,
  matched: Schema.Int.annotate({ description: "Runs that the filter found, those beyond this batch included.", examples: [3] }),
  total: Schema.Int.annotate({ description: `Runs that it takes, the newest first: at most ${MOST_IN_BATCH}.`, examples: [3] }),
  continue_before: Schema.NullOr(RunId).annotate({ description: "For `before_run_id` of the batch that takes the others; `null` if this one takes all." }),
  first_runs: Schema.Array(Schema.Struct({ id: RunId, workflow: Schema.String, status: RunStatus })).annotate({ description: "The newest 20 of them, as they were then." }),
  done: Schema.Int.annotate({ description: "Runs with which it was done.", examples: [2] }),
  refused: Schema.Int.annotate({ description: "Runs with which it could not be done; `list_workflow_batch_runs` says why.", examples: [1] }),
  run_id: RunId.annotate({ description: "The run that does it: canceled, it does not go on with those that are left." }),
  status: Schema.NullOr(RunStatus).annotate({ description: "Of that run; `null` when it is not kept any more." }),
  created_at: Timestamp,
  finished_at: Schema.NullOr(Timestamp).annotate({ description: "When it was done with all of them." })
}).annotate({ identifier: "WorkflowBatch" })
export type WorkflowBatch = typeof WorkflowBatch.Type

export const BatchOutcome = Schema.Literals(["pending", "done", "refused"]).annotate({ examples: ["done"] })

/** What became of a run in a batch. */
export const BatchRun = Schema.Struct({
  id: RunId.annotate({ description: "Of the run." }),
  outcome: BatchOutcome,
  reason: Schema.NullOr(Schema.String).annotate({ description: "Why it was refused." }),
  new_run_id: Schema.NullOr(RunId).annotate({ description: "The run that `restart` began." })
}).annotate({ identifier: "WorkflowBatchRun" })
export type BatchRun = typeof BatchRun.Type
