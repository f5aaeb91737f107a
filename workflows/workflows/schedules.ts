import { Effect } from "effect"
import { requireRoom } from "#layers/kernel/company-lock"
import { Companies } from "#layers/kernel/companies"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { dueAt, Schedules } from "#layers/workflows/schedules"
import type { Input } from "#schemas/kernel/catalog"
import { ValidationError } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"
import { MOST_BACKFILLED, MOST_SCHEDULES, type ScheduledTime, TIMES_KEPT, type WorkflowSchedule } from "#schemas/workflows/schedule"
import { nextTime, nextTimes, type Times } from "#schemas/workflows/schedule-times"
import type * as api from "#schemas/workflows/schedules.api"
import { requireKnownName } from "../filters/known-names.ts"
import { pageOf } from "../page-of.ts"
import { startRun } from "./schedule-firing.ts"

/** Next times that are told. */
const TOLD = 5

const iso = (ms: number) => new Date(ms).toISOString()

export const list_schedulable_workflows = (paging: Input<typeof api.list_schedulable_workflows>) =>
  Schedules.use(({ workflows }) => pageOf([...workflows.values()].map(({ payload: _, ...told }) => told).toSorted((a, b) => a.name < b.name ? -1 : 1), paging))

export const list_schedules = Effect.fnUntraced(function*(query: Input<typeof api.list_schedules>) {
  const schedules = yield* Schedules
  const page = yield* schedules.page(query)
  const { workflow } = query
  if (page.total === 0 && workflow !== undefined && schedules.workflows.size > 0) {
    yield* requireKnownName({ field: "workflow", wanted: workflow, names: [...schedules.workflows.keys()].toSorted() })
  }
  return page
})

export const get_schedule = Effect.fnUntraced(function*({ id }: Input<typeof api.get_schedule>) {
  const schedules = yield* Schedules
  const schedule = yield* schedules.get(id)
  const [first] = schedule.next_at === null ? [] : [Date.parse(schedule.next_at)]
  return {
    ...schedule,
    next_times: first === undefined ? [] : [first, ...nextTimes(schedule, first, TOLD - 1)].map(iso),
    last_times: yield* schedules.latest(id)
  }
})

/** The workflow of a schedule, as new runs begin with it. */
const workflowOf = Effect.fnUntraced(function*({ workflow }: Pick<WorkflowSchedule, "workflow">) {
  const { workflows } = yield* Schedules
  yield* requireKnownName({ field: "workflow", wanted: workflow, names: [...workflows.keys()].toSorted() })
  return workflows.get(workflow)!
})

/** The workflow is one that can be scheduled, and the input is what it takes. */
const requireFit = (schedule: Pick<WorkflowSchedule, "input" | "workflow">) =>
  Effect.flatMap(workflowOf(schedule), ({ payload }) => payload(schedule.input))

/** It comes round by one of the two. */
const requireOneRule = ({ cron, interval_seconds }: Pick<Times, "cron" | "interval_seconds">) =>
  (cron === null) !== (interval_seconds === null) ? Effect.void : Effect.fail(new ValidationError({
    message: "A schedule has either a cron line or an interval.",
    details: [detail("cron", "Expected one of `cron` and `interval_seconds`", cron)]
  }))

const requireTime = Effect.fnUntraced(function*(times: Times, now: number) {
  if (nextTime(times, now) !== undefined) return
  return yield* new ValidationError({
    message: "The schedule never comes round.", details: [detail("ends_at", "Expected an instant after the next time", times.ends_at)]
  })
})

export const create_schedule = Effect.fnUntraced(function*({ anchor_at, time_zone, ...input }: Input<typeof api.create_schedule>) {
  const schedules = yield* Schedules
  yield* requireFit(input)
  yield* requireOneRule(input)
  const now = yield* schedules.now
  const zone = time_zone ?? (yield* Companies.use(({ own }) => own)).time_zone
  const values = { ...input, time_zone: zone, anchor_at: anchor_at ?? iso(now) }
  yield* requireTime(values, now)
  yield* requireRoom(schedules.count, MOST_SCHEDULES, "schedules")
  return yield* schedules.create(values, now)
})

/** Goes on with the first time after an instant. */
const awaitNext = Effect.fnUntraced(function*(schedule: WorkflowSchedule, now: number) {
  const next = nextTime(schedule, now)
  const times = next === undefined ? { next_at: null, wakes_at: null } : { next_at: iso(next), wakes_at: iso(dueAt(schedule, next)) }
  yield* Schedules.use((schedules) => schedules.tell(schedule.id, times))
})

const asleep = { next_at: null, wakes_at: null, buffered_at: null }

/** What waits for its turn does not get it any more. */
const dropBuffered = Effect.fnUntraced(function*({ buffered_at, id }: WorkflowSchedule) {
  if (buffered_at !== null) yield* Schedules.use((schedules) => schedules.settle(id, buffered_at, "skipped", null))
})

