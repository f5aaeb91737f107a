import { Schema } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { line, prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { TimeZone } from "#schemas/kernel/time-zone"
import { RunId, RunStatus } from "./run.ts"
import { isCron } from "./schedule-times.ts"

export const ScheduleId = Id.pipe(Schema.brand("ScheduleId"))
export type ScheduleId = typeof ScheduleId.Type

/** Schedules that a company may have in each mode. */
export const MOST_SCHEDULES = 200

/** Days for which is kept what a time came to. */
export const TIMES_KEPT = 90

/** Times that are made up for at once. */
export const MOST_BACKFILLED = 100

const DAY = 86_400
const MOST_INPUT = 16_384

const CronLine = prose(200).check(
  Schema.makeFilter(isCron, { expected: "a cron line of five fields that comes round, like 30 7 * * 1-5", toJsonSchema: () => ({}) })
).annotate({
  description: "Minute, hour, day of the month, month and day of the week, by the clock of `time_zone`. A time that the clock skips comes round when it is put " +
    "forward, one that it shows twice the first time; a line for every hour goes on through both.",
  examples: ["30 7 * * 1-5"]
})

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

export const overlaps = ["skip", "buffer_one", "allow_all", "cancel_other"] as const
const Overlap = Schema.Literals(overlaps).annotate({
  description: "What happens at a time when a run of the schedule is unfinished. `skip`: nothing. `buffer_one`: one run is begun when that one has ended, however " +
    "many times pass. `allow_all`: a run beside it. `cancel_other`: it is canceled, and a run begun.",
  examples: ["skip"]
})
export type Overlap = typeof Overlap.Type

/* Not Schema.JsonObject, whose codec copies it: answers are printed as programs make them. */
const Facts = Schema.Record(Schema.String, Schema.Any)

const ScheduleInput = Facts.check(
  Schema.makeFilter((input: object) => JSON.stringify(input).length <= MOST_INPUT, { expected: `an object of at most ${MOST_INPUT} characters of JSON` })
).annotate({ description: "What each run is given, over what the workflow gives by itself: `list_schedulable_workflows` tells its schema.", examples: [{}] })

const workflow = prose(100).annotate({ description: "One that `list_schedulable_workflows` names.", examples: ["website.check_links"] })

const count = (description: string, example: number) => field.readOnly(Schema.Int.annotate({ description, examples: [example] }))

/** When runs of a workflow are begun, again and again. */
export const workflowSchedule = entity("WorkflowSchedule", {
  id: field.readOnly(ScheduleId),
  name: field.required(line(100).annotate({ examples: ["Links on Mondays"] })),
  workflow: field.each({ read: Schema.String.annotate({ examples: ["website.check_links"] }), create: workflow }),
  cron: field.nullable(CronLine),
  time_zone: field.each({
    read: Schema.String.annotate({ examples: ["Europe/Oslo"] }),
    create: Schema.optionalKey(TimeZone.annotate({ description: "Of `cron`; the company's of that moment if left out." })),
    change: Schema.optionalKey(TimeZone)
  }),
  interval_seconds: field.nullable(whole(60, 366 * DAY), { description: "Instead of `cron`: seconds from one time to the next.", examples: [null] }),
  paused: field.readOnly(Schema.Boolean.annotate({ description: "Nothing is begun, and no time counts as missed.", examples: [false] })),
  next_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "The next time, without its jitter; `null` while it is paused and after it has ended." })),
  last_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "The latest time at which a run was begun." })),
  last_run_id: field.readOnly(Schema.NullOr(RunId).annotate({ description: "That run." })),
  anchor_at: field.each({
    read: Timestamp,
    create: Schema.optionalKey(Instant.annotate({ description: "Of `interval_seconds`: one of its times, from which the others follow, and the first; now if left out." })),
    change: Schema.optionalKey(Instant)
  }),
  input: field.defaulted(ScheduleInput, {}, Facts.annotate({ examples: [{}] })),
  jitter_seconds: field.defaulted(whole(0, DAY).annotate({
    description: "Each run is begun up to so much later, so that not everything happens at once; how much is always the same for one time of one schedule.", examples: [0]
  }), 0),
  overlap: field.defaulted(Overlap, "skip"),
  catch_up_seconds: field.defaulted(whole(10, 30 * DAY).annotate({
    description: "A time that could not be kept is made up for up to so much later; beyond that it is missed.", examples: [60]
  }), 60),
  ends_at: field.nullable(Instant, { description: "No time comes after it.", examples: [null] }, Schema.NullOr(Timestamp)),
  note: field.nullable(prose(1_000), { examples: ["Before the meeting on Mondays."] }),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Made with a live key: its runs are of live mode, and it goes by real time. In test mode it goes by the test clock." })),
  buffered_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "With `buffer_one`: the time whose run waits for the one before it to end." })),
  started: count("Runs begun so far.", 12),
  skipped: count("Times at which nothing was begun, as a run was unfinished.", 1),
  missed: count("Times that passed while the service was away; of one absence up to 1,000.", 0),
  ...versioned
}, {
  description: "When runs of a workflow are begun, again and again.",
  filters: {
    workflow: prose(100).annotate({ examples: ["website.check_links"] }),
    paused: Schema.Literals(["true", "false"]).annotate({ examples: ["false"] })
  },
  groups: {
    Schedule: ["name", "workflow", "input", "note"],
    Times: ["cron", "time_zone", "interval_seconds", "anchor_at", "ends_at", "paused", "next_at", "next_times", "last_at", "last_run_id", "last_times"],
    Behaviour: ["overlap", "jitter_seconds", "catch_up_seconds", "buffered_at", "started", "skipped", "missed"]
  },
  sort: ["id", "name", "next_at", "created_at"]
})
export const WorkflowSchedule = workflowSchedule.read
export type WorkflowSchedule = typeof WorkflowSchedule.Type

