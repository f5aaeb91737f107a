export * from "./runs.ts"
export {
  create_schedule, delete_schedule, get_schedule, list_schedulable_workflows, list_schedules, pause_schedule, resume_schedule
} from "./schedules.ts"
export * from "./test-clock.ts"
