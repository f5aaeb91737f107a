import { Effect } from "effect"
import { type AgentStep, AgentRunDetail } from "#schemas/ai/agent-run"
import { AgentId, AgentRunId } from "#schemas/ai/ids"
import { badge, doneNotice, empty, failure, json, link, NONE, testMark } from "../components/elements.ts"
import { postForm } from "../components/form.ts"
import { count } from "../components/locale.ts"
import { type Fact, facts } from "../components/table.ts"
import { time } from "../components/time.ts"
import { permitted } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths, receiptsOf } from "../paths.ts"
import { idOf } from "../query.ts"
import { withConsent } from "../submit.ts"
import { runStatusBadge } from "./agents.ts"

type Shown = typeof AgentRunDetail.Type

const known = (zone: string, run: Shown): ReadonlyArray<Fact> => [
  ["Status", [runStatusBadge(run.status), testMark(run.livemode)]],
  ...run.consent_id === null ? [] : [["Consent", link(`${paths.consents}/${run.consent_id}`, `consent ${run.consent_id}`)] as const],
  ["Model", run.model === null ? NONE : [`${run.provider}/${run.model}`, run.simulated && [" ", badge("simulated", "wait")]]],
  ["Thoughts", count(run.steps)],
  ["Tokens", count(run.tokens)],
  ["Begun", time(zone, run.created_at)],
  ["Ends by", time(zone, run.deadline_at)],
  ["Ended", time(zone, run.ended_at)],
  ["Might call", run.verbs.length === 0 ? NONE : run.verbs.join(", ")],
  ["Receipts", link(receiptsOf(`agent_run_${run.id}`), "what it changed")],
  ...run.workflow_run_id === null ? [] : [["Workflow", link(`${paths.runs}/${run.workflow_run_id}`, `run ${run.workflow_run_id}`)] as const]
]

const pretty = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const titles: Readonly<Record<AgentStep["kind"], (step: AgentStep) => Node>> = {
  thought: ({ tokens }) => ["Thought ", html`<span class="faint">${count(tokens)} tokens</span>`],
  call: ({ status, verb }) => [`Called ${verb} `, badge(String(status), status !== null && status < 300 ? "good" : "bad")],
  wait: ({ consent_id, verb }) => [`Waited for a person to agree to ${verb}: `, link(`${paths.consents}/${consent_id}`, `consent ${consent_id}`)]
}

/** One step. What a verb answered is shown as data, whatever it says. */
const stepOf = (zone: string) => (step: AgentStep): Node => html`
  <li>
    <h3>${titles[step.kind](step)}</h3>
    <p class="faint">${time(zone, step.created_at)}</p>
    ${step.input !== null && step.kind === "call" && json("Called with", step.input)}
    ${step.text === "" ? null : step.kind === "call"
      ? html`<details><summary>What it answered</summary>${json("What it answered", pretty(step.text))}</details>`
      : html`<blockquote class="words" dir="auto">${step.text}</blockquote>`}
  </li>`

const isOpen = ({ status }: Shown) => status === "working" || status === "waiting_for_consent"

/** A run, step by step. */
export const agentRunPage = Effect.gen(function*() {
  const { api: { ai }, params, query, session: { company: { time_zone } } } = yield* SessionRequest
  const id = yield* idOf(params, AgentId.make)
  const run_id = yield* idOf({ id: params["run_id"] }, AgentRunId.make)
  const run = yield* ai.get_agent_run({ params: { id, run_id } })
  const at = `${paths.agents}/${id}/runs/${run_id}`
  const cancel = !isOpen(run) ? null : yield* permitted("cancel_agent_run", () =>
    html`<div class="acts">${postForm({ to: `${at}/cancel`, button: "Cancel this run", tone: "risky" })}</div>`)
  return {
    title: `Run ${run_id} of ${run.agent}`,
    section: paths.agents,
    trail: { title: run.agent, to: `${paths.agents}/${id}` },
    content: html`
      <div>
        ${doneNotice(query, { canceled: "The run has ended. What it had done stays done." })}
        ${run.reason !== null && failure("It ended without an answer.", run.reason)}
        <h2>Asked</h2>
        <blockquote class="words" dir="auto">${run.message}</blockquote>
        ${run.answer !== null && html`<section><h2>Answered</h2><blockquote class="words" dir="auto">${run.answer}</blockquote></section>`}
        ${facts(known(time_zone, run))}
        ${cancel}
        <h2>Step by step</h2>
        ${run.trail.length === 0 ? empty("No step is done yet.") : html`<ol class="steps">${run.trail.map(stepOf(time_zone))}</ol>`}
      </div>`
  } satisfies Page
})

export const cancelAgentRun = Effect.gen(function*() {
  const { api: { ai }, params } = yield* SessionRequest
  const id = yield* idOf(params, AgentId.make)
  const run_id = yield* idOf({ id: params["run_id"] }, AgentRunId.make)
  const back = `${paths.agents}/${id}/runs/${run_id}`
  return yield* withConsent(
    {
      verb: "cancel_agent_run", question: `Cancel run ${run_id}?`, button: "Cancel the run",
      follows: "It calls nothing more. What it has done stays done.",
      back, section: paths.agents
    },
    Effect.as(ai.cancel_agent_run({ params: { id, run_id } }), { to: `${back}?done=canceled` })
  )
})
