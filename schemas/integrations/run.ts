import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"
import { Timestamp } from "#schemas/kernel/time"
import { RunId } from "#schemas/workflows/run"
import { Key } from "./integration.ts"

const count = (description: string, example: number) => Schema.Int.annotate({ description, examples: [example] })

export const IntegrationRunId = Id.pipe(Schema.brand("IntegrationRunId"))
export type IntegrationRunId = typeof IntegrationRunId.Type

/** One time that records were brought over or told, or that this was taken back. */
export const IntegrationRun = Schema.Struct({
  id: IntegrationRunId,
  key: Key,
  kind: Schema.Literals(["sync", "undo"]).annotate({ examples: ["sync"] }),
  dry_run: Schema.Boolean.annotate({ description: "It told what it would do, and did nothing.", examples: [false] }),
  undoes: Schema.NullOr(IntegrationRunId).annotate({ description: "Of `undo`: whose changes it took back." }),
  undone: Schema.NullOr(IntegrationRunId).annotate({ description: "The run that took its changes back." }),
  run_id: Schema.NullOr(RunId).annotate({ description: "The durable run that does it." }),
  state: Schema.Literals(["waiting", "running", "completed", "failed", "canceled"]).annotate({ examples: ["completed"] }),
  created: count("Records that were made, on either side.", 12),
  updated: count("Records that were changed.", 3),
  unchanged: count("Records that had changed on the other side in nothing that counts.", 40),
  skipped: count("Records that were left as they are, each with its reason in `list_integration_objects`.", 1),
  failed: count("Records that could not be read or written, likewise.", 0),
  error: Schema.NullOr(Schema.String).annotate({ description: "Why it ended early, if it did. What was done stays, and the next run goes on from there.", examples: [null] }),
  remark: Schema.NullOr(Schema.String).annotate({ examples: [null] }),
  created_at: Timestamp,
  started_at: Schema.NullOr(Timestamp),
  finished_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "IntegrationRun", description: "One time that two systems were brought in step." })
export type IntegrationRun = typeof IntegrationRun.Type

export const ObjectAction = Schema.Literals(["created", "updated", "linked", "skipped", "failed"]).annotate({
  description: "`linked`: both sides had it already, alike enough. `skipped`, `failed`: `reason` says why.", examples: ["created"]
})

/** A record that a run touched, or had reason not to. */
export const IntegrationObject = Schema.Struct({
  id: Id,
  direction: Schema.Literals(["in", "out"]).annotate({ examples: ["in"] }),
  object: Schema.String.annotate({ description: "What kind of record it is here.", examples: ["contact"] }),
  remote_id: Schema.NullOr(Schema.String).annotate({ description: "What it is called there.", examples: ["people/c42"] }),
  record_id: Schema.NullOr(Id).annotate({ description: "Which record it is here." }),
  action: ObjectAction,
  reason: Schema.NullOr(Schema.String).annotate({ examples: [null] }),
  before: Schema.Any.annotate({ description: "What was changed, as it was; `null` where nothing was." }),
  after: Schema.Any.annotate({ description: "The same as it became." }),
  undone: Schema.NullOr(Schema.String).annotate({ description: "What became of it when the run was taken back.", examples: [null] }),
  created_at: Timestamp
}).annotate({ identifier: "IntegrationObject", description: "A record that a run touched, or had reason not to." })
export type IntegrationObject = typeof IntegrationObject.Type
