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
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { among, idOf, MOST, oneOf, optional } from "../query.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("agents")

export const runStatusBadge = badgesOf<AgentRunStatus>({
  working: "busy", waiting_for_consent: "wait", completed: "good", stopped: "plain", failed: "bad", canceled: "plain"
})

const agentBadge = badgesOf<Agent["status"]>({ active: "good", paused: "wait" })

const confirms: Readonly<Record<Agent["confirms"], Node>> = {
  declared: w.declared,
  after_reading: w.afterReading,
  writes: w.writes
}

const modelOf = ({ model }: Agent) => model === null ? w.chatModel : `${model.provider}/${model.model}`

const limit = (tokens: number | null) => tokens === null ? w.noLimit : count(tokens)

/** The company's agents. */
export const agentsPage = Effect.gen(function*() {
  const { api: { ai }, query } = yield* SessionRequest
  const { cursor } = optional(query, ["cursor"])
  const found = yield* ai.list_agents({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "name" } })
  return {
    title: w.title,
    section: paths.agents,
    content: html`
      <div>
        ${table<Agent>({
          label: w.label,
          rows: found.items,
          empty: empty(w.none, w.noneHelp()),
          columns: [
            { title: w.agent, cell: ({ id, name }) => link(`${paths.agents}/${id}`, name) },
            { title: w.status, cell: ({ status }) => agentBadge(status) },
            { title: w.verbs, cell: ({ verbs }) => count(verbs.length), figure: true },
            { title: w.model, cell: modelOf },
            { title: w.tokensADay, cell: ({ daily_tokens }) => limit(daily_tokens), figure: true }
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
    trail: { title: w.title, to: paths.agents },
    content: html`
      <div>
        ${facts([
          [w.status, agentBadge(agent.status)],
          [w.waitsFor, confirms[agent.confirms]],
          [w.model, modelOf(agent)],
          [w.tokensADay, limit(agent.daily_tokens)],
          [w.runHas, w.atMost(agent.most_steps, agent.most_tokens, agent.most_hours)],
          [w.mayCall, agent.verbs.length === 0 ? NONE : agent.verbs.join(", ")]
        ])}
        <h2>${w.instructions}</h2>
        <blockquote class="words" dir="auto">${agent.instructions}</blockquote>
        <h2>${w.runs}</h2>
        ${filter(at, choice("status", w.status, w.any, agentRunStatuses, chosen.status))}
        ${table<AgentRun>({
          label: w.runsLabel,
          rows: runs.items,
          empty: chosen.status === undefined
            ? empty(w.notAsked, w.askedWith(id))
            : empty(w.noRun, html`<a href=${at}>${w.allRuns}</a>`),
          columns: [
            { title: w.run, cell: ({ id, livemode }) => [link(`${at}/runs/${id}`, w.runNumber(id)), testMark(livemode)] },
            { title: w.asked, cell: ({ message }) => html`<span class="words" dir="auto">${message.slice(0, 120)}</span>` },
            { title: w.status, cell: ({ status }) => runStatusBadge(status) },
            { title: w.thoughts, cell: ({ steps }) => count(steps), figure: true },
            { title: w.tokens, cell: ({ tokens }) => count(tokens), figure: true },
            { title: w.begun, cell: ({ created_at }) => ago(company.time_zone, created_at) },
            { title: w.took, cell: ({ created_at, ended_at }) => between(created_at, ended_at), figure: true }
          ]
        })}
        ${paging({ path: at, filters: chosen, cursor, shown: runs })}
      </div>`
  } satisfies Page
})
