import { Context, Effect } from "effect"
import { CurrentAttribution } from "#layers/kernel/receipts/change-log"
import { Runs } from "#layers/workflows/runs"
import type { Schedulable } from "#layers/workflows/schedulable"
import { type DueSchedule, dueAt, Schedules } from "#layers/workflows/schedules"
import { RequestId } from "#schemas/kernel/errors"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import type { ScheduledTime, WorkflowSchedule } from "#schemas/workflows/schedule"
import { nextTime } from "#schemas/workflows/schedule-times"
import { foundBy } from "./run-filters.ts"

/** Of times that nobody kept these are counted one by one; the rest of a long absence is passed over. */
const MOST_MISSED = 1_000
/** Times are worked out some at a time, so that a long count leaves requests their turn. */
const AT_A_TIME = 20
/** Times of one schedule that one transaction keeps. */
const MOST_KEPT = 10

const iso = (ms: number) => new Date(ms).toISOString()

/** For whom the runs of a schedule act: for whoever made it. */
export const onBehalfOf = ({ id, livemode, origin }: Pick<DueSchedule, "id" | "livemode" | "origin">, company_id: number) =>
  Context.make(Caller, {
    company_id: company_id as CompanyId, key_id: origin.key_id as KeyId, credential: "key", mode: livemode ? "live" : "test", tier: origin.tier,
    scopes: new Set<string>(), standing: new Map()
  }).pipe(
    Context.add(RequestId, `schedule_${id}`),
    Context.add(CurrentAttribution, { agent: origin.agent, human: origin.human, session: origin.session, mode: origin.agent_mode })
  )

/** Begins the run of a time that was taken. */
export const startRun = Effect.fnUntraced(function*(
  { id, input }: Pick<WorkflowSchedule, "id" | "input">, { name, payload, version }: Schedulable, at: string
) {
  const runs = yield* Runs
  const schedules = yield* Schedules
  /* What was checked when it was sent may not fit a later version: the run then says so. */
  const given = yield* Effect.catch(payload(input), () => Effect.succeed(input))
  const run = yield* runs.start({
    workflow: name, version, payload: given, searchAttributes: yield* foundBy(name, given), key: `schedule ${id} at ${at}`, schedule: { schedule_id: id, scheduled_at: at }
  })
  yield* schedules.settle(id, at, "started", run)
  return run
})

interface State {
  buffered: string | null
  unfinished: ReadonlyArray<RunId>
  started: number
  skipped: number
  last: { readonly at: string; readonly run: RunId } | undefined
}

const begin = Effect.fnUntraced(function*(schedule: DueSchedule, workflow: Schedulable, at: string, state: State) {
  const run = yield* startRun(schedule, workflow, at)
  state.unfinished = [...state.unfinished, run]
  state.started++
  state.last = { at, run }
})

/** Keeps one time by the schedule's rule for runs that overlap. */
const keep = Effect.fnUntraced(function*(schedule: DueSchedule, workflow: Schedulable, at: string, state: State) {
  const schedules = yield* Schedules
  const { id, overlap } = schedule
  const outcome: ScheduledTime["outcome"] = state.unfinished.length === 0 || overlap === "allow_all" || overlap === "cancel_other" ? "started"
    : overlap === "buffer_one" && state.buffered === null ? "buffered" : "skipped"
  if (!(yield* schedules.take(id, at, "schedule", outcome))) return
  if (outcome === "buffered") state.buffered = at
  if (outcome === "skipped") state.skipped++
  if (outcome !== "started") return
  if (overlap === "cancel_other") {
    const runs = yield* Runs
    yield* Effect.forEach(state.unfinished, (run) => runs.cancel(run), { discard: true })
    state.unfinished = []
  }
  yield* begin(schedule, workflow, at, state)
})

/** The first time that can still be made up for, and how many before it were missed. */
const passOver = Effect.fnUntraced(function*(schedule: DueSchedule, from: number | undefined) {
  const earliest = schedule.now_ms - schedule.catch_up_seconds * 1_000
  let next = from
  let missed = 0
  while (next !== undefined && dueAt(schedule, next) < earliest) {
    missed++
    next = nextTime(schedule, missed < MOST_MISSED ? next : Math.max(next, earliest - schedule.jitter_seconds * 1_000 - 1))
    if (missed % AT_A_TIME === 0) yield* Effect.yieldNow
  }
  return { missed, next }
})

/**
 * Keeps the times of a locked schedule that have come, in the transaction in progress: what it begins and that the time has passed
 * are written together.
 */
export const fire = Effect.fnUntraced(function*(schedule: DueSchedule, workflow: Schedulable) {
  const schedules = yield* Schedules
  const { id, now_ms } = schedule
  const state: State = { buffered: schedule.buffered_at, unfinished: yield* schedules.unfinished(id), started: 0, skipped: 0, last: undefined }
  if (state.buffered !== null && state.unfinished.length === 0) {
    yield* begin(schedule, workflow, state.buffered, state)
    state.buffered = null
  }
  let { missed, next } = yield* passOver(schedule, schedule.next_at === null ? undefined : Date.parse(schedule.next_at))
  for (let kept = 0; kept < MOST_KEPT && next !== undefined && dueAt(schedule, next) <= now_ms; kept++) {
    yield* keep(schedule, workflow, iso(next), state)
    next = nextTime(schedule, next)
  }
  yield* schedules.tell(id, {
    next_at: next === undefined ? null : iso(next),
    wakes_at: next === undefined ? null : iso(dueAt(schedule, next)),
    buffered_at: state.buffered,
    ...state.last !== undefined && { last_at: state.last.at, last_run_id: state.last.run },
    started: schedule.started + state.started,
    skipped: schedule.skipped + state.skipped,
    missed: schedule.missed + missed
  })
})
