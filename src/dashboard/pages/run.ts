import { Effect } from "effect"
import { type RunDetail, RunId, type RunStep } from "#schemas/workflows/run"
import { badge, badgesOf, doneNotice, empty, failure, json, link, NONE, testMark } from "../components/elements.ts"
import { type Fact, facts, table } from "../components/table.ts"
import { between, time } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { watching } from "../live/watched.ts"
import { paths } from "../paths.ts"
import { idOf } from "../query.ts"
import { runActs, steered } from "./run-steering.ts"
import { firstWords, runBadge, wakeUp } from "./runs.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("run")

const stepBadge = badgesOf<Exclude<RunStep["status"], "canceled">>({ running: "busy", completed: "good", failed: "bad" })

const stepState = ({ kind, status }: RunStep): Node =>
  status === "canceled" ? badge(kind === "step" ? w.brokenOff : w.notNeeded) : stepBadge(status)

const known = (zone: string, run: RunDetail): ReadonlyArray<Fact> => [
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

const steps = (zone: string, run: RunDetail): Node =>
  table<RunStep>({
    label: w.stepsLabel,
    rows: run.steps,
    empty: empty(w.noStep),
    columns: [
      { title: w.step, cell: ({ name }) => name },
      { title: w.kind, cell: ({ kind }) => kind },
      { title: w.status, cell: stepState },
      { title: w.attempt, cell: ({ attempt }) => attempt, figure: true },
      { title: w.begun, cell: ({ started_at }) => time(zone, started_at) },
      { title: w.due, cell: ({ due_at }) => time(zone, due_at) },
      { title: w.took, cell: ({ finished_at, started_at }) => between(started_at, finished_at), figure: true },
      { title: w.error, cell: ({ error }) => error === null ? NONE : firstWords(error) }
    ]
  })

export const runPage = Effect.gen(function*() {
  const { api: { workflows }, params, query, session: { company } } = yield* SessionRequest
  const id = yield* idOf(params, RunId.make)
  const live = yield* watching("get_workflow_run", { id: String(id) })
  const run = yield* workflows.get_workflow_run({ params: { id } })
  const acts = yield* runActs(run)
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
        <h2>${w.steps}</h2>
        ${steps(company.time_zone, run)}
        <h2>${w.startedWith}</h2>
        ${json(w.payload, run.payload)}
        ${run.result !== null && html`<section><h2>${w.endedWith}</h2>${json(w.result, run.result)}</section>`}
        ${run.error !== null && html`<section><h2>${w.error}</h2>${json(w.whyFailed, run.error)}</section>`}
      </div>`
  } satisfies Page
})