/** What decides when it comes round. */
const timing: ReadonlyArray<string> = ["cron", "time_zone", "interval_seconds", "anchor_at", "ends_at", "jitter_seconds"]

export const update_schedule = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_schedule>) {
  const schedules = yield* Schedules
  const before = yield* schedules.lockForUpdate(id)
  const values = {
    ...changes.cron !== undefined && changes.cron !== null && { interval_seconds: null },
    ...changes.interval_seconds !== undefined && changes.interval_seconds !== null && { cron: null },
    ...changes
  }
  const wanted = { ...before, ...values }
  if (changes.input !== undefined) yield* requireFit(wanted)
  yield* requireOneRule(wanted)
  if (Object.keys(values).some((name) => timing.includes(name))) {
    const now = yield* schedules.now
    yield* requireTime(wanted, now)
    if (!before.paused) yield* awaitNext(wanted, now)
  }
  if (before.buffered_at !== null && wanted.overlap !== "buffer_one") {
    yield* dropBuffered(before)
    yield* schedules.tell(id, { buffered_at: null })
  }
  return yield* schedules.update(before, values, { events: ["workflow_schedule.updated"] })
})

export const delete_schedule = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_schedule>) {
  const schedules = yield* Schedules
  const before = yield* schedules.get(id, { lock: true })
  yield* dropBuffered(before)
  yield* schedules.tell(id, asleep)
  return yield* schedules.softDelete(before, { events: ["workflow_schedule.deleted"] })
})

export const pause_schedule = Effect.fnUntraced(function*({ id }: Input<typeof api.pause_schedule>) {
  const schedules = yield* Schedules
  const before = yield* schedules.lockForUpdate(id)
  if (before.paused) return before
  yield* dropBuffered(before)
  yield* schedules.tell(id, asleep)
  return yield* schedules.update(before, { paused: true }, { events: ["workflow_schedule.updated"] })
})

export const resume_schedule = Effect.fnUntraced(function*({ id }: Input<typeof api.resume_schedule>) {
  const schedules = yield* Schedules
  const before = yield* schedules.lockForUpdate(id)
  if (!before.paused) return before
  yield* awaitNext(before, yield* schedules.now)
  return yield* schedules.update(before, { paused: false }, { events: ["workflow_schedule.updated"] })
})

export const trigger_schedule = Effect.fnUntraced(function*({ id }: Input<typeof api.trigger_schedule>) {
  const schedules = yield* Schedules
  const schedule = yield* schedules.get(id, { lock: true })
  const workflow = yield* workflowOf(schedule)
  const at = yield* schedules.free(id, iso(yield* schedules.now))
  yield* schedules.take(id, at, "trigger", "started")
  const run_id = yield* startRun(schedule, workflow, at)
  yield* schedules.tell(id, { last_at: at, last_run_id: run_id, started: schedule.started + 1 })
  yield* recordChange({ object: "workflow_schedule", id, before: { started: schedule.started }, after: { started: schedule.started + 1, last_run_id: run_id } })
  return { scheduled_at: at, cause: "trigger", outcome: "started", run_id, run_status: "queued" } satisfies ScheduledTime
})

const refused = (field: string, error: string, value: string) => new ValidationError({
  message: "These times cannot be made up for.", details: [detail(field, error, value)]
})

export const backfill_schedule = Effect.fnUntraced(function*({ from, id, until }: Input<typeof api.backfill_schedule>) {
  const schedules = yield* Schedules
  const schedule = yield* schedules.get(id, { lock: true })
  const workflow = yield* workflowOf(schedule)
  const now = yield* schedules.now
  const [first, last] = [Date.parse(from), Date.parse(until)]
  if (first < now - TIMES_KEPT * 86_400_000) return yield* refused("from", `Expected an instant at most ${TIMES_KEPT} days ago`, from)
  if (last > now || last < first) return yield* refused("until", "Expected an instant that is not before `from`, and not after now", until)
  const times = nextTimes(schedule, first - 1, MOST_BACKFILLED + 1).filter((at) => at <= last)
  if (times.length > MOST_BACKFILLED) return yield* refused("until", `Expected at most ${MOST_BACKFILLED} times; shorten the time between`, until)
  const runs = yield* Effect.forEach(times.map(iso), Effect.fnUntraced(function*(at) {
    return (yield* schedules.take(id, at, "backfill", "started")) ? [yield* startRun(schedule, workflow, at)] : []
  }))
  const started = runs.flat().length
  yield* schedules.tell(id, { started: schedule.started + started })
  yield* recordChange({ object: "workflow_schedule", id, before: { started: schedule.started }, after: { started: schedule.started + started } })
  return { started, already: times.length - started }
})
