import { operation } from "#schemas/kernel/endpoints"
import { RunHistory } from "./history.ts"
import { RunId } from "./run.ts"

export const get_workflow_run_history = operation.get("get_workflow_run_history", "/runs/:id/history", RunHistory, {
  params: { id: RunId },
  summary: "Get the history of a workflow run",
  description: "All that happened in a run, in order: when it began, steps with their attempts, results and errors, waits, signals, children, what was " +
    "done to it from outside, what it took back, and the receipts and events that each write left. It holds what a replay needs, which tells where " +
    "another version of the program would do otherwise. What a field's name says is secret is redacted. Without the scope that reads the " +
    "area of the workflow, `crm:read` for `crm.task_due` say, results and payloads of children are masked.",
  access: "workflows:read",
  tierFloor: "professional"
})
