import { Schema, Struct } from "effect"
import { Id } from "#schemas/kernel/ids"
import { Timestamp } from "#schemas/kernel/time"
import { RunDetail, RunId } from "./run.ts"

/** The format of histories: grows with any change that a reader of older ones would not understand. */
export const HISTORY_FORMAT = 1

export const historyKinds = [
  "start", "step", "write", "timer", "signal", "race", "child", "paused", "resumed", "retried", "cancel_requested", "end"
] as const

/** What stands for a value that the key may not read. */
export const MASKED = "[masked]"

export const HistoryEntry = Schema.Struct({
  kind: Schema.Literals(historyKinds).annotate({
    description: "`start`: from when the run was asked for until it began. `write`: a step that changed records. `timer`: a wait. `signal`: it was sent " +
      "something. `race`: which of several waits ended first. `child`: another run, until its end. `paused`, `resumed`, `retried`, `cancel_requested`: " +
      "what was done to it from outside. `end`: it ended."
  }),
  name: Schema.NullOr(Schema.String).annotate({ description: "Its name in the program of the workflow.", examples: ["remind"] }),
  attempt: Schema.Int.annotate({ examples: [1] }),
  status: Schema.Literals(["running", "completed", "failed", "canceled"]).annotate({
    description: "`canceled`: the run ended without it, like a timer that nothing waited for any longer."
  }),
  started_at: Timestamp,
  finished_at: Schema.NullOr(Timestamp),
  due_at: Schema.NullOr(Timestamp).annotate({ description: "Of a timer: when it fires; `null` where it was so short that it was waited for in memory." }),
  compensates: Schema.Boolean.annotate({ description: "It takes back what the run had done." }),
  result: Schema.Any.annotate({ description: "What it gave: the result of a step, the value of a signal; `null` where nothing." }),
  error: Schema.Any.annotate({ description: "Why it failed, as data; of `retried`, why the run had failed before; else `null`." }),
  child: Schema.NullOr(Schema.Struct({
    run_id: RunId, workflow: Schema.String, version: Schema.Int,
    payload: Schema.Any.annotate({ description: "What it was started with." })
  })).annotate({ description: "Of a child: its run." }),
  verb: Schema.NullOr(Schema.String).annotate({ description: "Of a write: what its receipt says was done.", examples: ["close_trial"] }),
  receipt_id: Schema.NullOr(Id).annotate({ description: "Of a write: its receipt, which `list_receipts` shows." }),
  events: Schema.Array(Schema.Struct({ id: Id, kind: Schema.String.annotate({ examples: ["contact.updated"] }) })).annotate({
    description: "Of a write: the events that it told subscribers of, while they are kept."
  })
}).annotate({ identifier: "WorkflowHistoryEntry" })
export type HistoryEntry = typeof HistoryEntry.Type

/** All that happened in a run, in order, with what a replay needs. */
export const RunHistory = Schema.Struct({
  format: Schema.Literal(HISTORY_FORMAT),
  masked: Schema.Boolean.annotate({
    description: "Results and payloads are left out, since the key may not read the area that the workflow belongs to. It cannot be replayed."
  }),
  restartable: Schema.Boolean.annotate({ description: "The definition says that it may be done again: `restart_workflow_run` takes it once it has ended." }),
  run: RunDetail.mapFields(Struct.omit(["steps", "search_attributes", "state", "state_set_at", "workflow_paused_at"])).annotate({ identifier: "WorkflowHistoryRun" }),
  entries: Schema.Array(HistoryEntry).annotate({ description: "In the order in which they began." })
}).annotate({ identifier: "WorkflowRunHistory" })
export type RunHistory = typeof RunHistory.Type
