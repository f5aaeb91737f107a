import { Cause, Clock, Effect, Schedule } from "effect"
import { EVENT_DAYS } from "#schemas/analytics/event"
import { JobsSql } from "../database/connections.ts"
import { countDay } from "./counting.ts"
import { VisitorSalts } from "./visitor-salts.ts"

const EVERY = "1 second"
const DAYS = 50

/** Of the time, a day takes at most the twentieth part for being counted again and again. */
const PAUSES = 20
const LEAST_PAUSE = 2_000

/** Counts the days of companies of which there are new events. Safe to run on several processes at once; a crash leaves it for the next round. */
export const visitsFollow = Effect.gen(function*() {
  const sql = yield* JobsSql
  const salts = yield* VisitorSalts
  const notBefore = new Map<string, number>()

  const keepDays = sql`select installation.keep_event_days(${EVENT_DAYS}::int)`
  yield* keepDays.pipe(
    Effect.tapCause((cause) => Effect.logWarning("make and drop the tables of days: will try again in 1 hour", cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.forkScoped
  )
  /* The salt ends with its day, also where nobody comes. */
  yield* salts.renew.pipe(
    Effect.tapCause((cause) => Effect.logWarning("end the salt of yesterday: will try again in 1 minute", cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced("1 minute")),
    Effect.forkScoped
  )

  const counted = Effect.fnUntraced(function*({ company_id, day }: { readonly company_id: number; readonly day: string }) {
    const began = yield* Clock.currentTimeMillis
    yield* countDay(company_id, day).pipe(
      /* A day that cannot be counted keeps no other from it. */
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.logWarning(`count visits of company ${company_id} on ${day}: will try again`, cause)),
      Effect.provideService(JobsSql, sql)
    )
    const ended = yield* Clock.currentTimeMillis
    notBefore.set(`${company_id} ${day}`, ended + Math.max(LEAST_PAUSE, (ended - began) * PAUSES))
  })

  const round = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    for (const [day, until] of notBefore) if (until <= now) notBefore.delete(day)
    const due = yield* sql<{ company_id: number; day: string }>`select company_id, day::text from event_day_queue where due_at <= now()
      group by 1, 2 order by min(id)`
    yield* Effect.forEach(due.filter(({ company_id, day }) => !notBefore.has(`${company_id} ${day}`)).slice(0, DAYS), counted, { discard: true })
  })

  yield* round.pipe(
    Effect.tapCause((cause) => Effect.logWarning(`count visits: will try again in ${EVERY}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY)),
    Effect.forkScoped
  )
})
