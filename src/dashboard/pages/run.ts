import { Effect } from "effect"
import { type RunDetail, RunId, type RunStep } from "#schemas/workflows/run"
import { badge, badgesOf, empty, failure, json, link, NONE, testMark } from "../components/elements.ts"
import { type Fact, facts, table } from "../components/table.ts"
import { between, time } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { watching } from "../live/watched.ts"
import { paths } from "../paths.ts"
import { idOf, optional } from "../query.ts"
import { doneNotice, runActs } from "./run-steering.ts"
import { firstWords, runBadge, wakeUp } from "./runs.ts"

const stepBadge = badgesOf<Exclude<RunStep["status"], "canceled">>({ running: "busy", completed: "good", failed: "bad" })

const stepState = ({ kind, status }: RunStep): Node =>
  status === "canceled" ? badge(kind === "step" ? "broken off" : "not needed any more") : stepBadge(status)

const known = (zone: string, run: RunDetail): ReadonlyArray<Fact> => [
  ["Status", [runBadge(run.status), testMark(run.livemode)]],
  ["Definition", `${run.workflow}, version ${run.version}`],
  ["For", run.key ?? NONE],
  ["Attempts", run.attempt],
  ["Next wake-up", wakeUp(zone, run)],
  ["Asked for", time(zone, run.created_at)],
  ["Begun", time(zone, run.started_at)],
  ["Finished", time(zone, run.finished_at)],
  ["Took", between(run.started_at, run.finished_at)],
  ...run.parent_id === null ? [] : [["Started by", link(`${paths.runs}/${run.parent_id}`, `run ${run.parent_id}`)] as const],
  ...run.restarted_from_id === null ? [] : [["Does once more", link(`${paths.runs}/${run.restarted_from_id}`, `run ${run.restarted_from_id}`)] as const],
  ...run.retries === 0 ? [] : [["Retried", run.retries] as const],
  ...run.pause_requested_at === null ? [] : [["Paused", time(zone, run.pause_requested_at)] as const],
  ...run.undone_at === null ? [] : [["Began to take back what it did", time(zone, run.undone_at)] as const],
  ...run.cancel_requested_at === null ? [] : [["Cancel asked for", time(zone, run.cancel_requested_at)] as const]
]

const steps = (zone: string, run: RunDetail): Node =>
  table<RunStep>({
    label: "Steps, in the order in which they began",
    rows: run.steps,
    empty: empty("No step has begun."),
    columns: [
      { title: "Step", cell: ({ name }) => name },
      { title: "Kind", cell: ({ kind }) => kind },
      { title: "Status", cell: stepState },
      { title: "Attempt", cell: ({ attempt }) => attempt, figure: true },
      { title: "Begun", cell: ({ started_at }) => time(zone, started_at) },
      { title: "Due", cell: ({ due_at }) => time(zone, due_at) },
      { title: "Took", cell: ({ finished_at, started_at }) => between(started_at, finished_at), figure: true },
      { title: "Error", cell: ({ error }) => error === null ? NONE : firstWords(error) }
    ]
  })

export const runPage = Effect.gen(function*() {
  const { api: { workflows }, params, query, session: { company } } = yield* SessionRequest
  const id = yield* idOf(params, RunId.make)
  const live = yield* watching("get_workflow_run", { id: String(id) })
  const run = yield* workflows.get_workflow_run({ params: { id } })
  const { done } = optional(query, ["done"])
  const acts = yield* runActs(run)
  return {
    title: `Run ${id}`,
    live,
    section: paths.runs,
    trail: { title: "Workflow runs", to: paths.runs },
    content: html`
      <div>
        ${doneNotice(done)}
        ${run.error !== null && failure(firstWords(run.error))}
        ${facts(known(company.time_zone, run))}
        ${acts}
        <h2>Steps</h2>
        ${steps(company.time_zone, run)}
        <h2>Started with</h2>
        ${json("What it was started with", run.payload)}
        ${run.result !== null && html`<section><h2>Ended with</h2>${json("What it ended with", run.result)}</section>`}
        ${run.error !== null && html`<section><h2>Error</h2>${json("Why it failed", run.error)}</section>`}
      </div>`
  } satisfies Page
})
