import { randomUUID } from "node:crypto"
import { closeSync, openSync, writeSync } from "node:fs"
import { Console, Effect, Option } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { CONFIRMATION_HEADER } from "#schemas/kernel/consent"
import type { HistoryEntry, RunHistory } from "#schemas/workflows/history"
import type { Run } from "#schemas/workflows/run"
import { CommandFailure } from "../command-failure.ts"
import { detailsOf, makeClient, messageOf, type Query } from "../export-client.ts"
import { sourceOf, type Target } from "../profiles.ts"
import { callerOf } from "../service-client.ts"
import { columns, plain, plainJson } from "../terminal.ts"

type Filters = Readonly<Record<string, Option.Option<string | number>>>

const queryOf = (filters: Filters): Query =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => Option.isSome(value) ? [[name, String(value.value)]] : []))

const PAGE = 200

const clientOf = (target: Target) => Effect.flatMap(sourceOf(target), makeClient)

/** The newest runs that the filters let through, a page at a time. */
const runsOf = Effect.fnUntraced(function*(
  client: Effect.Success<ReturnType<typeof clientOf>>, filters: Filters, limit: number, each: (runs: ReadonlyArray<Run>) => Effect.Effect<void, CommandFailure>
) {
  let cursor: string | null = null
  for (let left = limit; left > 0;) {
    const query: Query = { ...queryOf(filters), limit: String(Math.min(left, PAGE)), ...cursor !== null && { cursor } }
    const page = yield* client.page<Run>("/workflows/runs", query)
    yield* each(page.items)
    left -= page.items.length
    cursor = page.next_cursor
    if (cursor === null || page.items.length === 0) return
  }
})

interface Listing extends Target {
  readonly filters: Filters
  readonly limit: number
  readonly json: boolean
}

export const listRuns = Effect.fnUntraced(function*({ filters, json, limit, ...target }: Listing) {
  const all: Array<Run> = []
  yield* runsOf(yield* clientOf(target), filters, limit, (runs) => Effect.sync(() => void all.push(...runs)))
  if (json) return yield* Console.log(plainJson(all))
  yield* Console.log(all.length === 0 ? "There is no such run." : columns(
    ["RUN", "WORKFLOW", "STATUS", "FOR", "BEGAN", "WAKES", "ERROR"],
    all.map((run) => [run.id, `${run.workflow}.v${run.version}`, run.status, run.key ?? "-", run.started_at ?? "-", run.wake_at ?? "-", run.error_kind ?? ""])
  ))
}, Effect.provide(FetchHttpClient.layer))

const tookOf = ({ finished_at, started_at }: HistoryEntry) => finished_at === null ? "-" : `${Date.parse(finished_at) - Date.parse(started_at)} ms`

const leftBehind = ({ child, due_at, error, events, finished_at, receipt_id, verb }: HistoryEntry) => [
  ...child === null ? [] : [`run ${child.run_id}`],
  ...receipt_id === null ? [] : [`receipt ${receipt_id} of ${verb}`],
  ...events.map(({ id, kind }) => `event ${id} ${kind}`),
  ...finished_at === null && due_at !== null ? [`until ${due_at}`] : [],
  ...error === null ? [] : [JSON.stringify(error).slice(0, 200)]
].join(", ")

const timelineOf = ({ entries, run }: RunHistory) => [
  plain(`run ${run.id}  ${run.workflow} version ${run.version}  ${run.status}${run.key === null ? "" : `  for ${run.key}`}`),
  columns(
    ["AT", "KIND", "NAME", "ATTEMPT", "STATUS", "TOOK", "LEFT BEHIND"],
    entries.filter(({ kind }) => kind !== "race").map((entry) => [
      entry.started_at, entry.compensates ? `${entry.kind} (takes back)` : entry.kind, entry.name ?? "-", entry.attempt, entry.status, tookOf(entry), leftBehind(entry)
    ])
  )
].join("\n")

const historyOf = (client: Effect.Success<ReturnType<typeof clientOf>>, id: number) =>
  client.get(`/workflows/runs/${id}/history`) as Effect.Effect<RunHistory, CommandFailure>

export const showRun = Effect.fnUntraced(function*({ id, json, ...target }: Target & { readonly id: number; readonly json: boolean }) {
  const history = yield* historyOf(yield* clientOf(target), id)
  yield* Console.log(json ? plainJson(history) : timelineOf(history))
}, Effect.provide(FetchHttpClient.layer))

interface Exporting extends Target {
  readonly ids: ReadonlyArray<number>
  readonly filters: Filters
  readonly limit: number
  readonly output: Option.Option<string>
}

/** Writes histories a line at a time; what a file had before is replaced. */
export const exportRuns = Effect.fnUntraced(function*({ filters, ids, limit, output, ...target }: Exporting) {
  const client = yield* clientOf(target)
  const written = <A>(write: () => A) =>
    Effect.try({ try: write, catch: (error) => new CommandFailure({ message: `The file cannot be written: ${(error as Error).message}` }) })
  const file = Option.isNone(output) ? undefined : yield* Effect.acquireRelease(
    written(() => openSync(output.value, "w", 0o600)), (file) => Effect.sync(() => closeSync(file)))
  const print = (history: RunHistory) =>
    file === undefined ? Console.log(plainJson(history)) : Effect.asVoid(written(() => writeSync(file, `${JSON.stringify(history)}\n`)))
  const one = (id: number) => Effect.flatMap(historyOf(client, id), print)
  if (ids.length > 0) return yield* Effect.forEach(ids, one, { discard: true })
  yield* runsOf(client, filters, limit, (runs) => Effect.forEach(runs, ({ id }) => one(id), { discard: true }))
}, Effect.scoped, Effect.provide(FetchHttpClient.layer))

interface Acting extends Target {
  readonly act: "pause" | "resume" | "retry" | "restart" | "cancel"
  readonly id: number
  readonly body: object
  readonly confirmation: Option.Option<string>
  readonly json: boolean
}

/** Steers a run. Where a person has to agree, it says how to go on once one has. */
export const steerRun = Effect.fnUntraced(function*({ act, body, confirmation, id, json, ...target }: Acting) {
  const call = callerOf(yield* HttpClient.HttpClient, yield* sourceOf(target))
  const { body: answer, status } = yield* call("POST", `/workflows/runs/${id}/${act}`, Object.keys(body).length > 0 || act === "retry" || act === "restart" ? body : undefined, {
    "idempotency-key": randomUUID(), ...Option.isSome(confirmation) && { [CONFIRMATION_HEADER]: confirmation.value }
  })
  if (status >= 400) {
    const consent = (answer as { readonly consent?: { readonly id?: unknown } } | null)?.consent?.id
    const further = consent === undefined ? "" : ` Once somebody has agreed to consent ${String(consent)}, give the same command with --confirmation.`
    return yield* new CommandFailure({ message: plain(`${messageOf(answer, status)}${detailsOf(answer)}${further}`) })
  }
  const run = answer as Run
  yield* Console.log(json ? plainJson(run) : plain(`run ${run.id}  ${run.workflow} version ${run.version}  ${run.status}`))
}, Effect.provide(FetchHttpClient.layer))
