import { createHash } from "node:crypto"
import canonicalize from "canonicalize"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { Input } from "#schemas/kernel/catalog"
import { RequestId } from "#schemas/kernel/errors"
import { redactedValue } from "#schemas/kernel/redacted"
import { Caller, type Tier } from "#schemas/kernel/tenancy"
import type { list_workflow_runs } from "#schemas/workflows/api"
import type { Run, RunDetail, RunId, RunStep } from "#schemas/workflows/run"
import { type Attribution, CurrentAttribution } from "../kernel/receipts/change-log.ts"
import { first, inTenant } from "../kernel/sql.ts"
import { byId, page } from "../kernel/page.ts"
import { LONG, referenceTo } from "./contents.ts"
import { stateColumns } from "./run-states.ts"
import { workflowPausedAt } from "./workflow-pauses.ts"
import type { SearchAttributes } from "#schemas/workflows/search-attribute"
import { runConditions, shownRuns } from "./run-conditions.ts"
import { type AttributeCondition, attributeRecords, attributeRows, attributesColumn, type DeclaredAttributes } from "./search-attributes.ts"

/** On whose behalf a run works: the caller that started it. */
export interface Origin extends Pick<Attribution, "agent" | "human" | "session"> {
  readonly agent_mode: string | undefined
  readonly key_id: number
  readonly tier: Tier
  readonly request_id: string
  /** The schedule that began it, and which of its times. */
  readonly schedule_id?: number
  readonly scheduled_at?: string
}

/** Of runs that wait for a place, and of steps that wait for a turn, those with a higher one go first. */
export type Priority = "high" | "normal" | "low"

/** A level is worth an hour of waiting, as `claim_runs` counts too, so that none waits for ever while higher ones come. */
const hours: Readonly<Record<Priority, number>> = { high: -1, normal: 0, low: 1 }

export interface Start {
  readonly workflow: string
  readonly version: number
  /** As JSON. */
  readonly payload: unknown
  /** A workflow runs once per company and key. */
  readonly key?: string | undefined
  /** The run that waits for it, and the step by which it does. */
  readonly parent?: { readonly run_id: number; readonly step: string } | undefined
  readonly schedule?: { readonly schedule_id: number; readonly scheduled_at: string } | undefined
  /** The run that it does once more. */
  readonly restartedFrom?: RunId | undefined
  /** What it is found by. */
  readonly searchAttributes?: { readonly types: DeclaredAttributes["types"]; readonly values: SearchAttributes } | undefined
  /** The run that goes on as it. */
  readonly continuedFrom?: RunId | undefined
  /** Unless told that of the run which it goes on from, or which waits for it. */
  readonly priority?: Priority | undefined
}

/** Runs that the transaction in progress has started, for a dry run. */
export const CurrentStarts = Context.Reference<Array<Pick<Start, "workflow" | "payload">> | undefined>(
  "layers/workflows/CurrentStarts", { defaultValue: () => undefined }
)

export const payloadHash = (payload: unknown): Uint8Array => createHash("sha256").update(canonicalize(payload) ?? "null").digest()

interface StepRow extends Omit<RunStep, "status" | "error"> {
  readonly exit: { readonly _tag: string; readonly cause?: unknown } | null
}

