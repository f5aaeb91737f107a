import { Effect, Option } from "effect"
import { AgentRuns } from "#layers/ai/agent-runs"
import { Agents } from "#layers/ai/agents"
import { ApiKeys } from "#layers/auth/api-keys"
import { companyNow } from "#layers/kernel/company-clock"
import type { AgentRunId } from "#schemas/ai/ids"
import { forbidden } from "#schemas/kernel/admission"
import { Caller } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"

/** In whose name a run works. */
export type Authority = Effect.Success<ReturnType<typeof authorityOf>>

const ended = (why: string) => ({ ended: why }) as const

/**
 * In whose name a run works at this moment, with no more rights than it began with; or why it does not work on. It is looked at anew before each
 * thought and each call, in the database.
 */
export const authorityOf = Effect.fnUntraced(function*(id: AgentRunId) {
  const runs = yield* AgentRuns
  const run = yield* Effect.orDie(runs.get(id))
  const about = yield* runs.internal(id)
  if (run.ended_at !== null) return ended("It has ended.")
  if ((yield* companyNow) >= Date.parse(run.deadline_at)) return ended(`It lasted as long as it may, until ${run.deadline_at}.`)
  const agent = yield* Agents.use((agents) => agents.find(run.agent_id))
  if (Option.isNone(agent) || agent.value.status !== "active") return ended("The agent was paused.")
  const { company_id } = yield* Caller
  const { key_id } = run
  const holder = yield* ApiKeys.use((keys) => keys.holder({ company_id, key_id, ...about.secret_version !== null && { secret_version: about.secret_version } }))
  if (Option.isNone(holder)) return ended("The credential in whose name it worked has ended.")
  const rights = new Set(about.rights)
  const caller: Caller["Service"] = {
    ...holder.value, scopes: new Set([...holder.value.scopes].filter((scope) => rights.has(scope))), agent: run.agent, agent_run: { id, confirms: false }
  }
  const denied = forbidden(caller, operations.get("chat_with_agent")!)
  return denied === undefined ? { run, about, caller } : ended(denied.message)
})
