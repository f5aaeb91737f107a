import type { HistoryEntry, RunHistory } from "#schemas/workflows/history"
import { badge, badgesOf, empty, link, NONE } from "../components/elements.ts"
import { table } from "../components/table.ts"
import { between, time } from "../components/time.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { spoken } from "../words/spoken.ts"
import { firstWords } from "./runs.ts"

const w = spoken("run")

/** Widths of the drawing, which is stretched to that of its column. */
const WHOLE = 1000
const THINNEST = 6
const HIGH = 10

const stateBadge = badgesOf<Exclude<HistoryEntry["status"], "canceled">>({ running: "busy", completed: "good", failed: "bad" })

const state = ({ kind, status }: HistoryEntry): Node =>
  status === "canceled" ? badge(kind === "timer" ? w.notNeeded : w.brokenOff) : stateBadge(status)

/** What people see of a history: which of several waits ended first they see from what follows. */
const shown = ({ entries }: RunHistory) => entries.filter(({ kind }) => kind !== "race")

const title = ({ child, compensates, kind, name }: HistoryEntry): Node => [
  name === null ? w.kind(kind) : child === null ? name : link(`${paths.runs}/${child.run_id}`, name),
  " ", name !== null && badge(w.kind(kind)), compensates && [" ", badge(w.takesBack, "wait")]
]

/** What began and ended when, from the beginning of the run to its end, or to its last sign. */
const spanOf = ({ entries, run }: RunHistory) => {
  const from = Date.parse(run.created_at)
  const to = run.finished_at === null
    ? Math.max(...entries.flatMap(({ due_at, finished_at, started_at }) => [started_at, finished_at, due_at]).filter((at) => at !== null).map((at) => Date.parse(at)))
    : Date.parse(run.finished_at)
  return { from, length: Math.max(1, to - from) }
}

/** A bar over the time of the run; its times stand beside it in words. */
const bar = ({ from, length }: ReturnType<typeof spanOf>, { due_at, finished_at, started_at, status }: HistoryEntry): Node => {
  const at = (instant: string) => Math.min(WHOLE, Math.max(0, (Date.parse(instant) - from) / length * WHOLE))
  const [begins, ends] = [at(started_at), finished_at === null ? at(due_at ?? new Date(from + length).toISOString()) : at(finished_at)]
  const width = Math.max(THINNEST, ends - begins)
  const x = Math.min(begins, WHOLE - width)
  return html`
    <svg class="span" viewBox=${`0 0 ${WHOLE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect class="track" width=${WHOLE} height=${HIGH} /><rect class=${status} x=${x.toFixed(1)} width=${width.toFixed(1)} height=${HIGH} />
    </svg>`
}

const receiptLink = ({ receipt_id, verb }: HistoryEntry): Node =>
  receipt_id === null ? null : link(`${paths.receipts}?${new URLSearchParams({ verb: verb ?? "" })}#receipt-${receipt_id}`, w.receipt(verb ?? receipt_id))

const eventLinks = ({ events }: HistoryEntry): Node =>
  events.map(({ kind }) => [" ", link(`${paths.records}/webhooks/list_events?${new URLSearchParams({ kind })}`, kind)])

const left = (entry: HistoryEntry): Node =>
  entry.error !== null
    ? firstWords(entry.error)
    : entry.receipt_id !== null || entry.events.length > 0
    ? [receiptLink(entry), eventLinks(entry)]
    : NONE

/** All that happened in a run, in order, each with a bar over the time that it took. */
export const timeline = (zone: string, history: RunHistory): Node => {
  const span = spanOf(history)
  return table<HistoryEntry>({
    label: w.timelineLabel,
    rows: shown(history),
    empty: empty(w.noStep),
    columns: [
      { title: w.step, cell: title },
      { title: w.status, cell: state },
      { title: w.attempt, cell: ({ attempt }) => attempt, figure: true },
      { title: w.begun, cell: ({ started_at }) => time(zone, started_at) },
      { title: w.course, cell: (entry) => bar(span, entry) },
      { title: w.took, cell: ({ due_at, finished_at, started_at }) =>
        finished_at === null && due_at !== null ? [w.until, time(zone, due_at)] : between(started_at, finished_at), figure: true },
      { title: w.leftBehind, cell: left }
    ]
  })
}
