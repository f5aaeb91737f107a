import { Effect } from "effect"
import { type EngineEntry, RunHistories, type SteeringTrace } from "#layers/workflows/history"
import { Runs } from "#layers/workflows/runs"
import { getOrFail } from "#layers/kernel/get-or-fail"
import type { Input } from "#schemas/kernel/catalog"
import { areas, Caller, type Scope } from "#schemas/kernel/tenancy"
import type * as api from "#schemas/workflows/history.api"
import { HISTORY_FORMAT, type HistoryEntry, MASKED, type RunHistory } from "#schemas/workflows/history"

const getRun = getOrFail("run")

type Run = RunHistory["run"]

const CHILD = "child/"

const bare = { name: null, attempt: 1, due_at: null, compensates: false, result: null, error: null, child: null, verb: null, receipt_id: null, events: [] } as const

const statusOf = ({ exit, finished_at }: Pick<EngineEntry, "exit" | "finished_at">, isOver: boolean): HistoryEntry["status"] =>
  exit?._tag === "Failure" ? "failed" : finished_at !== null ? "completed" : isOver ? "canceled" : "running"

const happened = (run: Run) => (entry: EngineEntry): HistoryEntry => ({
  ...bare,
  kind: entry.kind,
  name: entry.name,
  attempt: entry.attempt,
  status: statusOf(entry, run.finished_at !== null),
  started_at: entry.started_at,
  finished_at: entry.finished_at,
  due_at: entry.due_at,
  compensates: entry.compensates,
  result: entry.exit?._tag === "Success" ? entry.exit.value ?? null : null,
  error: entry.exit?._tag === "Failure" ? entry.exit.cause ?? null : null
})

const steered = ({ at, error = null, kind }: SteeringTrace): HistoryEntry =>
  ({ ...bare, kind, status: "completed", started_at: at, finished_at: at, error })

/** The name that the child of a step has in the program. */
const childName = ({ kind, name }: HistoryEntry): string | undefined =>
  (kind === "step" || kind === "signal") && name?.startsWith(CHILD) === true ? name.slice(CHILD.length) : undefined

/** Which scope reads what a workflow works on, by the category that its name begins with. */
const scopeOf = (workflow: string): Scope | undefined => {
  const category = workflow.split(".", 1)[0]!
  const area = areas.find((one) => one === (category === "website" ? "cms" : category))
  return area === undefined ? undefined : `${area}:read`
}

/** Tells that there is a value, and of a failure its kind, which filters by errors show too. */
const masked = (value: unknown) => value === null ? null : MASKED

const maskedEntry = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  result: masked(entry.result),
  error: masked(entry.error),
  child: entry.child && { ...entry.child, payload: masked(entry.child.payload) }
})

export const get_workflow_run_history = Effect.fnUntraced(function*({ id }: Input<typeof api.get_workflow_run_history>) {
  const runs = yield* Runs
  const histories = yield* RunHistories
  const { search_attributes: _, state: __, state_set_at: ___, workflow_paused_at: ____, ...run } = yield* getRun(runs.find(id))
  const kept = (yield* histories.entries(id)).map(happened(run))
  const writes = new Map((yield* histories.writes(id)).map((write) => [write.step, write]))
  const children = new Map((yield* histories.children(id)).map(({ step, ...child }) => [step, child]))
  const ends = new Map(kept.filter(({ kind }) => kind === "signal").map((entry) => [childName(entry), entry]))

  const entries = kept.flatMap((entry): ReadonlyArray<HistoryEntry> => {
    const child = childName(entry)
    if (child !== undefined) {
      if (entry.kind === "signal") return []
      const end = ends.get(child)
      return [{
        ...entry, kind: "child", name: child, child: children.get(child) ?? null,
        finished_at: end?.finished_at ?? null, result: end?.result ?? null, error: end?.error ?? null,
        status: end?.status ?? (run.finished_at === null ? "running" : "canceled")
      }]
    }
    const write = entry.kind === "step" ? writes.get(entry.name!) : undefined
    return [write === undefined ? entry : { ...entry, kind: "write", verb: write.verb, receipt_id: write.receipt_id, events: write.events }]
  })

  const start: HistoryEntry = { ...bare, kind: "start", status: run.started_at === null ? "running" : "completed", started_at: run.created_at, finished_at: run.started_at }
  const end: ReadonlyArray<HistoryEntry> = run.finished_at === null ? [] : [{
    ...bare, kind: "end", status: run.status === "completed" ? "completed" : run.status === "failed" ? "failed" : "canceled",
    started_at: run.finished_at, finished_at: run.finished_at, result: run.result, error: run.error
  }]
  const ordered = [...entries, ...(yield* histories.steering(id)).map(steered)].toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at))
  const whole = [start, ...ordered, ...end]

  const scope = scopeOf(run.workflow)
  const { scopes } = yield* Caller
  const hides = scope !== undefined && !scopes.has(scope)
  return {
    format: HISTORY_FORMAT,
    masked: hides,
    restartable: runs.restartable.has(run.workflow),
    run: hides ? { ...run, result: masked(run.result) } : run,
    entries: hides ? whole.map(maskedEntry) : whole
  } satisfies RunHistory as RunHistory
})
