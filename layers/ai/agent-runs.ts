import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { ConsentId } from "#schemas/agents/consent"
import { AgentRun, agentRun, AgentStep, agentStep } from "#schemas/ai/agent-run"
import type { AgentId, AgentRunId } from "#schemas/ai/ids"
import { ModelChoice } from "#schemas/ai/settings"
import { NotFound } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { execute, now } from "../kernel/sql.ts"
import type { ToolCall } from "../providers/ai/provider.ts"

const missing = new NotFound({ message: "There is no such run of this agent." })

/** What a run began with, and what it is woken by. */
const internal = {
  instructions: Schema.String, confirms: Schema.Literals(["declared", "after_reading", "writes"]), choice: Schema.NullOr(ModelChoice),
  daily_tokens: Schema.NullOr(Schema.Int), most_steps: Schema.Int, most_tokens: Schema.Int, secret_version: Schema.NullOr(Schema.Int),
  rights: Schema.Array(Schema.String), human: Schema.NullOr(Schema.String), awaits: Schema.NullOr(Schema.String)
}

/** A step as it is kept: with what the model asked for, and which of that it answers. */
export interface StepRow extends AgentStep {
  readonly calls: ReadonlyArray<ToolCall>
  readonly call_id: string | null
}

export type NewStep =
  & Pick<StepRow, "round" | "kind" | "text">
  & Partial<Pick<StepRow, "calls" | "call_id" | "verb" | "input" | "status" | "consent_id" | "tokens">>

/** What agents were asked by the caller's company, in the caller's mode, and what they did. */
export class AgentRuns extends Context.Service<AgentRuns>()("layers/ai/AgentRuns", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const runs = yield* repository(agentRun, { table: "ai_agent_runs", equal: ["agent_id"], internal })
    const steps = yield* repository(agentStep, { table: "ai_agent_steps", noun: "step" })
    const { inTenant } = runs.sql

    return {
      ...runs,
      ofAgent: Effect.fnUntraced(function*(agent: AgentId, id: AgentRunId, how?: { readonly lock: true }) {
        const run = yield* Effect.mapError(runs.get(id, how), () => missing)
        return run.agent_id === agent ? run : yield* missing
      }),
      stepsOf: (id: AgentRunId) =>
        Effect.orDie(sql<StepRow>`select ${steps.sql.columns}, calls, call_id from ai_agent_steps where ${inTenant} and run_id = ${id} order by id`),
      /** Adds a step; its receipt tells what was done, not what was read. */
      addStep: Effect.fnUntraced(function*(run: AgentRunId, { calls, ...step }: NewStep) {
        const { id } = yield* Effect.orDie(steps.create(
          { ...step, run_id: run, ...calls !== undefined && { calls: sql`${JSON.stringify(calls)}::jsonb` } }, { noted: false }
        ))
        const { consent_id = null, kind, round, status = null, tokens = 0, verb = null } = step
        yield* recordChange({ object: "agent_step", id, before: null, after: { run_id: run, round, kind, verb, status, consent_id, tokens } })
      }),
      /** The runs that wait for a person to decide on a call. */
      waitingFor: (consent: ConsentId) =>
        Effect.orDie(sql<{ workflow_run_id: RunId; awaits: string }>`
          select workflow_run_id, awaits from ai_agent_runs where ${inTenant} and consent_id = ${consent} and status = 'waiting_for_consent'`),
      setWorkflow: (id: AgentRunId, run: RunId) => execute(sql`update ai_agent_runs set workflow_run_id = ${run} where ${inTenant} and id = ${id}`),
      /** Ends a run, unless it has ended. */
      end: Effect.fnUntraced(function*(id: AgentRunId, ended: Pick<AgentRun, "status"> & Partial<Pick<AgentRun, "answer" | "reason">>) {
        const found = yield* runs.find(id, { lock: true })
        if (Option.isNone(found) || found.value.ended_at !== null) return
        yield* Effect.orDie(runs.update(found.value, { ...ended, ended_at: now }))
      }),
      /** The instant so many hours from now, by the time of the caller's mode. */
      deadline: (hours: number) =>
        Effect.map(Caller, ({ mode }) => sql`company_now(${mode === "live"}) + make_interval(hours => ${hours}::int)`),
      json: (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
    }
  })
}) {
  static readonly layer = Layer.effect(AgentRuns, AgentRuns.make)
}
