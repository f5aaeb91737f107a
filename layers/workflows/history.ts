import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { redactedValue } from "#schemas/kernel/redacted"
import type { HistoryEntry } from "#schemas/workflows/history"
import type { RunId, RunStep } from "#schemas/workflows/run"
import { inTenant } from "../kernel/sql.ts"

/** Something that the engine keeps of a run. */
export interface EngineEntry extends Pick<RunStep, "name" | "attempt" | "started_at" | "finished_at" | "due_at"> {
  readonly kind: "step" | "timer" | "signal" | "race"
  readonly compensates: boolean
  readonly exit: { readonly _tag: string; readonly value?: unknown; readonly cause?: unknown } | null
}

/** What a write left besides its result. */
export interface WriteTrace extends Pick<HistoryEntry, "receipt_id" | "verb" | "events"> {
  readonly step: string
}

export interface ChildTrace extends NonNullable<HistoryEntry["child"]> {
  readonly step: string
}

/** What was done to a run from outside. */
export interface SteeringTrace {
  readonly kind: "paused" | "resumed" | "retried" | "cancel_requested"
  readonly at: string
  readonly error?: unknown
}

/** What is kept of a run of the caller's company, for its history. Secrets are redacted. */
export class RunHistories extends Context.Service<RunHistories>()("layers/workflows/RunHistories", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const ofTenant = inTenant(sql)

    return {
      /** In the order in which it began. */
      entries: Effect.fnUntraced(function*(id: RunId) {
        const rows = yield* sql<EngineEntry>`
          select name, kind, attempt, started_at, finished_at, due_at, whole_exit(current_company(), ${id}::bigint, exit) as exit, compensates from (
            select *, row_number() over () as n from run_history(${id})
            union all
            select name, 'timer', 1, created_at, fired_at, due_at, null, false, 0 from test_timers where ${ofTenant} and run_id = ${id}) s
          order by started_at, n`
        return rows.map((row): EngineEntry => ({ ...row, exit: redactedValue(row.exit) as EngineEntry["exit"] }))
      }, Effect.orDie),

      writes: (id: RunId) =>
        Effect.orDie(sql<WriteTrace>`
          select step, receipt_id, (select verb from receipts t where ${inTenant(sql, "t")} and t.id = w.receipt_id) as verb, coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind) order by e.id) from events e
            where ${inTenant(sql, "e")} and e.id = any(w.event_ids)), '[]') as events
          from workflow_writes w where ${inTenant(sql, "w")} and w.run_id = ${id}`),

      children: (id: RunId) =>
        Effect.map(Effect.orDie(sql<ChildTrace>`
          select parent_step as step, id as run_id, workflow, version, whole_content(company_id, id, payload) as payload from workflow_runs where ${ofTenant} and parent_id = ${id}`),
          (rows) => rows.map((row): ChildTrace => ({ ...row, payload: redactedValue(row.payload) }))),

      steering: Effect.fnUntraced(function*(id: RunId) {
        const [row] = yield* sql<{ steered: ReadonlyArray<SteeringTrace> }>`
          select steered from workflow_runs where ${ofTenant} and id = ${id}`
        return row?.steered ?? []
      }, Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(RunHistories, RunHistories.make)
}
