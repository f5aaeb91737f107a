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
import { spoken } from "../words/spoken.ts"

const w = spoken("agentRun")

type Shown = typeof AgentRunDetail.Type

const known = (zone: string, run: Shown): ReadonlyArray<Fact> => [
  [w.status, [runStatusBadge(run.status), testMark(run.livemode)]],
  ...run.consent_id === null ? [] : [[w.consent, link(`${paths.consents}/${run.consent_id}`, w.consentNumber(run.consent_id))] as const],
  [w.model, run.model === null ? NONE : [`${run.provider}/${run.model}`, run.simulated && [" ", badge(w.simulated, "wait")]]],
  [w.thoughts, count(run.steps)],
  [w.tokens, count(run.tokens)],
  [w.begun, time(zone, run.created_at)],
  [w.endsBy, time(zone, run.deadline_at)],
  [w.ended, time(zone, run.ended_at)],
  [w.mightCall, run.verbs.length === 0 ? NONE : run.verbs.join(", ")],
  [w.receipts, link(receiptsOf(`agent_run_${run.id}`), w.changed)],
  ...run.workflow_run_id === null ? [] : [[w.workflow, link(`${paths.runs}/${run.workflow_run_id}`, w.runNumber(run.workflow_run_id))] as const]
]

const pretty = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const titles: Readonly<Record<AgentStep["kind"], (step: AgentStep) => Node>> = {
  thought: ({ tokens }) => [w.thought, html`<span class="faint">${w.tokenCount(count(tokens))}</span>`],
  call: ({ status, verb }) => [w.called(verb), badge(String(status), status !== null && status < 300 ? "good" : "bad")],
  wait: ({ consent_id, verb }) => w.waited(verb, link(`${paths.consents}/${consent_id}`, w.consentNumber(consent_id)))
}

/** One step. What a verb answered is shown as data, whatever it says. */
const stepOf = (zone: string) => (step: AgentStep): Node => html`
  <li>
    <h3>${titles[step.kind](step)}</h3>
    <p class="faint">${time(zone, step.created_at)}</p>
    ${step.input !== null && step.kind === "call" && json(w.calledWith, step.input)}
    ${step.text === "" ? null : step.kind === "call"
      ? html`<details><summary>${w.answer}</summary>${json(w.answer, pretty(step.text))}</details>`
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
    html`<div class="acts">${postForm({ to: `${at}/cancel`, button: w.cancelThis, tone: "risky" })}</div>`)
  return {
    title: w.title(run_id, run.agent),
    section: paths.agents,
    trail: { title: run.agent, to: `${paths.agents}/${id}` },
    content: html`
      <div>
        ${doneNotice(query, { canceled: w.canceled })}
        ${run.reason !== null && failure(w.noAnswer, run.reason)}
        <h2>${w.asked}</h2>
        <blockquote class="words" dir="auto">${run.message}</blockquote>
        ${run.answer !== null && html`<section><h2>${w.answered}</h2><blockquote class="words" dir="auto">${run.answer}</blockquote></section>`}
        ${facts(known(time_zone, run))}
        ${cancel}
        <h2>${w.stepByStep}</h2>
        ${run.trail.length === 0 ? empty(w.noStep) : html`<ol class="steps">${run.trail.map(stepOf(time_zone))}</ol>`}
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
      verb: "cancel_agent_run", question: w.question(run_id), button: w.cancel,
      follows: w.follows,
      back, section: paths.agents
    },
    Effect.as(ai.cancel_agent_run({ params: { id, run_id } }), { to: `${back}?done=canceled` })
  )
})
