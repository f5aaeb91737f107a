import type { Figures, Result } from "./rounds.ts"
import type { Scale } from "./scale.ts"

export interface Report {
  readonly results: ReadonlyArray<Result>
  readonly scale: ReadonlyArray<Scale>
  /** MiB after the run, and at the highest. */
  readonly memory: { readonly rss: number; readonly peak: number; readonly goal: number }
}

const BUSY = 0.95

const fixed = (value: number, digits: number) => Number.isFinite(value) ? value.toFixed(digits) : "-"
/** Whether a goal was met, in words. */
export const verdict = (met: boolean) => met ? "met" : "NOT MET"

const table = (rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) => row.map((cell, column) => column < 3 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)).join("  ").trimEnd())
}

const head = ["scenario", "conns", "server", "req/s", "p50 ms", "p99 ms", "CPU µs", "PG µs", "RSS MiB", "load", "ratio", "goal", ""]

const cells = ({ busy, cpu, p50, p99, perSecond, postgresCpu, rss }: Figures) => [
  fixed(perSecond, 0), fixed(p50, 2), fixed(p99, 2), fixed(cpu, 0), fixed(postgresCpu, 0), fixed(rss, 0),
  `${fixed(busy * 100, 0)}%${busy > BUSY ? "!" : ""}`
]

const rowsOf = ({ connections, goal, ours, ratio, scenario, theirs }: Result) => [
  [scenario, String(connections), "ours", ...cells(ours), fixed(ratio, 2), goal === undefined ? "" : `>= ${goal.toFixed(2)}`, goal === undefined ? "" : verdict(ratio >= goal)],
  ["", "", "fastify", ...cells(theirs), "", "", ""]
]

const notes = (results: ReadonlyArray<Result>) => [
  ...results.some(({ ours, theirs }) => Math.max(ours.busy, theirs.busy) > BUSY)
    ? ["! the load generator had hardly a free moment: the rate of that row is its own limit as much as the server's."]
    : [],
  ...results.flatMap(({ chores, connections, scenario }) =>
    chores === undefined ? [] : [`${scenario}, ${connections}: up to ${chores.rows} rows left for the chores, done after ${fixed(chores.seconds, 1)} s at worst.`])
]

/** What a person reads: medians of the rounds, and each goal with whether it was met. */
export const print = ({ memory, results, scale }: Report): string =>
  [
    "",
    ...results.length === 0 ? [] : table([head, ...results.flatMap(rowsOf)]),
    ...results.length === 0 ? [] : ["", "CPU, PG: microseconds a request of the server's process and of PostgreSQL. load: how busy the generator was."],
    ...notes(results),
    "",
    ...scale.map(({ goal, large, page, ratio, small }) =>
      `page of 50 at ${page}: ${fixed(small, 2)} ms at 10,000 contacts, ${fixed(large, 2)} ms at 1,000,000: ` +
      `${fixed(ratio, 2)} x, goal <= ${goal}: ${verdict(ratio <= goal)}`),
    `memory of ours after the run: ${fixed(memory.rss, 0)} MiB (highest ${fixed(memory.peak, 0)}), goal <= ${memory.goal}: ${verdict(memory.rss <= memory.goal)}`,
    ""
  ].join("\n")
