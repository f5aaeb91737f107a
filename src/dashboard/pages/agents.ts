import { Effect } from "effect"
import type { Agent } from "#schemas/ai/agent"
import { type AgentRun, type AgentRunStatus, agentRunStatuses } from "#schemas/ai/agent-run"
import { AgentId } from "#schemas/ai/ids"
import { NotFound } from "#schemas/kernel/errors"
import { badgesOf, empty, link, NONE, testMark } from "../components/elements.ts"
import { choice, filter } from "../components/form.ts"
import { count } from "../components/locale.ts"
import { facts, paging, ROWS, table } from "../components/table.ts"
import { ago, between } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html } from "../html.ts"
import { paths } from "../paths.ts"
import { among, idOf, MOST, oneOf, optional } from "../query.ts"

export const runStatusBadge = badgesOf<AgentRunStatus>({
  working: "busy", waiting_for_consent: "wait", completed: "good", stopped: "plain", failed: "bad", canceled: "plain"
})

const agentBadge = badgesOf<Agent["status"]>({ active: "good", paused: "wait" })

const confirms: Readonly<Record<Agent["confirms"], string>> = {
  declared: "what waits for everybody",
  after_reading: "what changes anything, once it has read what others may have written",
  writes: "all that changes anything"
}

const modelOf = ({ model }: Agent) => model === null ? "those of the chat" : `${model.provider}/${model.model}`

const limit = (tokens: number | null) => tokens === null ? "no limit of its own" : count(tokens)

/** The company's agents. */
export const agentsPage = Effect.gen(function*() {
  const { api: { ai }, query } = yield* SessionRequest
  const { cursor } = optional(query, ["cursor"])
  const found = yield* ai.list_agents({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "name" } })
  return {
    title: "Agents",
    section: paths.agents,
    content: html`
      <div>
        ${table<Agent>({
          label: "Agents, by name",
          rows: found.items,
          empty: empty("There is no agent yet.", html`<span>One is made with <code>POST /api/v1/chat/agents</code>; what it does stands here.</span>`),
          columns: [
            { title: "Agent", cell: ({ id, name }) => link(`${paths.agents}/${id}`, name) },
            { title: "Status", cell: ({ status }) => agentBadge(status) },
            { title: "Verbs", cell: ({ verbs }) => count(verbs.length), figure: true },
            { title: "Model", cell: modelOf },
            { title: "Tokens a day", cell: ({ daily_tokens }) => limit(daily_tokens), figure: true }
          ]
        })}
        ${paging({ path: paths.agents, filters: {}, cursor, shown: found })}
      </div>`
  } satisfies Page
})

/** One agent with its runs. */
export const agentPage = Effect.gen(function*() {
  const { api: { ai }, params, query, session: { company } } = yield* SessionRequest
  const id = yield* idOf(params, AgentId.make)
  const at = `${paths.agents}/${id}`
  const chosen = oneOf(query, "status", agentRunStatuses)
  const { cursor } = optional(query, ["cursor"])
  const runs = yield* ai.list_agent_runs({ params: { id }, query: { ...chosen, ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-id" } })
  const agent = yield* among(
    (cursor) => ai.list_agents({ query: { ...cursor, limit: MOST, offset: 0, sort: "id" } }), (one) => one.id === id
  )
  if (agent === undefined) return yield* new NotFound({ message: "There is no such agent." })
  return {
    title: agent.name,
    section: paths.agents,
    trail: { title: "Agents", to: paths.agents },
    content: html`
      <div>
        ${facts([
          ["Status", agentBadge(agent.status)],
          ["Waits for a person", confirms[agent.confirms]],
          ["Model", modelOf(agent)],
          ["Tokens a day", limit(agent.daily_tokens)],
          ["A run has", `${agent.most_steps} thoughts, ${agent.most_tokens} tokens, ${agent.most_hours} hours at most`],
          ["May call", agent.verbs.length === 0 ? NONE : agent.verbs.join(", ")]
        ])}
        <h2>Instructions</h2>
        <blockquote class="words" dir="auto">${agent.instructions}</blockquote>
        <h2>Runs</h2>
        ${filter(at, choice("status", "Status", "any", agentRunStatuses, chosen.status))}
        ${table<AgentRun>({
          label: "Runs, newest first",
          rows: runs.items,
          empty: chosen.status === undefined
            ? empty("Nobody has asked this agent yet.", html`<span>It is asked with <code>POST /api/v1/chat/agents/${id}/message</code>.</span>`)
            : empty("No run is like that.", html`<a href=${at}>All runs</a>`),
          columns: [
            { title: "Run", cell: ({ id, livemode }) => [link(`${at}/runs/${id}`, `run ${id}`), testMark(livemode)] },
            { title: "Asked", cell: ({ message }) => html`<span class="words" dir="auto">${message.slice(0, 120)}</span>` },
            { title: "Status", cell: ({ status }) => runStatusBadge(status) },
            { title: "Thoughts", cell: ({ steps }) => count(steps), figure: true },
            { title: "Tokens", cell: ({ tokens }) => count(tokens), figure: true },
            { title: "Begun", cell: ({ created_at }) => ago(company.time_zone, created_at) },
            { title: "Took", cell: ({ created_at, ended_at }) => between(created_at, ended_at), figure: true }
          ]
        })}
        ${paging({ path: at, filters: chosen, cursor, shown: runs })}
      </div>`
  } satisfies Page
})
