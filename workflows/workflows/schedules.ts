import { Effect } from "effect"
import { requireRoom } from "#layers/kernel/company-lock"
import { Companies } from "#layers/kernel/companies"
import { dueAt, Schedules } from "#layers/workflows/schedules"
import type { Input } from "#schemas/kernel/catalog"
import { ValidationError } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"
import { MOST_SCHEDULES, type WorkflowSchedule } from "#schemas/workflows/schedule"
import { nextTime, nextTimes, type Times } from "#schemas/workflows/schedule-times"
import type * as api from "#schemas/workflows/schedules.api"
import { requireKnownName } from "../filters/known-names.ts"
import { pageOf } from "../page-of.ts"

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

/** The workflow of this name, and the input as its runs are given it. */
const requireFit = Effect.fnUntraced(function*({ input, workflow }: Pick<WorkflowSchedule, "input" | "workflow">) {
  const { workflows } = yield* Schedules
  yield* requireKnownName({ field: "workflow", wanted: workflow, names: [...workflows.keys()].toSorted() })
  yield* workflows.get(workflow)!.payload(input)
})

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

const asleep = { next_at: null, wakes_at: null, buffered_at: null }

/** What waits for its turn does not get it any more. */
const dropBuffered = Effect.fnUntraced(function*({ buffered_at, id }: WorkflowSchedule) {
  if (buffered_at !== null) yield* Schedules.use((schedules) => schedules.settle(id, buffered_at, "skipped", null))
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
  const next = nextTime(before, yield* schedules.now)
  if (next !== undefined) yield* schedules.tell(id, { next_at: iso(next), wakes_at: iso(dueAt(before, next)) })
  return yield* schedules.update(before, { paused: false }, { events: ["workflow_schedule.updated"] })
})
