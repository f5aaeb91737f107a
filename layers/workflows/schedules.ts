import { createHash } from "node:crypto"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { RequestId } from "#schemas/kernel/errors"
import type { RunId } from "#schemas/workflows/run"
import { type ScheduledTime, type ScheduleId, type WorkflowSchedule, workflowSchedule } from "#schemas/workflows/schedule"
import { nextTime, type Times } from "#schemas/workflows/schedule-times"
import { countForLimit } from "../kernel/company-lock.ts"
import { CurrentAttribution } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { execute, one } from "../kernel/sql.ts"
import type { Origin } from "./runs.ts"
import type { Schedulable } from "./schedulable.ts"

const LATEST = 20

const iso = (ms: number) => new Date(ms).toISOString()

/** How much later than a time its run is begun: the same whoever asks. */
const jitterOf = (id: ScheduleId, at: number, seconds: number) =>
  seconds === 0 ? 0 : createHash("sha256").update(`${id} ${at}`).digest().readUIntBE(0, 6) % (seconds * 1_000 + 1)

/** When the run of a time is to begin. */
export const dueAt = ({ id, jitter_seconds }: Pick<WorkflowSchedule, "id" | "jitter_seconds">, at: number) => at + jitterOf(id, at, jitter_seconds)

/** A row that is due, with what programs are not shown. */
export interface DueSchedule extends WorkflowSchedule {
  readonly origin: Origin
  readonly now_ms: number
}

/** What firing changes: that is no change of the schedule itself. */
type Progress = {
  readonly next_at?: string | null
  readonly wakes_at?: string | null
  readonly buffered_at?: string | null
  readonly last_at?: string
  readonly last_run_id?: RunId
  readonly started?: number
  readonly skipped?: number
  readonly missed?: number
}

/** The schedules of the caller's company and mode. */
export class Schedules extends Context.Service<Schedules>()("layers/workflows/Schedules", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const schedules = yield* repository(workflowSchedule, {
      softDelete: true,
      sort: { name: { column: "sort_name", type: "text" }, next_at: { column: "sort_next", type: "timestamptz" } },
      filter: { paused: (value: "true" | "false") => sql`paused = ${value === "true"}` },
      internal: { wakes_at: Schema.NullOr(Schema.String) }
    })
    const { columns, inTenant, notDeleted } = schedules.sql
    const tell = (id: ScheduleId, values: Progress) => execute(sql`update workflow_schedules set ${sql.update(values)} where ${inTenant} and id = ${id}`)

    return {
      ...schedules,
      /** The workflows that can be scheduled; those with an engine in this process say so when they begin. */
      workflows: new Map<string, Schedulable>(),
      /** The runs of it act for whoever makes it. */
      create: Effect.fnUntraced(function*(values: Omit<typeof workflowSchedule.create.Type, "time_zone" | "anchor_at"> & Pick<Times, "time_zone" | "anchor_at">, now: number) {
        const { key_id, tier } = yield* Caller
        const { agent, human, mode: agent_mode, session } = yield* CurrentAttribution
        const origin: Origin = { key_id, tier, request_id: yield* RequestId, agent, agent_mode, human, session }
        const next = nextTime(values, now)
        const made = yield* schedules.create(
          { ...values, next_at: next === undefined ? null : iso(next), origin: sql`${JSON.stringify(origin)}::jsonb` }, { events: ["workflow_schedule.created"] }
        )
        yield* tell(made.id, { wakes_at: next === undefined ? null : iso(dueAt(made, next)) })
        return made
      }),
      /** What firing did. */
      tell,
      /** How many there are in the mode; nobody else adds one until the transaction ends. */
      count: Effect.flatMap(Caller, ({ mode }) => Effect.orDie(countForLimit(sql, "workflow_schedules",
        sql`workflow_schedules where ${inTenant} and ${notDeleted} and livemode = ${mode === "live"}`))),
      /** Locks those that are due of the mode, but for what others have locked. */
      due: (workflows: ReadonlyArray<string>, livemode: boolean, most: number) =>
        Effect.orDie(sql<DueSchedule>`
          select ${columns}, origin, floor(extract(epoch from company_now(livemode)) * 1000)::float8 as now_ms from workflow_schedules
          where ${inTenant} and livemode = ${livemode} and wakes_at <= company_now(livemode) and workflow = any(${[...workflows]}::text[])
          order by wakes_at, id limit ${most}::int for update skip locked`),
      /** The runs of a schedule that have not ended. */
      unfinished: (id: ScheduleId) =>
        Effect.map(Effect.orDie(sql<{ run_id: RunId }>`
          select run_id from workflow_schedule_times where ${inTenant} and schedule_id = ${id} and run_id is not null and finished_at is null
          order by scheduled_at`), (rows) => rows.map(({ run_id }) => run_id)),
      /** Takes a time, once: answers with whether nobody had. One at which nothing was begun can be made up for. */
      take: (id: ScheduleId, at: string, cause: ScheduledTime["cause"], outcome: ScheduledTime["outcome"]) =>
        Effect.map(Effect.orDie(sql`
          insert into workflow_schedule_times (company_id, schedule_id, scheduled_at, cause, outcome)
          values (current_company(), ${id}, ${at}, ${cause}, ${outcome})
          on conflict (company_id, schedule_id, scheduled_at) do update set cause = excluded.cause, outcome = excluded.outcome
            where excluded.cause = 'backfill' and workflow_schedule_times.outcome = 'skipped'
          returning 1 as taken`), ({ length }) => length > 0),
      /** What a time that was taken came to after all. */
      settle: (id: ScheduleId, at: string, outcome: ScheduledTime["outcome"], run: RunId | null) =>
        execute(sql`update workflow_schedule_times set outcome = ${outcome}, run_id = ${run}
          where ${inTenant} and schedule_id = ${id} and scheduled_at = ${at}`),
      /** An instant, not before this one, that is no time of the schedule yet. */
      free: (id: ScheduleId, at: string) => Effect.map(
        one(sql<{ at: string }>`select greatest(${at}::timestamptz, (
          select max(scheduled_at) + interval '1 millisecond' from workflow_schedule_times
          where ${inTenant} and schedule_id = ${id} and scheduled_at >= ${at}::timestamptz)) as at`), ({ at }) => at),
      latest: (id: ScheduleId) =>
        Effect.orDie(sql<ScheduledTime>`
          select t.scheduled_at, t.cause, t.outcome, t.run_id, r.status as run_status
          from workflow_schedule_times t left join workflow_runs r on r.company_id = t.company_id and r.id = t.run_id
          where t.company_id = (select current_company()) and t.schedule_id = ${id} order by t.scheduled_at desc limit ${LATEST}`),
      now: Effect.flatMap(Caller, ({ mode }) => Effect.map(
        one(sql<{ ms: number }>`select floor(extract(epoch from company_now(${mode === "live"})) * 1000)::float8 as ms`), ({ ms }) => ms))
    }
  })
}) {
  static readonly layer = Layer.effect(Schedules, Schedules.make)
}
