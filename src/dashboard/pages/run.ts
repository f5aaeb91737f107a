import { Effect } from "effect"
import type { RunHistory } from "#schemas/workflows/history"
import { RunId } from "#schemas/workflows/run"
import { doneNotice, failure, json, link, NONE, notice, testMark } from "../components/elements.ts"
import { type Fact, facts } from "../components/table.ts"
import { between, time } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html } from "../html.ts"
import { watching } from "../live/watched.ts"
import { paths } from "../paths.ts"
import { idOf } from "../query.ts"
import { runActs, steered } from "./run-steering.ts"
import { timeline } from "./run-timeline.ts"
import { firstWords, runBadge, wakeUp } from "./runs.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("run")

const known = (zone: string, run: RunHistory["run"]): ReadonlyArray<Fact> => [
  [w.status, [runBadge(run.status), testMark(run.livemode)]],
  [w.definition, w.version(run.workflow, run.version)],
  [w.for, run.key ?? NONE],
  [w.attempts, run.attempt],
  [w.nextWake, wakeUp(zone, run)],
  [w.asked, time(zone, run.created_at)],
  [w.begun, time(zone, run.started_at)],
  [w.finished, time(zone, run.finished_at)],
  [w.took, between(run.started_at, run.finished_at)],
  ...run.parent_id === null ? [] : [[w.startedBy, link(`${paths.runs}/${run.parent_id}`, w.number(run.parent_id))] as const],
  ...run.restarted_from_id === null ? [] : [[w.again, link(`${paths.runs}/${run.restarted_from_id}`, w.number(run.restarted_from_id))] as const],
  ...run.retries === 0 ? [] : [[w.retried, run.retries] as const],
  ...run.pause_requested_at === null ? [] : [[w.paused, time(zone, run.pause_requested_at)] as const],
  ...run.undone_at === null ? [] : [[w.undoing, time(zone, run.undone_at)] as const],
  ...run.cancel_requested_at === null ? [] : [[w.cancelAsked, time(zone, run.cancel_requested_at)] as const]
]

export const runPage = Effect.gen(function*() {
  const { api: { workflows }, params, query, session: { company } } = yield* SessionRequest
  const id = yield* idOf(params, RunId.make)
  const live = yield* watching("get_workflow_run", { id: String(id) })
  const history = yield* workflows.get_workflow_run_history({ params: { id } })
  const { run } = history
  const acts = yield* runActs(history)
  return {
    title: w.heading(id),
    live,
    section: paths.runs,
    trail: { title: w.title, to: paths.runs },
    content: html`
      <div>
        ${doneNotice(query, steered)}
        ${run.error !== null && failure(firstWords(run.error))}
        ${facts(known(company.time_zone, run))}
        ${acts}
        <h2>${w.timeline}</h2>
        ${history.masked && notice(w.masked)}
        ${timeline(company.time_zone, history)}
        <h2>${w.startedWith}</h2>
        ${json(w.payload, run.payload)}
        ${run.result !== null && html`<section><h2>${w.endedWith}</h2>${json(w.result, run.result)}</section>`}
        ${run.error !== null && html`<section><h2>${w.error}</h2>${json(w.whyFailed, run.error)}</section>`}
      </div>`
  } satisfies Page
})