/** What a time of a schedule came to. */
export const ScheduledTime = Schema.Struct({
  scheduled_at: Timestamp,
  cause: Schema.Literals(["schedule", "trigger", "backfill"]).annotate({ description: "`trigger`: somebody asked for it at that moment.", examples: ["schedule"] }),
  outcome: Schema.Literals(["started", "buffered", "skipped"]).annotate({ examples: ["started"] }),
  run_id: Schema.NullOr(RunId),
  run_status: Schema.NullOr(RunStatus).annotate({ description: "`null` where there is no run, or no longer." })
}).annotate({ identifier: "ScheduledTime" })
export type ScheduledTime = typeof ScheduledTime.Type

/** A schedule with what it did last and will do next. */
export const ScheduleDetail = Schema.Struct({
  ...WorkflowSchedule.fields,
  next_times: Schema.Array(Timestamp).annotate({ description: "The next five times, without their jitter." }),
  last_times: Schema.Array(ScheduledTime).annotate({ description: "The latest twenty times, newest first." })
}).annotate({ identifier: "WorkflowScheduleDetail", ...workflowSchedule.about })

/** A workflow of which companies may have schedules. */
export const SchedulableWorkflow = Schema.Struct({
  name: Schema.String.annotate({ examples: ["website.check_links"] }),
  version: Schema.Int.annotate({ description: "Of the definition that new runs begin with.", examples: [1] }),
  title: Schema.String.annotate({ examples: ["Check the links of the site"] }),
  description: Schema.String.annotate({ examples: ["Looks at everything that pages and posts lead to."] }),
  input_schema: Facts.annotate({ description: "JSON Schema of `input`, of which what `defaults` has may be left out.", examples: [{ type: "object" }] }),
  defaults: Facts.annotate({ description: "What runs are given where `input` says nothing else.", examples: [{}] })
}).annotate({ identifier: "SchedulableWorkflow" })
export type SchedulableWorkflow = typeof SchedulableWorkflow.Type
