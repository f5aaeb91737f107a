import { Effect, Schema } from "effect"
import { Questions } from "#layers/analytics/questions"
import { Reports } from "#layers/analytics/reports"
import { ReportId } from "#schemas/analytics/ids"
import { nextTime } from "#schemas/analytics/next-time"
import type * as api from "#schemas/analytics/reports.api"
import type { Schedule } from "#schemas/analytics/schedule"
import type { Input } from "#schemas/kernel/catalog"
import { type Detail, ValidationError } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { Timestamp } from "#schemas/kernel/time"
import { cancelRun, durable } from "../durable.ts"

/** Mails a report at its time, and begins the run that does so the next time. */
export const ReportMailing = durable({
  name: "analytics.report_mailing",
  version: 1,
  payload: { report_id: ReportId, at: Timestamp },
  success: Schema.NullOr(Schema.String),
  background: true
})

/** Begins the run of the next time and gives it the turn; what another run has left to do of the report, it does no more. */
export const turn = Effect.fnUntraced(function*(report_id: ReportId, schedule: Schedule) {
  const reports = yield* Reports
  const caller = yield* Caller
  const { timer_live } = yield* reports.internal(report_id)
  const { as_of, zone } = yield* Questions.use((questions) => questions.now(timer_live === true))
  const at = nextTime(schedule, zone, as_of)
  /* Whoever changes something about it: its figures and its clock stay those of the mode that it was scheduled in. */
  const timer_run = yield* Effect.provideService(ReportMailing.start({ report_id, at }), Caller, { ...caller, mode: timer_live === true ? "live" : "test" })
  yield* reports.setInternal(report_id, { timer_run, timer_live })
  yield* reports.told(report_id, { next_at: at })
})

/** No run mails it any more. */
export const unscheduled = Effect.fnUntraced(function*(id: ReportId) {
  const reports = yield* Reports
  const { timer_live, timer_run } = yield* reports.internal(id)
  if (timer_run !== null) yield* cancelRun(timer_run)
  yield* reports.setInternal(id, { timer_run: null, timer_live })
  yield* reports.told(id, { next_at: null })
})

const requireMembers = Effect.fnUntraced(function*({ recipients }: Schedule) {
  const members = yield* Reports.use((reports) => reports.members(recipients))
  const details = recipients.flatMap((user, n): ReadonlyArray<Detail> => members.some(({ id }) => id === user) ? [] : [{
    field: `schedule.recipients[${n}]`, error: "no such member of the company", received: user
  }])
  if (details.length > 0) return yield* new ValidationError({ message: "A report is mailed to members of the company only.", details })
})

export const schedule_report = Effect.fnUntraced(function*({ id, schedule }: Input<typeof api.schedule_report>) {
  const reports = yield* Reports
  const before = yield* reports.lockForUpdate(id)
  if (schedule !== null) yield* requireMembers(schedule)
  const { mode } = yield* Caller
  yield* unscheduled(id)
  yield* reports.setInternal(id, { timer_run: null, timer_live: mode === "live" })
  yield* reports.update(before, { schedule })
  if (schedule !== null) yield* turn(id, schedule)
  return yield* reports.get(id)
})

/** Follows a change of the company's zone, by whose clock reports are mailed. */
export const followZone = Effect.fnUntraced(function*(before: { readonly time_zone: string }, after: { readonly time_zone: string }) {
  if (before.time_zone === after.time_zone) return
  const reports = yield* Reports
  for (const { id } of yield* reports.scheduled) {
    const { schedule } = yield* Effect.orDie(reports.get(id, { lock: true }))
    yield* unscheduled(id)
    if (schedule !== null) yield* turn(id, schedule)
  }
})
