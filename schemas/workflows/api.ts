import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { Admitted } from "#schemas/kernel/gates"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { prose } from "#schemas/kernel/text"
import { Run, RunDetail, RunId, RunStatus } from "./run.ts"

const params = { id: RunId }

export const list_workflow_runs = HttpApiEndpoint.get("list_workflow_runs", "/runs", {
  query: {
    ...paging,
    workflow: Schema.optionalKey(prose(100).annotate({ examples: ["crm.task_due"] })),
    status: Schema.optionalKey(RunStatus)
  },
  success: ListOf(Run)
}).annotateMerge(operation({
  summary: "List workflow runs",
  description: "Runs of durable workflows, newest first: what is queued, at work, waiting, and how the finished ended. " +
    "Letters to people's accounts are not among them.",
  access: "workflows:read",
  tierFloor: "professional"
}))

export const get_workflow_run = HttpApiEndpoint.get("get_workflow_run", "/runs/:id", {
  params,
  success: RunDetail,
  error: NotFound
}).annotateMerge(operation({
  summary: "Get a workflow run",
  description: "A run with its payload, its steps, their attempts and errors, and when it wakes next.",
  access: "workflows:read",
  tierFloor: "professional"
}))

export const cancel_workflow_run = HttpApiEndpoint.post("cancel_workflow_run", "/runs/:id/cancel", {
  params,
  success: Run,
  error: [NotFound, Conflict]
}).annotateMerge(operation({
  summary: "Cancel a workflow run",
  description: "Stops a run and its children. One at work ends with the step it is in; the compensations of the steps it has done " +
    "run. A finished run is a conflict.",
  access: "workflows:write",
  idempotent: true,
  requiresConsent: true,
  tierFloor: "professional"
}))

export class Workflows extends HttpApiGroup.make("workflows")
  .add(list_workflow_runs, get_workflow_run, cancel_workflow_run)
  .prefix("/workflows")
  .middleware(Admitted)
  .annotateMerge(OpenApi.annotations({
    title: "Workflows",
    description: "Durable work that outlives a request: what runs, what waits, what failed and why."
  }))
{}
