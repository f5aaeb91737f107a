import { Cause, Effect, Layer, Schedule } from "effect"
import { InBackground } from "#layers/database/connections"
import { Tenancy } from "#layers/kernel/tenancy"
import { type DueCompany, DueSchedules, ScheduleNews } from "#layers/workflows/due-schedules"
import { Schedules } from "#layers/workflows/schedules"
import { fire, onBehalfOf } from "./schedule-firing.ts"

/** Schedules of a company that one transaction fires. */
const BATCH = 20
/** Companies at a time. */
const COMPANIES = 2
/** It is looked again at the latest after this long, for what no notification told of, and after what failed. */
const LONGEST_MS = 30_000
const AGAIN_MS = 1_000

/**
 * Begins the runs of schedules at their times. Any process may do it, and several at once: each takes the rows that no other holds, and
 * what it begins is committed with the row that says so. It sleeps until the earliest time of all.
 */
export const ScheduleDriver = Layer.effectDiscard(Effect.gen(function*() {
  const due = yield* DueSchedules
  const news = yield* ScheduleNews
  const schedules = yield* Schedules
  const tenancy = yield* Tenancy
  const names = [...schedules.workflows.keys()]
  if (names.length === 0) return

  const batch = ({ company_id, livemode }: DueCompany) =>
    tenancy.as(company_id)(tenancy.transaction(Effect.gen(function*() {
      const rows = yield* schedules.due(names, livemode, BATCH)
      yield* Effect.forEach(rows, (row) =>
        Effect.provide(fire(row, schedules.workflows.get(row.workflow)!), onBehalfOf(row, company_id)), { discard: true })
      return rows.length
    })))

  /* One company's schedules that cannot be fired keep nobody else's from it. */
  const ofCompany = (company: DueCompany) =>
    batch(company).pipe(
      Effect.repeat({ while: (fired) => fired === BATCH }),
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause)
          ? Effect.failCause(cause)
          : Effect.as(Effect.logWarning(`fire schedules of company ${company.company_id}: will try again`, cause), 0))
    )

  const round = Effect.gen(function*() {
    yield* news.close
    const fired = yield* Effect.forEach(yield* due.companies(names), ofCompany, { concurrency: COMPANIES })
    const wait = (yield* due.wait(names)) ?? LONGEST_MS
    /* What is due and was not fired is another process's, or failed. */
    const least = fired.some((n) => n > 0) ? 1 : wait <= 0 ? AGAIN_MS : 1
    yield* Effect.timeoutOption(news.await, Math.min(Math.max(wait, least), LONGEST_MS))
  }).pipe(
    Effect.provideService(InBackground, true),
    Effect.tapCause((cause) => Effect.logWarning("schedules were not fired: will try again", cause)),
    Effect.catchCause((cause) => Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.sleep(AGAIN_MS))
  )

  yield* Effect.forkScoped(Effect.repeat(round, Schedule.forever))
}))
