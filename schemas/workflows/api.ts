import { HttpApiGroup, OpenApi } from "effect/http-api"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { Authenticated } from "#schemas/kernel/gates"
import { EventRecords } from "#schemas/kernel/events"
import { create_workflow_batch, get_workflow_batch, list_workflow_batch_runs, list_workflow_batches } from "./batches.api.ts"
import { Run, RunDetail, RunId } from "./run.ts"
import { runFilters } from "./run-filter.ts"
import { WorkflowSchedule } from "./schedule.ts"
import { get_workflow_run_history } from "./history.api.ts"
import {
  backfill_schedule, create_schedule, delete_schedule, get_schedule, list_schedulable_workflows, list_schedules, pause_schedule, resume_schedule, trigger_schedule,
  update_schedule
} from "./schedules.api.ts"
import { list_workflows, pause_workflow, pause_workflow_run, restart_workflow_run, resume_workflow, resume_workflow_run, retry_workflow_run } from "./steering.api.ts"
import { TestClock, TestClockAdvance } from "./test-clock.ts"

const params = { id: RunId }

export const list_workflow_runs = operation.list("list_workflow_runs", "/runs", Run, {
  filters: runFilters,
  summary: "List workflow runs",
  description: "Runs of durable workflows, newest first: what is queued, at work, waiting, and how the finished ended. " +
    "A test key sees those that were started in test mode, a live key the others. E-mails to people's accounts are not among them.",
  access: "workflows:read",
  tierFloor: "professional"
})

export const get_workflow_run = operation.get("get_workflow_run", "/runs/:id", RunDetail, {
  params,
  summary: "Get a workflow run",
  description: "A run with its payload, its steps, their attempts and errors, and when it wakes next.",
  access: "workflows:read",
  tierFloor: "professional"
})

export const cancel_workflow_run = operation.act("cancel_workflow_run", "/runs/:id/cancel", Run, {
  params,
  errors: [Conflict],
  summary: "Cancel a workflow run",
  description: "Stops a run and its children. One at work ends with the step it is in; the compensations of the steps it has done " +
    "run. A finished run is a conflict.",
  access: "workflows:write",
  idempotent: true,
  requiresConsent: true,
  undo: "nothing",
  tierFloor: "professional"
})

export const get_test_clock = operation.get("get_test_clock", "/test-clock", TestClock, {
  summary: "Get the test clock",
  description: "What time it is in the company's test mode, where an advance stands and what falls due next. With a test key only.",
  access: "workflows:read"
})

export const advance_test_clock = operation.act("advance_test_clock", "/test-clock", TestClock, {
  payload: TestClockAdvance,
  errors: [Conflict],
  summary: "Advance the test clock",
  description: "Moves the time of the company's test mode forward. Everything in test mode that falls due on the way happens, in the order of " +
    "its due times, also what is set on the way. The answer comes at once; the clock is there when its status is `ready`. It never goes " +
    "back, and a second advance during one is a conflict. With a test key only: live mode goes by real time. Keys, sessions, limits " +
    "and the retries of webhooks go by real time in test mode too.",
  access: "workflows:write"
})

export class Workflows extends HttpApiGroup.make("workflows")
  .add(list_workflow_runs, get_workflow_run, get_workflow_run_history, cancel_workflow_run, pause_workflow_run, resume_workflow_run, retry_workflow_run, restart_workflow_run)
  .add(list_workflows, pause_workflow, resume_workflow)
  .add(create_workflow_batch, list_workflow_batches, get_workflow_batch, list_workflow_batch_runs)
  .add(get_test_clock, advance_test_clock)
  .add(list_schedulable_workflows, list_schedules, get_schedule, create_schedule, update_schedule, delete_schedule)
  .add(pause_schedule, resume_schedule, trigger_schedule, backfill_schedule)
  .prefix("/workflows")
  .middleware(Authenticated)
  .annotate(EventRecords, { workflow_schedule: WorkflowSchedule })
  .annotateMerge(OpenApi.annotations({
    title: "Workflows",
    description: "Durable work that outlives a request: what runs, what waits, what failed and why. Also the time of test mode."
  }))
{}
