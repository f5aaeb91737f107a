import { Effect, Option, Schema } from "effect"
import { AgentRuns, type StepRow } from "#layers/ai/agent-runs"
import { ModelCalls } from "#layers/ai/model-calls"
import { inputTokensOf } from "#layers/ai/token-estimate"
import { Companies } from "#layers/kernel/companies"
import type { TokenScope } from "#layers/kernel/limits/token-budget"
import type { Quotable, Turn } from "#layers/providers/ai/provider"
import type { AgentRun } from "#schemas/ai/agent-run"
import type { AgentId, AgentRunId } from "#schemas/ai/ids"
import { isJsonObject } from "#schemas/kernel/json"
import { authorityOf } from "./agent-authority.ts"
import { toolsFor } from "./agent-tools.ts"
import { agentV1 } from "./prompts/agent.v1.ts"

/** Tokens of a thought at most. */
const MOST_TOKENS = 800
const MOST_OF_TEXT = 8_000
const MOST_OF_INPUT = 8_000
/** Calls that a thought may ask for. */
const MOST_CALLS = 8
/** Earlier runs that a run goes on from. */
const MOST_EARLIER = 5
/** A budget that is free again within so many seconds is waited for. */
const SOON_S = 5

const Call = Schema.Struct({ id: Schema.String, name: Schema.String, input: Schema.String })

/** What came of asking the model; or why the run does not go on. */
export const Thought = Schema.Union([
  Schema.Struct({ ended: Schema.String }),
  Schema.Struct({
    text: Schema.String, calls: Schema.Array(Call), provider: Schema.String, model: Schema.String, simulated: Schema.Boolean, tokens: Schema.Int
  })
])

/** No model answers at this moment, or the tokens that are left are set aside for calls under way. */
export class ModelAway extends Schema.TaggedError<ModelAway>("ModelAway")("ModelAway", { message: Schema.String }) {}

/** The budget of an agent besides that of its company. */
export const budgetOf = (agent: AgentId, name: string, limit: number | null): TokenScope =>
  ({ scope: `agent:${agent}`, per: "day", limit, name: `The agent ${name}` })

/** What can be kept in the database and sent to a party. */
const clean = (text: string, most: number) => text.replaceAll("\0", "").slice(0, most).toWellFormed()

/** The steps of a run as turns of a conversation. */
const turnsOf = (steps: ReadonlyArray<StepRow>): ReadonlyArray<Turn> =>
  steps.flatMap(({ calls, kind, round, text }): ReadonlyArray<Turn> => {
    if (kind !== "thought" || calls.length === 0) return []
    const answers = new Map(steps.filter((step) => step.kind === "call" && step.round === round).map((step) => [step.call_id, step]))
    return [
      { role: "assistant", text, calls },
      ...calls.map((call): Turn => {
        const answer = answers.get(call.id)
        return { role: "tool", call, text: agentV1.answered(answer?.status ?? null, answer?.text ?? "") }
      })
    ]
  })

const earlier = Effect.fnUntraced(function*({ agent_id, previous_run_id }: AgentRun) {
  const runs = yield* AgentRuns
  let turns: ReadonlyArray<Turn> = []
  let next = previous_run_id
  for (let n = 0; n < MOST_EARLIER && next !== null; n++) {
    const before: Option.Option<AgentRun> = yield* runs.find(next)
    if (Option.isNone(before) || before.value.agent_id !== agent_id) break
    const { answer, message, reason } = before.value
    turns = [{ role: "user", text: message }, { role: "assistant", text: answer ?? reason ?? "No answer." }, ...turns]
    next = before.value.previous_run_id
  }
  return turns
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What a record tells, as a line of text: `first name Grace, last name Hopper`. */
const told = (value: unknown, name = ""): string => {
  if (value === null || value === "") return ""
  if (Array.isArray(value)) return value.map((one) => told(one, name)).filter(Boolean).join(", ")
  if (isJsonObject(value)) return Object.entries(value).map(([key, one]) => told(one, key.replaceAll("_", " "))).filter(Boolean).join(", ")
  return `${name} ${String(value).replaceAll(/\s+/gu, " ").replaceAll(/(?<![.!?])[.!?]{1,9}(?=\s|$)/gu, ";")}`.trim()
}

const PROSE_WORDS = 6

/** The texts in a value that are more than a name. */
const proseIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string" ? value.split(/\s+/u).length >= PROSE_WORDS ? [value] : []
    : typeof value === "object" && value !== null ? [...new Set(Object.values(value).flatMap(proseIn))] : []

/** What the simulator may quote: the texts of what a verb answered, or its records, a line each. */
const quotableOf = (steps: ReadonlyArray<StepRow>): ReadonlyArray<Quotable> =>
  steps.filter(({ kind, status }) => kind === "call" && status !== null).map(({ text, verb }) => {
    const answer = parsed(text)
    const found = isJsonObject(answer) ? answer["items"] ?? answer["results"] ?? answer : answer
    const lines = (Array.isArray(found) ? found : [found]).flatMap((one) => {
      const prose = proseIn(one)
      return prose.length > 0 ? prose : [told(one)]
    })
    return { mark: `(${verb})`, text: lines.join("\n") || "Nothing was found" }
  })

/** Asks the model for what to do next, within what the run and its budgets have left. */
export const think = Effect.fnUntraced(function*(id: AgentRunId) {
  const authority = yield* authorityOf(id)
  if ("ended" in authority) return authority
  const { about, caller, run } = authority
  const { name } = yield* Companies.use(({ own }) => own)
  const steps = yield* AgentRuns.use(({ stepsOf }) => stepsOf(id))
  const request = {
    agent: run.agent,
    instructions: agentV1.instructions({ company: name, agent: run.agent, instructions: about.instructions }),
    turns: [...yield* earlier(run), { role: "user", text: run.message } as const, ...turnsOf(steps)],
    most: MOST_TOKENS,
    temperature: 0.2,
    tools: toolsFor(run.verbs, caller),
    quotable: quotableOf(steps),
    scopes: [budgetOf(run.agent_id, run.agent, about.daily_tokens)],
    ...about.choice !== null && { models: [about.choice] }
  }
  if (run.tokens + inputTokensOf(request) + MOST_TOKENS > about.most_tokens) {
    return { ended: `It has taken ${run.tokens} of the ${about.most_tokens} AI tokens that a run may take, and the next thought needs more than are left.` }
  }
  const answer = yield* ModelCalls.use((models) => models.complete(request)).pipe(
    Effect.catchTags({
      RateLimitExceeded: ({ message, retry_after = 0 }) =>
        retry_after <= SOON_S ? Effect.fail(new ModelAway({ message })) : Effect.succeed({ ended: message }),
      Unavailable: ({ message }) => Effect.fail(new ModelAway({ message }))
    })
  )
  if ("ended" in answer) return answer
  const { calls, model, provider, simulated, text, usage } = answer
  return {
    text: clean(text, MOST_OF_TEXT), provider, model, simulated, tokens: usage.input + usage.output,
    calls: calls.slice(0, MOST_CALLS).map((call) => ({ id: clean(call.id, 200), name: clean(call.name, 100), input: clean(call.input, MOST_OF_INPUT) }))
  }
})