/** Starts runs with the SQL client of the caller, in whose transaction they belong. */
export const starting = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function*({ continuedFrom, key, parent, payload, priority, restartedFrom, schedule, searchAttributes, version, workflow }: Start) {
    const { company_id, key_id, mode, tier } = yield* Caller
    const { agent, human, mode: agent_mode, session } = yield* CurrentAttribution
    const origin: Origin = { key_id, tier, request_id: yield* RequestId, agent, agent_mode, human, session, ...schedule }
    const hash = payloadHash(payload)
    ;(yield* CurrentStarts)?.push({ workflow, payload: redactedValue(payload) })
    const like = continuedFrom ?? (priority === undefined ? restartedFrom ?? parent?.run_id : undefined)
    const rankedAt = like !== undefined
      ? sql`(select now() - (r.created_at - r.ranked_at) from workflow_runs r where r.company_id = ${company_id} and r.id = ${like})`
      : priority === undefined || priority === "normal" ? sql.literal("null") : sql`now() + ${hours[priority]}::int * interval '1 hour'`
    const json = JSON.stringify(payload)
    const isLong = json.length > LONG
    const insert = sql<{ id: RunId }>`
      insert into workflow_runs (company_id, workflow, version, key, payload, payload_hash, origin, livemode, parent_id, parent_step, restarted_from, continued_from, ranked_at)
      values (${company_id}, ${workflow}, ${version}, ${key ?? null}, ${isLong ? JSON.stringify(referenceTo("payload")) : json}::jsonb, ${hash},
        ${JSON.stringify(origin)}::jsonb, ${mode === "live"}, ${parent?.run_id ?? null}, ${parent?.step ?? null}, ${restartedFrom ?? null}, ${continuedFrom ?? null}, ${rankedAt})
      on conflict (company_id, workflow, key) where key is not null do nothing
      returning id`
    const foundBy = searchAttributes === undefined || Object.keys(searchAttributes.values).length === 0 ? undefined : attributeRows(searchAttributes.types, searchAttributes.values)
    const parts = [
      ...isLong ? [sql`, kept as (
        insert into workflow_contents (company_id, run_id, place, body) select ${company_id}, made.id, 'payload', ${json}::jsonb from made)`] : [],
      ...foundBy !== undefined ? [sql`, found_by as (
        insert into workflow_run_attributes (company_id, run_id, name, text_value, number_value, boolean_value, time_value)
        select ${company_id}, made.id, a.* from made, ${attributeRecords(sql, foundBy)})`] : []
    ]
    const [made] = yield* parts.length === 0 ? insert : sql<{ id: RunId }>`
      with made as (${insert})${parts[0]!}${parts[1] ?? sql.literal("")} select id from made`
    if (made !== undefined) return made.id
    const [known] = yield* sql<{ id: RunId; payload_hash: Uint8Array }>`
      select id, payload_hash from workflow_runs where company_id = ${company_id} and workflow = ${workflow} and key = ${key ?? null}`
    if (Buffer.compare(known!.payload_hash, hash) !== 0) {
      return yield* Effect.die(new Error(`${workflow} was started under the key ${key} with another payload (run ${known!.id})`))
    }
    return known!.id
  }, Effect.orDie)

/**
 * Runs of durable workflows, as they are asked for and as they went. A company is shown its own work, in the mode that it was started in.
 * E-mails to people's accounts are not part of it: their runs tell who asked for which e-mail, and from where.
 */
