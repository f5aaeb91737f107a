export { get_workflow_run_history } from "./history.ts"
export * from "./runs.ts"
export {
  backfill_schedule, create_schedule, delete_schedule, get_schedule, list_schedulable_workflows, list_schedules, pause_schedule, resume_schedule, trigger_schedule,
  update_schedule
} from "./schedules.ts"
export * from "./test-clock.ts"
export * from "./steering.ts"
export { list_workflows, pause_workflow, resume_workflow } from "./workflow-pauses.ts"
export { create_workflow_batch, get_workflow_batch, list_workflow_batch_runs, list_workflow_batches } from "./batches.ts"
