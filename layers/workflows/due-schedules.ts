import { Context, Effect, Latch, Layer } from "effect"
import { JobsSql } from "../database/connections.ts"
import { one } from "../kernel/sql.ts"

/** Schedules that are looked at at a time. */
const MOST = 500

/** Opened when a schedule is due earlier than was known: one was made or changed, a run ended that another waits for, a test clock moved. */
export class ScheduleNews extends Context.Service<ScheduleNews>()("layers/workflows/ScheduleNews", {
  make: Effect.sync(() => Latch.makeUnsafe(true))
}) {
  static readonly layer = Layer.effect(ScheduleNews, ScheduleNews.make)
}

export interface DueCompany {
  readonly company_id: number
  readonly livemode: boolean
}

/** Finds, across companies, which schedules are due and when the next one is. */
export class DueSchedules extends Context.Service<DueSchedules>()("layers/workflows/DueSchedules", {
  make: Effect.gen(function*() {
    const sql = yield* JobsSql
    return {
      /**
       * The companies and modes that have something due, the longest due first. Clocks of test mode are never behind real time, but during
       * an advance: what is due by then is left by whoever looks at it.
       */
      companies: (workflows: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<DueCompany>> => Effect.orDie(sql<DueCompany>`
        select company_id, livemode from (
          (select company_id, livemode, wakes_at from workflow_schedules
            where livemode and wakes_at <= now() and workflow = any(${[...workflows]}::text[]) order by wakes_at limit ${MOST})
          union all
          (select company_id, livemode, wakes_at from workflow_schedules
            where not livemode and wakes_at <= now() and workflow = any(${[...workflows]}::text[]) order by wakes_at limit ${MOST})
          union all
          (select c.company_id, false, d.wakes_at from test_clocks c cross join lateral (
            select s.wakes_at from workflow_schedules s where s.company_id = c.company_id and not s.livemode
              and s.wakes_at <= test_time(c.company_id) and s.workflow = any(${[...workflows]}::text[]) order by s.wakes_at limit 1) d
            limit ${MOST})
        ) due group by company_id, livemode order by min(wakes_at)`),
      /** Milliseconds until something is due; nothing where there is nothing to wait for. */
      wait: (workflows: ReadonlyArray<string>) => Effect.map(
        one(sql<{ ms: number | null }>`
          select ceil(extract(epoch from least(
            (select wakes_at from workflow_schedules where livemode and wakes_at is not null and workflow = any(${[...workflows]}::text[])
              order by wakes_at limit 1),
            (select wakes_at from workflow_schedules where not livemode and wakes_at is not null and workflow = any(${[...workflows]}::text[])
              order by wakes_at limit 1),
            (select min(d.wakes_at - c.ahead_ms * interval '1 millisecond') from test_clocks c cross join lateral (
              select s.wakes_at from workflow_schedules s where s.company_id = c.company_id and not s.livemode and s.wakes_at is not null
                and s.workflow = any(${[...workflows]}::text[]) order by s.wakes_at limit 1) d
              where c.advancing_to is null)
          ) - clock_timestamp()) * 1000)::float8 as ms`), ({ ms }) => ms ?? undefined)
    }
  })
}) {
  static readonly layer = Layer.effect(DueSchedules, DueSchedules.make)
}
