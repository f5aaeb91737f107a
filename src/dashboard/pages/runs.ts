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
import { spoken } from "../words/spoken.ts"

const w = spoken("run")

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
    label: w.label,
    rows,
    empty: none,
    columns: [
      {
        title: w.run,
        cell: ({ id, livemode, workflow }) => [link(`${paths.runs}/${id}`, `${workflow} ${id}`), testMark(livemode)]
      },
      { title: w.status, cell: (run) => [runBadge(run.status), isStopping(run) && w.canceling, isResting(run) && " being paused"] },
      { title: w.for, cell: ({ key }) => key ?? NONE },
      { title: w.attempt, cell: ({ attempt }) => attempt, figure: true },
      { title: w.begun, cell: ({ created_at }) => ago(zone, created_at) },
      { title: w.wakes, cell: (run) => wakeUp(zone, run) },
      { title: w.took, cell: ({ finished_at, started_at }) => between(started_at, finished_at), figure: true }
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
    title: w.title,
    live,
    section: paths.runs,
    status,
    content: html`
      <div>
        ${filter(paths.runs, [
          field({ name: "workflow", label: w.workflow, errors, attributes: { value: chosen.workflow ?? "", maxlength: "100" } }),
          choice("status", w.status, w.any, runStatuses, chosen.status),
          field({ name: "error_kind", label: w.failedWith, attributes: { value: chosen.error_kind ?? "", maxlength: "100" } })
        ])}
        ${runTable(
          company.time_zone,
          found.items,
          any
            ? empty(w.none, w.noneHelp)
            : empty(w.noSuch, html`<a href=${paths.runs}>${w.all}</a>`)
        )}
        ${paging({ path: paths.runs, filters: chosen, cursor: cursor.cursor, shown: found })}
      </div>`
  } satisfies Page
})
