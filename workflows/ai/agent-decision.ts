import { Effect, Schema } from "effect"
import type { ConsentRow } from "#layers/agents/consents"
import { AgentRuns } from "#layers/ai/agent-runs"
import { sendSignal, signal } from "../durable.ts"

const Decision = Schema.Struct({ approved: Schema.Boolean, reason: Schema.NullOr(Schema.String) })

/** What a person decided on a call, under the name by which the run waits for it. */
export const decision = (name: string) => signal(name, Decision)

/** Tells the runs of agents that wait for a consent what was decided, within the transaction in progress. */
export const notifyAgents = Effect.fnUntraced(function*({ id, reason, written }: ConsentRow) {
  const waiting = yield* AgentRuns.use((runs) => runs.waitingFor(id))
  for (const { awaits, workflow_run_id } of waiting) {
    yield* sendSignal(workflow_run_id, decision(awaits), { approved: written === "approved", reason })
  }
})