export class Runs extends Context.Service<Runs>()("layers/workflows/Runs", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const ofTenant = inTenant(sql)
    const shown = shownRuns(sql)
    const columns = sql.literal(`id, workflow, version, status, attempt, wake_at, key, encode(payload_hash, 'hex') as payload_hash, livemode,
      parent_id, (origin ->> 'schedule_id')::bigint as schedule_id, origin ->> 'scheduled_at' as scheduled_at, error, error_kind, cancel_requested_at, pause_requested_at, undone_at, retries, restarted_from as restarted_from_id,
      continued_as as continued_as_id, continued_from as continued_from_id, created_at, started_at, finished_at, ${attributesColumn}, ${workflowPausedAt}`)

    const start = starting(sql)

    return {
      /** Asks for a run within the transaction in progress: neither it nor the change that caused it is there without the other. */
      start,

      /** Lets a run go on as a new one, for which whoever waits for it waits from now on. None for one that was asked to stop. */
      continueAs: Effect.fnUntraced(function*(run: RunId, next: Start) {
        const [before] = yield* sql<{ schedule_id: number | null; scheduled_at: string; stops: boolean; continued_as: RunId | null }>`
          select (origin ->> 'schedule_id')::bigint as schedule_id, origin ->> 'scheduled_at' as scheduled_at, cancel_requested_at is not null as stops,
            continued_as from workflow_runs where ${ofTenant} and id = ${run} for update`
        const { continued_as, schedule_id, scheduled_at, stops } = before!
        if (continued_as !== null || stops) return continued_as
        const id = yield* start({
          ...next, key: `run_${run}/next`, continuedFrom: run, ...schedule_id !== null && { schedule: { schedule_id, scheduled_at } }
        })
        yield* sql`update workflow_runs n set parent_id = r.parent_id, parent_step = r.parent_step
          from workflow_runs r where ${inTenant(sql, "n")} and n.id = ${id} and ${inTenant(sql, "r")} and r.id = ${run}`
        yield* sql`update workflow_runs set continued_as = ${id}, parent_id = null, parent_step = null where ${ofTenant} and id = ${run}`
        return id
      }, Effect.orDie),

      /** Sends a run the value of a signal, as an encoded exit, within the transaction in progress. The first one counts. */
      signal: Effect.fnUntraced(function*(run: RunId, name: string, exit: unknown) {
        const { company_id } = yield* Caller
        yield* sql`insert into workflow_signals (company_id, run_id, name, exit)
          values (${company_id}, ${run}, ${name}, ${JSON.stringify(exit)}::jsonb)`
      }, Effect.orDie),

      /** Asks a run and its unfinished children to stop; one that is paused is woken for it. */
      cancel: Effect.fnUntraced(function*(run: RunId) {
        yield* sql`
          with recursive family as (
            select id, parent_id, parent_step, continued_as from workflow_runs where ${ofTenant} and id = ${run}
            union select c.id, c.parent_id, c.parent_step, c.continued_as from family f cross join lateral (
              select * from workflow_runs c where ${inTenant(sql, "c")} and c.parent_id = f.id
              union all select * from workflow_runs c where ${inTenant(sql, "c")} and c.id = f.continued_as) c
          ),
          asked as (
            update workflow_runs r set cancel_requested_at = coalesce(r.cancel_requested_at, now()),
              status = case when r.status in ('queued', 'paused') and r.started_at is null and r.claimed_until is null then 'canceled'
                when r.status = 'paused' then 'waiting' else r.status end,
              finished_at = case when r.status in ('queued', 'paused') and r.started_at is null and r.claimed_until is null then now() end,
              pause = case when r.pause = 'asked' and r.status <> 'paused' then 'lifted' end, pause_requested_at = null
            from family f where ${inTenant(sql, "r")} and r.id = f.id and r.finished_at is null
            returning r.company_id, r.id, r.status, f.parent_id, f.parent_step
          )
          insert into workflow_signals (company_id, run_id, name, exit)
          select company_id, id, 'cancel', null from asked where status <> 'canceled'
          union all
          select company_id, parent_id, 'child/' || parent_step, '{"_tag":"Failure","cause":[{"_tag":"Interrupt","fiberId":null}]}'::jsonb
          from asked where status = 'canceled' and parent_id is not null and id = ${run}`
      }, Effect.orDie),

      /** The names of the durable workflows of this process, where it has an engine. */
      workflows: new Set<string>(),

      /** Those of them whose definition says that they may be done again. */
      restartable: new Set<string>(),

      page: ({ cursor, limit, offset, ...filter }: Input<typeof list_workflow_runs>, found: ReadonlyArray<AttributeCondition> = []) =>
        Effect.flatMap(runConditions(sql, filter, found), (where) =>
          page<Run>(sql, {
            from: sql.literal("workflow_runs"), columns, where, order: { ...byId, descending: true }, paging: { limit, offset, ...cursor !== undefined && { cursor } }
          })),

      /** One of the caller's mode, without secrets. */
      find: Effect.fnUntraced(function*(id: RunId, { lock = false }: { readonly lock?: boolean } = {}) {
        const found = yield* first(sql<Omit<RunDetail, "steps">>`
          select ${columns}, whole_content(company_id, id, payload) as payload, whole_content(company_id, id, result) as result, ${sql.literal(stateColumns)} from workflow_runs where ${yield* shown} and id = ${id} ${sql.literal(lock ? "for update" : "")}`)
        return Option.map(found, (run) => ({ ...run, payload: redactedValue(run.payload), result: redactedValue(run.result), state: redactedValue(run.state) }))
      }),

      /** What one was started with, as it is kept. */
      payload: Effect.fnUntraced(function*(id: RunId) {
        const [row] = yield* sql<{ payload: unknown }>`select whole_content(company_id, id, payload) as payload from workflow_runs where ${ofTenant} and id = ${id}`
        return row!.payload
      }, Effect.orDie),

      /** The run under a key, which is the company's in both modes. */
      keyed: Effect.fnUntraced(function*(workflow: string, key: string) {
        const [row] = yield* sql<{ id: RunId }>`select id from workflow_runs where ${ofTenant} and workflow = ${workflow} and key = ${key}`
        return row?.id
      }, Effect.orDie),

      steps: Effect.fnUntraced(function*(id: RunId) {
        const rows = yield* sql<StepRow>`
          select name, kind, attempt, started_at, finished_at, due_at, exit, p.progress, p.reported_at from (
            select *, row_number() over () as n from run_steps(${id})
            union all
            select name, 'timer', 1, created_at, fired_at, due_at, null, 0 from test_timers where ${ofTenant} and run_id = ${id}) s
          left join workflow_step_progress p on s.kind = 'step' and s.finished_at is null and ${inTenant(sql, "p")} and p.run_id = ${id} and p.step = s.name
          order by started_at, n`
        return rows.map(({ exit, progress, ...step }): RunStep => ({
          ...step,
          progress: redactedValue(progress),
          status: exit?._tag === "Failure" ? "failed" : step.finished_at === null ? "running" : "completed",
          error: exit?._tag === "Failure" ? redactedValue(exit.cause) : null
        }))
      }, Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(Runs, Runs.make)
}
