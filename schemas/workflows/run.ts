import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"
import { prose } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { SearchAttributes } from "./search-attribute.ts"

export const RunId = Id.pipe(Schema.brand("RunId"))
export type RunId = typeof RunId.Type

export const runStatuses = ["queued", "running", "waiting", "paused", "completed", "failed", "canceled"] as const
export const RunStatus = Schema.Literals(runStatuses).annotate({
  description: "`queued`: for a place among those at work, to begin or to go on. `running`: at work. " +
    "`waiting`: for a timer, a signal or a child. `paused`: until it, or its workflow, is resumed. The others are final.",
  examples: ["waiting"]
})
export type RunStatus = typeof RunStatus.Type

const fields = {
  id: RunId,
  workflow: Schema.String.annotate({ description: "Name of the workflow.", examples: ["crm.task_due"] }),
  version: Schema.Int.annotate({ description: "Version of its definition; a run keeps the one it began with.", examples: [1] }),
  status: RunStatus,
  attempt: Schema.Int.annotate({
    description: "How often it was begun or resumed: after a wait it replays its steps' results, without doing them again.",
    examples: [2]
  }),
  wake_at: Schema.NullOr(Timestamp).annotate({ description: "When its next timer wakes it; `null` if no timer does." }),
  key: Schema.NullOr(Schema.String).annotate({ description: "What the run is for; a workflow runs once per key.", examples: ["task-7"] }),
  payload_hash: Schema.String.annotate({ description: "SHA-256 of the canonical payload, in hex." }),
  livemode: Schema.Boolean,
  parent_id: Schema.NullOr(RunId).annotate({ description: "The run that started it." }),
  schedule_id: Schema.NullOr(Id).annotate({ description: "The schedule that began it." }),
  scheduled_at: Schema.NullOr(Timestamp).annotate({ description: "For which time of the schedule." }),
  error: Schema.Any.annotate({ description: "Why it failed, as data: typed errors and defects; `null` if it did not." }),
  error_kind: Schema.NullOr(Schema.String).annotate({
    description: "The name of the error that it failed with; of an exception, that of its kind.", examples: ["StepTimedOut"]
  }),
  cancel_requested_at: Schema.NullOr(Timestamp),
  pause_requested_at: Schema.NullOr(Timestamp).annotate({
    description: "When somebody paused it; `null` if it is not to rest. One at work is paused when the step that it is in has ended."
  }),
  workflow_paused_at: Schema.NullOr(Timestamp).annotate({
    description: "When somebody paused its workflow, which holds it; `null` if nobody did, or if it has ended."
  }),
  undone_at: Schema.NullOr(Timestamp).annotate({
    description: "When it began to take back what it had done, since it failed or was canceled; `null` if it took back nothing."
  }),
  retries: Schema.Int.annotate({ description: "How often it went on after it had failed, by `retry_workflow_run`.", examples: [0] }),
  restarted_from_id: Schema.NullOr(RunId).annotate({ description: "The run that it does once more, from the beginning." }),
  search_attributes: SearchAttributes,
  continued_as_id: Schema.NullOr(RunId).annotate({ description: "The run that it went on as, so that it need not remember all that it has done." }),
  continued_from_id: Schema.NullOr(RunId).annotate({ description: "The run that went on as it." }),
  created_at: Timestamp,
  started_at: Schema.NullOr(Timestamp),
  finished_at: Schema.NullOr(Timestamp)
}

/** One run of a durable workflow. */
export const Run = Schema.Struct(fields).annotate({ identifier: "WorkflowRun" })
export type Run = typeof Run.Type

/** Something a run did or waits for. */
export const RunStep = Schema.Struct({
  name: Schema.String.annotate({ examples: ["mail"] }),
  kind: Schema.Literals(["step", "timer", "signal"]),
  attempt: Schema.Int.annotate({ examples: [1] }),
  status: Schema.Literals(["running", "completed", "failed", "canceled"]).annotate({
    description: "`canceled`: the run ended without it, like a timer that nothing waited for any longer."
  }),
  started_at: Timestamp,
  finished_at: Schema.NullOr(Timestamp),
  due_at: Schema.NullOr(Timestamp).annotate({ description: "Of a timer: when it fires." }),
  error: Schema.Any.annotate({ description: "Why it failed, as data; `null` if it did not." }),
  progress: Schema.Any.annotate({ description: "How far one that is at work is, as it says itself; `null` if it does not say." }),
  reported_at: Schema.NullOr(Timestamp).annotate({ description: "When it said so." })
}).annotate({ identifier: "WorkflowStep" })
export type RunStep = typeof RunStep.Type

/** A run with all that is known of it. */
export const RunDetail = Schema.Struct({
  ...fields,
  payload: Schema.Any.annotate({ description: "What it was started with; secrets redacted." }),
  result: Schema.Any.annotate({ description: "What it ended with; `null` until then." }),
  state: Schema.Any.annotate({ description: "How far it is, as its workflow last told; secrets redacted; `null` where it told nothing. It stays when the run has ended." }),
  state_set_at: Schema.NullOr(Timestamp).annotate({ description: "When it told so." }),
  steps: Schema.Array(RunStep).annotate({ description: "In the order in which they began." })
}).annotate({ identifier: "WorkflowRunDetail" })
export type RunDetail = typeof RunDetail.Type

/** Where a run that failed goes on. */
export const RunRetry = Schema.Struct({
  from_step: Schema.optionalKey(prose(200).annotate({
    description: "The step that is done again with all that came after it; if left out, the one that failed.", examples: ["remind"]
  }))
}).annotate({ identifier: "WorkflowRunRetry" })

/** A run that is done once more. */
export const RunRestart = Schema.Struct({
  key: Schema.optionalKey(prose(200).annotate({
    description: "What the new run is for; a workflow runs once per key. Without one, it runs whatever else does.", examples: ["task-7"]
  }))
}).annotate({ identifier: "WorkflowRunRestart" })

/** What an operation that starts a durable run answers. */
export const Started = Schema.Struct({
  run_id: RunId.annotate({ description: "Ask `get_workflow_run` for its progress." }),
  status: RunStatus
}).annotate({ identifier: "StartedRun" })
