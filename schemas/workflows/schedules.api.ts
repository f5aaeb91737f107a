import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { Instant } from "#schemas/kernel/time"
import { MOST_BACKFILLED, SchedulableWorkflow, ScheduleDetail, ScheduledTime, ScheduleId, TIMES_KEPT, WorkflowSchedule, workflowSchedule } from "./schedule.ts"

const reading = { access: "workflows:read", tierFloor: "professional" } as const
const writing = { access: "workflows:write", tierFloor: "professional" } as const

export const list_schedulable_workflows = operation.list("list_schedulable_workflows", "/schedulable", SchedulableWorkflow, {
  ...reading,
  summary: "List workflows that can be scheduled",
  description: "The workflows of which a company may have schedules, each with what its runs are given."
})

export const list_schedules = operation.list("list_schedules", "/schedules", WorkflowSchedule, {
  ...reading,
  ...workflowSchedule.list,
  summary: "List schedules",
  description: "The company's schedules of workflows in the key's mode, each with its next time and its latest run. `sort` takes a `-` for descending."
})

export const get_schedule = operation.get("get_schedule", "/schedules/:id", ScheduleDetail, {
  ...reading,
  summary: "Get a schedule",
  description: "A schedule with its next five times, and with what its latest times came to.",
  noConditionalGet: true
})

export const create_schedule = operation.create("create_schedule", "/schedules", workflowSchedule.create, WorkflowSchedule, {
  ...writing,
  errors: [Conflict],
  summary: "Add a schedule",
  description: "Has a workflow run again and again: by a cron line in a time zone, or at an interval. Each time is kept once, however many processes there are and " +
    "whatever crashes; its run acts for whoever made the schedule. The times of test mode are those of the test clock. A company may have 200 in each mode."
})

export const update_schedule = operation.update("update_schedule", "/schedules/:id", workflowSchedule.change, WorkflowSchedule, {
  ...writing,
  summary: "Change a schedule",
  description: "Changes the fields that are sent and leaves the others; a cron line takes the place of an interval, and the other way round. Its next time is worked " +
    "out anew, after now. Runs that it has begun go on as they were begun."
})

export const delete_schedule = operation.remove("delete_schedule", "/schedules/:id", WorkflowSchedule, {
  ...writing,
  summary: "Delete a schedule",
  description: "Nothing is begun by it any more, and it does not come back; runs that it has begun go on. `pause_schedule` is a pause.",
  requiresConsent: true,
  undo: "nothing"
})

export const pause_schedule = operation.transition("pause_schedule", "/schedules/:id/pause", WorkflowSchedule, {
  ...writing,
  idempotent: true,
  summary: "Pause a schedule",
  description: "Begins nothing until it is resumed, also not what waits by `buffer_one`; runs that it has begun go on. Times that pass meanwhile are not made up for."
})

export const resume_schedule = operation.transition("resume_schedule", "/schedules/:id/resume", WorkflowSchedule, {
  ...writing,
  idempotent: true,
  summary: "Resume a schedule",
  description: "Goes on with the next time after now."
})

export const trigger_schedule = operation.act("trigger_schedule", "/schedules/:id/trigger", ScheduledTime, {
  ...writing,
  params: { id: ScheduleId },
  summary: "Run a schedule now",
  description: "Begins a run at once, whatever else of the schedule is unfinished and also while it is paused. Its times stay as they are."
})

export const backfill_schedule = operation.act("backfill_schedule", "/schedules/:id/backfill", Schema.Struct({
  started: Schema.Int.annotate({ description: "Runs that were begun.", examples: [5] }),
  already: Schema.Int.annotate({ description: "Times that have had their run, or wait for it.", examples: [0] })
}).annotate({ identifier: "ScheduleBackfill" }), {
  ...writing,
  params: { id: ScheduleId },
  payload: Schema.Struct({
    from: Instant.annotate({ description: `Not more than ${TIMES_KEPT} days ago.`, examples: ["2026-11-21T09:30:00Z"] }),
    until: Instant.annotate({ description: "Not after now.", examples: ["2026-11-21T10:30:00Z"] })
  }).annotate({ identifier: "NewScheduleBackfill" }),
  summary: "Make up for times of a schedule",
  description: `Begins a run for each time from \`from\` until \`until\` by the schedule as it is now, both included, that has not had one: what was missed or skipped, or came before ` +
    `the schedule was made. At most ${MOST_BACKFILLED} times; all runs are begun at once, within what the workflow lets a company have at work. Asked for again, it begins nothing twice.`,
  requiresConsent: true,
  undo: "nothing"
})
