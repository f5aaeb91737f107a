import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { cpuOf, type Load, memoryOf, type Server } from "./processes.ts"
import type { Scenario } from "./scenarios.ts"
import { backlog, postgresPids } from "./seed.ts"

/** Latencies in milliseconds, CPU time in microseconds a request, memory in MiB, `busy` from 0 to 1. */
export interface Figures {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly cpu: number
  readonly postgresCpu: number
  readonly rss: number
  readonly busy: number
}

export interface Result {
  readonly scenario: string
  readonly connections: number
  readonly ours: Figures
  readonly theirs: Figures
  /** Ours to theirs in requests a second: median of the pairs of rounds that ran next to each other, and all of them. */
  readonly ratio: number
  readonly ratios: ReadonlyArray<number>
  readonly goal: number | undefined
  /** Rows that writes left for the chores and seconds until none was left, at worst. */
  readonly chores: { readonly rows: number; readonly seconds: number } | undefined
}

export interface Timing {
  readonly rounds: number
  readonly seconds: number
  readonly warmUp: number
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const sum = (values: ReadonlyArray<number>) => values.reduce((all, value) => all + value, 0)
const PATIENCE_MS = 20_000

let nextNumber = 1

/** One stretch of load on one server, and what it cost. */
const round = Effect.fnUntraced(function*(
  load: Load, server: Server, scenario: Scenario, requests: ReadonlyArray<string>, connections: number, seconds: number
) {
  const pids = yield* postgresPids
  const postgres = () => pids.map((pid) => [pid, cpuOf(pid)] as const)
  const before = { server: cpuOf(server.pid), postgres: new Map(postgres()) }
  const outcome = yield* load({
    port: server.port, connections, seconds, requests, firstNumber: nextNumber,
    status: scenario.status, kind: scenario.kind, strays: scenario.strays
  })
  nextNumber += outcome.answered + connections
  const cpu = cpuOf(server.pid) - before.server
  const postgresCpu = sum(postgres().map(([pid, now]) => now - before.postgres.get(pid)!).filter(Number.isFinite))
  return { ...outcome, cpu, postgresCpu, perSecond: outcome.completed / outcome.elapsed }
})

type Round = Effect.Success<ReturnType<typeof round>>

const figuresOf = (rounds: ReadonlyArray<Round>, { pid }: Server): Figures => {
  const answered = sum(rounds.map(({ answered }) => answered))
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    cpu: sum(rounds.map(({ cpu }) => cpu)) / answered,
    postgresCpu: sum(rounds.map(({ postgresCpu }) => postgresCpu)) / answered,
    rss: memoryOf(pid).rss,
    busy: median(rounds.map(({ busy }) => busy))
  }
}

/** What our writes leave for later must not be paid for by the other side's next round. */
const untilDone = Effect.gen(function*() {
  const start = performance.now()
  const rows = yield* backlog
  let left = rows
  while (left > 0 && performance.now() - start < PATIENCE_MS) {
    yield* Effect.sleep("100 millis")
    left = yield* backlog
  }
  return { rows, seconds: (performance.now() - start) / 1_000 }
})

/**
 * Rounds that do not count, with many connections even where few are measured: a program is compiled while it runs, and
 * what one connection sends in a second is too little for that.
 */
export const warm = (
  load: Load, servers: { readonly ours: Server; readonly theirs: Server }, scenario: Scenario, seconds: number
) =>
  Effect.forEach(["ours", "theirs"] as const, (side) =>
    Effect.andThen(round(load, servers[side], scenario, scenario[side], 64, seconds), scenario.writes ? untilDone : Effect.void),
    { discard: true })

/** Rounds of both, by turns; who begins changes each time, so that neither always runs on the warmer machine. */
export const compare = Effect.fnUntraced(function*(
  load: Load, servers: { readonly ours: Server; readonly theirs: Server }, scenario: Scenario, connections: number, timing: Timing
): Effect.fn.Return<Result, never, SqlClient.SqlClient> {
  const left: Array<{ readonly rows: number; readonly seconds: number }> = []
  const play = Effect.fnUntraced(function*(side: "ours" | "theirs", seconds: number) {
    const played = yield* round(load, servers[side], scenario, scenario[side], connections, seconds)
    if (scenario.writes && side === "ours") left.push(yield* untilDone)
    return played
  })
  const ours: Array<Round> = []
  const theirs: Array<Round> = []
  for (let n = 0; n < timing.rounds; n++) {
    if (n % 2 === 0) ours.push(yield* play("ours", timing.seconds))
    theirs.push(yield* play("theirs", timing.seconds))
    if (n % 2 === 1) ours.push(yield* play("ours", timing.seconds))
  }
  const ratios = ours.map(({ perSecond }, n) => perSecond / theirs[n]!.perSecond)
  return {
    scenario: scenario.name,
    connections,
    ours: figuresOf(ours, servers.ours),
    theirs: figuresOf(theirs, servers.theirs),
    ratio: median(ratios),
    ratios,
    goal: scenario.goal,
    chores: left.length === 0
      ? undefined
      : { rows: Math.max(...left.map(({ rows }) => rows)), seconds: Math.max(...left.map(({ seconds }) => seconds)) }
  }
})
