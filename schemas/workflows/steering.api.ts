import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { Run, RunId, RunRestart, RunRetry } from "./run.ts"
import { Workflow, WorkflowName } from "./workflow.ts"

const params = { id: RunId }

export const pause_workflow_run = operation.act("pause_workflow_run", "/runs/:id/pause", Run, {
  params,
  errors: [Conflict],
  summary: "Pause a workflow run",
  description: "Lets a run rest until it is resumed: it begins no further step, and no timer, signal or end of a child wakes it. One at work is paused when " +
    "the step that it is in has ended. What it is told meanwhile is kept. Its children go on. A run that has ended, or is being canceled, is a conflict.",
  access: "workflows:write",
  idempotent: true,
  tierFloor: "professional"
})

export const resume_workflow_run = operation.act("resume_workflow_run", "/runs/:id/resume", Run, {
  params,
  errors: [Conflict],
  summary: "Resume a workflow run",
  description: "Lets a paused run go on where it was, with what came due or was sent meanwhile. A run that has ended is a conflict.",
  access: "workflows:write",
  idempotent: true,
  tierFloor: "professional"
})

export const retry_workflow_run = operation.act("retry_workflow_run", "/runs/:id/retry", Run, {
  params,
  payload: RunRetry,
  errors: [Conflict],
  summary: "Retry a workflow run",
  description: "Lets a run that failed go on with the step that failed, or from an earlier step that `from_step` names. What came before keeps its results; " +
    "signals that it was sent stay. It calls others under the same keys as before, so that what they did already they do not do again, as long as they " +
    "remember keys. It is a conflict where it has taken back what it had done, where another run was told of its failure, which is to be retried instead, and, with `from_step`, " +
    "where it has written records or started children since, which cannot happen again.",
  access: "workflows:write",
  requiresConsent: true,
  undo: "nothing",
  tierFloor: "professional"
})

export const restart_workflow_run = operation.create("restart_workflow_run", "/runs/:id/restart", RunRestart, Run, {
  params,
  errors: [Conflict],
  summary: "Restart a workflow run",
  description: "Starts a new run with what the old one was started with, as the caller's own. The old one stays as it is. Only of a workflow whose definition says " +
    "that it may be done again, once the run has ended; others are a conflict: a second run would, say, charge a customer twice.",
  access: "workflows:write",
  requiresConsent: true,
  undo: { by: "cancel_workflow_run" },
  tierFloor: "professional"
})

const named = { workflow: WorkflowName }

export const list_workflows = operation.list("list_workflows", "/definitions", Workflow, {
  summary: "List workflows",
  description: "The kinds of durable work that this server does, by name: by what their runs are found, what may be done with them, and whether the company has paused them in " +
    "the key's mode.",
  access: "workflows:read",
  tierFloor: "professional"
})

export const pause_workflow = operation.act("pause_workflow", "/definitions/:workflow/pause", Workflow, {
  params: named,
  summary: "Pause a workflow",
  description: "Holds all of the company's runs of a workflow, in the key's mode, until it is resumed: new ones are accepted and wait, those at work rest before their next step, and " +
    "those that wait are not woken. A run that is being canceled is not held. Children go on, as they are runs of their own workflow.",
  access: "workflows:write",
  idempotent: true,
  tierFloor: "professional"
})

export const resume_workflow = operation.act("resume_workflow", "/definitions/:workflow/resume", Workflow, {
  params: named,
  summary: "Resume a workflow",
  description: "Lets the runs of a paused workflow go on where they were, within what it lets a company have at work. Those that were paused by themselves stay so.",
  access: "workflows:write",
  idempotent: true,
  tierFloor: "professional"
})
