import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { BatchId, BatchOutcome, BatchRun, MOST_IN_BATCH, NewBatch, WorkflowBatch } from "./batch.ts"

const reading = { access: "workflows:read", tierFloor: "professional" } as const

export const create_workflow_batch = operation.create("create_workflow_batch", "/batches", NewBatch, WorkflowBatch, {
  errors: [Conflict],
  status: 202,
  summary: "Pause, resume, cancel, retry or restart runs in bulk",
  description: `Does the same with each run that a filter finds, ${MOST_IN_BATCH.toLocaleString("en")} at most, as durable work of its own: the answer comes at once, ` +
    "`get_workflow_batch` tells how far it is and `list_workflow_batch_runs` what became of each. Which runs are taken is settled now; the preview of its consent says how many and which. " +
    "Each is done with once, whatever crashes. A filter that finds nothing is a conflict.",
  access: "workflows:write",
  requiresConsent: true,
  undo: "nothing",
  tierFloor: "professional"
})

export const list_workflow_batches = operation.list("list_workflow_batches", "/batches", WorkflowBatch, {
  ...reading,
  summary: "List batches of workflow runs",
  description: "What was done with runs in bulk in the key's mode, newest first, with how far each is."
})

export const get_workflow_batch = operation.get("get_workflow_batch", "/batches/:id", WorkflowBatch, {
  ...reading,
  params: { id: BatchId },
  summary: "Get a batch of workflow runs",
  description: "What is done with runs in bulk, and how far it is."
})

export const list_workflow_batch_runs = operation.list("list_workflow_batch_runs", "/batches/:id/runs", BatchRun, {
  ...reading,
  params: { id: BatchId },
  filters: { outcome: BatchOutcome },
  summary: "List the runs of a batch",
  description: "What became of each run of a batch, newest first: done, refused and why, or still to come."
})
