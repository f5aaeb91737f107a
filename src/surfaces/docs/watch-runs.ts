import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { operationPath } from "./paths.ts"
import { line } from "./samples/request.ts"

const steps: ReadonlyArray<Step> = [
  {
    title: "Begin something that waits",
    text: "A task with a time to be done by has a run that tells of it then. The second line finds it: the newest run comes first.",
    lines: [
      line("POST", "/crm/tasks", { body: { title: "Call Grace", due_at: "2036-11-21T09:30:00Z" }, keep: { as: "TASK" } }),
      line("GET", "/workflows/runs?workflow=crm.task_due&limit=1", { keep: { as: "RUN", at: ["items", 0, "id"] } }),
      line("GET", "/workflows/runs/$RUN", { until: { field: "status", value: "waiting" } })
    ]
  },
  {
    title: "See all that happened in it",
    text: "Steps with their attempts and results, waits, signals, children, what was done to the run from outside, what it took back, and of each write its receipt and " +
      "its events. The dashboard draws the same as a timeline.",
    lines: [line("GET", "/workflows/runs/$RUN/history")]
  },
  {
    title: "Let it rest, and go on",
    text: "A paused run begins nothing more and is woken by nothing, until it is resumed. One that failed goes on by retry_workflow_run, and cancel_workflow_run stops one and " +
      "takes back what it has done; for those a person has to agree.",
    lines: [line("POST", "/workflows/runs/$RUN/pause"), line("POST", "/workflows/runs/$RUN/resume"), line("GET", "/workflows/runs/$RUN/history")]
  },
  {
    title: "Clean up",
    text: "A task that is done needs no timer: its run is canceled with it.",
    lines: [line("POST", "/crm/tasks/$TASK/complete"), line("GET", "/workflows/runs/$RUN", { until: { field: "status", value: "canceled" } })]
  }
]

/** What runs do, what may be done to them, and how a change of a workflow is tried against those that are under way. */
export const watchRuns: Guide = guide({
  id: "watch-runs",
  title: "Watch and steer workflow runs",
  before: html`You need a key with the scopes <code>workflows:read</code>, <code>workflows:write</code>, <code>crm:read</code> and <code>crm:write</code>, of a company of the tier professional.
These lines run one after another.`,
  steps,
  after: html`In a shell, <code>service runs list</code>, <code>show</code>, <code>pause</code>, <code>resume</code>, <code>retry</code>, <code>restart</code> and <code>cancel</code> do the same.
<strong>Hold histories</strong>: a run goes on with the program of the version that it began with, so a changed workflow needs a version of its own.
<code>service runs export --workflow crm.task_due --limit 5 --output task-due.ndjson</code> writes histories to a file, and <code>service runs replay task-due.ndjson</code> leads
the programs of another version of the service through them, without a database and without doing anything: it says which step is missing, added, renamed, in another order or given
something else, and ends with the exit code 1. Run in CI before a deploy, it finds a forgotten version. A history holds what the steps gave: keep it as you keep your data. More:
<a href="${operationPath("get_workflow_run_history")}">get_workflow_run_history</a>, <a href="${operationPath("list_workflow_runs")}">list_workflow_runs</a>.`
})
