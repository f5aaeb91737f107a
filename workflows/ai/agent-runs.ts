import { Effect, Option } from "effect"
import { type ConsentRow, Consents } from "#layers/agents/consents"
import { AgentRuns } from "#layers/ai/agent-runs"
import { Agents } from "#layers/ai/agents"
import { answerLater, readUntil } from "#layers/kernel/answer-later"
import { AiTokens } from "#layers/kernel/limits/ai-tokens"
import { CurrentAttribution } from "#layers/kernel/receipts/change-log"
import type { ConsentId } from "#schemas/agents/consent"
import type * as api from "#schemas/ai/agent-runs.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { now } from "#layers/kernel/sql"
import { currentActor } from "../agents/consent-view.ts"
import { reject } from "../agents/decision.ts"
import { cancelRun } from "../durable.ts"
import { AgentWork } from "./agent-run.ts"
import { budgetOf } from "./agent-thinking.ts"

const isOpen = ({ state }: ConsentRow) => state === "proposed" || state === "previewed" || state === "approved"

/** Tokens without which there is no thought. */
const LEAST_TOKENS = 500

export const chat_with_agent = Effect.fnUntraced(function*({ id, message, previous_run_id }: Input<typeof api.chat_with_agent>) {
  const agents = yield* Agents
  const runs = yield* AgentRuns
  const tokens = yield* AiTokens
  const agent = yield* agents.get(id)
  if (agent.status !== "active") return yield* new Conflict({ message: "This agent is paused." })
  if (previous_run_id !== undefined) yield* runs.ofAgent(id, previous_run_id)
  /* Refused at once where the budgets have nothing left. */
  yield* tokens.release(yield* tokens.reserve(LEAST_TOKENS, { agent: agent.name, model: "", scopes: [budgetOf(id, agent.name, agent.daily_tokens)] }))
  const { key_id, scopes, secret_version } = yield* Caller
  const { human } = yield* CurrentAttribution
  const { confirms, daily_tokens, instructions, model, most_hours, most_steps, most_tokens, name, verbs } = agent
  const made = yield* Effect.orDie(runs.create({
    agent_id: id, agent: name, message, instructions, verbs, confirms, choice: model === null ? null : runs.json(model), daily_tokens, most_steps, most_tokens,
    previous_run_id: previous_run_id ?? null, key_id, secret_version: secret_version ?? null, rights: [...scopes], human: human ?? null,
    deadline_at: yield* runs.deadline(most_hours)
  }))
  yield* runs.setWorkflow(made.id, yield* AgentWork.start({ agent_run_id: made.id }))
  yield* answerLater(readUntil(runs.find(made.id), (found) => Option.isNone(found) || found.value.status !== "working"))
  return yield* Effect.orDie(runs.get(made.id))
})

export const list_agent_runs = Effect.fnUntraced(function*({ id, ...query }: Input<typeof api.list_agent_runs>) {
  yield* Agents.use((agents) => agents.get(id))
  return yield* AgentRuns.use((runs) => runs.page({ ...query, agent_id: id }))
})

export const get_agent_run = Effect.fnUntraced(function*({ id, run_id }: Input<typeof api.get_agent_run>) {
  const runs = yield* AgentRuns
  const run = yield* runs.ofAgent(id, run_id)
  const steps = yield* runs.stepsOf(run_id)
  return { ...run, trail: steps.map(({ call_id: _, calls: __, ...step }) => step) }
})

/** Nobody is to decide what no run waits for any more; another run may. */
const withdrawn = Effect.fnUntraced(function*(id: ConsentId) {
  const found = yield* Consents.use((consents) => consents.find(id, { lock: true }))
  if (Option.isNone(found) || !isOpen(found.value) || (yield* AgentRuns.use((runs) => runs.waitingFor(id))).length > 0) return
  const { actor, key_id } = yield* currentActor
  yield* reject(found.value, { actor, key_id }, "The run of the agent that asked was canceled.")
})

export const cancel_agent_run = Effect.fnUntraced(function*({ id, run_id }: Input<typeof api.cancel_agent_run>) {
  const runs = yield* AgentRuns
  const before = yield* runs.ofAgent(id, run_id, { lock: true })
  if (before.ended_at !== null) return before
  if (before.workflow_run_id !== null) yield* cancelRun(before.workflow_run_id)
  const after = yield* Effect.orDie(runs.update(before, { status: "canceled", ended_at: now }))
  if (before.status === "waiting_for_consent" && before.consent_id !== null) yield* withdrawn(before.consent_id)
  return after
})
