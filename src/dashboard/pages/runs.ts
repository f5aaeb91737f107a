import { Effect } from "effect"
import { type Run, type RunStatus, runStatuses } from "#schemas/workflows/run"
import { badgesOf, empty, link, NONE, testMark } from "../components/elements.ts"
import { choice, field, filter } from "../components/form.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { ago, between } from "../components/time.ts"
import { filtered } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { watching } from "../live/watched.ts"
import { paths } from "../paths.ts"
import { oneOf, optional } from "../query.ts"

export const runBadge = badgesOf<RunStatus>({
  queued: "plain", running: "busy", waiting: "wait", paused: "wait", completed: "good", failed: "bad", canceled: "plain"
})

/** The first text in data that is not a name of its kind, a message before all. */
const textIn = (value: unknown): string | undefined => {
  if (typeof value === "string") return value
  if (typeof value !== "object" || value === null) return undefined
  const { message, _tag, ...others } = value as Readonly<Record<string, unknown>>
  return [message, ...Object.values(others)].map(textIn).find((text) => text !== undefined)
}

/** What an error says first. */
export const firstWords = (error: unknown): string => textIn(error) ?? JSON.stringify(error)

/** When a timer wakes a run; none wakes one that is over. */
export const wakeUp = (zone: string, { finished_at, wake_at }: Pick<Run, "finished_at" | "wake_at">): Node => ago(zone, finished_at === null ? wake_at : null)

const isStopping = ({ cancel_requested_at, finished_at }: Run) => cancel_requested_at !== null && finished_at === null

const isResting = ({ pause_requested_at, status }: Run) => pause_requested_at !== null && status !== "paused"

export const runTable = (zone: string, rows: ReadonlyArray<Run>, none: Node): Node =>
  table<Run>({
    label: "Workflow runs, newest first",
    rows,
    empty: none,
    columns: [
      {
        title: "Run",
        cell: ({ id, livemode, workflow }) => [link(`${paths.runs}/${id}`, `${workflow} ${id}`), testMark(livemode)]
      },
      { title: "Status", cell: (run) => [runBadge(run.status), isStopping(run) && " being canceled", isResting(run) && " being paused"] },
      { title: "For", cell: ({ key }) => key ?? NONE },
      { title: "Attempt", cell: ({ attempt }) => attempt, figure: true },
      { title: "Begun", cell: ({ created_at }) => ago(zone, created_at) },
      { title: "Wakes", cell: (run) => wakeUp(zone, run) },
      { title: "Took", cell: ({ finished_at, started_at }) => between(started_at, finished_at), figure: true }
    ]
  })

export const runsPage = Effect.gen(function*() {
  const { api: { workflows }, query, session: { company } } = yield* SessionRequest
  const chosen = { ...optional(query, ["workflow", "error_kind"]), ...oneOf(query, "status", runStatuses) }
  const cursor = optional(query, ["cursor"])
  const live = yield* watching("list_workflow_runs", { ...chosen, ...cursor, limit: String(ROWS) })
  const { errors, found, status } = yield* filtered(
    workflows.list_workflow_runs({ query: { ...chosen, ...cursor, limit: ROWS, offset: 0 } }), ["workflow"]
  )
  const any = Object.keys(chosen).length === 0
  return {
    title: "Workflow runs",
    live,
    section: paths.runs,
    status,
    content: html`
      <div>
        ${filter(paths.runs, [
          field({ name: "workflow", label: "Workflow", errors, attributes: { value: chosen.workflow ?? "", maxlength: "100" } }),
          choice("status", "Status", "any", runStatuses, chosen.status),
          field({ name: "error_kind", label: "Failed with", attributes: { value: chosen.error_kind ?? "", maxlength: "100" } })
        ])}
        ${runTable(
          company.time_zone,
          found.items,
          any
            ? empty("No workflow has run yet.", "What is to be done later, in steps or after an answer stands here.")
            : empty("No run is like that.", html`<a href=${paths.runs}>All runs</a>`)
        )}
        ${paging({ path: paths.runs, filters: chosen, cursor: cursor.cursor, shown: found })}
      </div>`
  } satisfies Page
})
