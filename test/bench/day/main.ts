import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { performance } from "node:perf_hooks"
import { join } from "node:path"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "#layers/database/connections"
import { dataOf } from "#layers/database/url"
import { attach } from "#layers/embedded-postgres/attach"
import { folder } from "../database.ts"
import { cpuOf, memoryOf, server } from "../processes.ts"
import { verdict } from "../report.ts"
import { backlog, postgresPids } from "../seed.ts"
import { companies, type Company } from "./companies.ts"
import { type Taken, traffic } from "./traffic.ts"

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const COMPANIES = number("COMPANIES", 1_000)
const RECORDS = number("RECORDS", 20_000_000)
const MINUTES = number("MINUTES", 60)
const RATE = number("RATE", COMPANIES / 10)
const GOAL = 1.5

const began = performance.now()
const say = (text: string) => void process.stderr.write(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${text}\n`)

interface Kept {
  readonly all: ReadonlyArray<Company>
  readonly seconds: number
  readonly bytes: number
}

const size = Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`).pipe(
  Effect.map(([row]) => row!.bytes))

const quantile = (sorted: ReadonlyArray<number>, q: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
const ms = (of: number) => of.toFixed(of < 10 ? 2 : 0).padStart(8)
const sorted = (times: ReadonlyArray<number>) => [...times].sort((a, b) => a - b)
const rows = ({ times }: Taken) => [...times].map(([name, all]) => {
  const of = sorted(all)
  return `  ${name.padEnd(18)}${String(of.length).padStart(9)}${[0.5, 0.95, 0.99].map((q) => ms(quantile(of, q))).join("")}${ms(of.at(-1)!)}`
})
const failures = (of: Taken) => [...of.failures].map(([what, times]) => `${what} ${times} times`).join(", ") || "none"

/** Of the server of these sessions, with all its processes: those that have ended are in what its first one has waited for. */
const postgresOf = (session: number) => {
  const stat = (pid: number) => {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, "latin1")
      return text.slice(text.lastIndexOf(")") + 2).split(" ").map(Number)
    } catch {
      return undefined
    }
  }
  const first = stat(session)?.[1] ?? 0
  const all = () => [first, ...readdirSync("/proc").map(Number).filter((pid) => pid > 0 && stat(pid)?.[1] === first)]
  return {
    cpu: () => {
      const own = stat(first)
      const ended = own === undefined ? 0 : cpuOf(first) / Math.max(1, own[11]! + own[12]!) * (own[13]! + own[14]!)
      return ended + all().reduce((whole, pid) => whole + (cpuOf(pid) || 0), 0)
    },
    memory: () => all().reduce((whole, pid) => {
      try {
        return whole + Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "latin1"))?.[1] ?? 0) / 1_024
      } catch {
        return whole
      }
    }, 0)
  }
}

const load = Effect.gen(function*() {
  const data = yield* folder
  const ours = yield* server("ours", "./ours.ts", { DATA_DIR: data, PORT: "0", LOG_LEVEL: "error", COMPANY_RATE_LIMIT: "1000000", PUBLIC_RATE_LIMIT: "1000000" })
  const cluster = Option.getOrThrow(yield* attach({ data: dataOf(data) }))
  return yield* Effect.gen(function*() {
    const file = join(data, `day-${COMPANIES}-${RECORDS}.json`)
    if (!existsSync(file)) {
      const before = yield* size
      const at = performance.now()
      const all = yield* companies(ours.port, COMPANIES, RECORDS, say)
      writeFileSync(file, JSON.stringify({ all, seconds: (performance.now() - at) / 1_000, bytes: (yield* size) - before } satisfies Kept))
    }
    const { all, bytes, seconds: took } = JSON.parse(readFileSync(file, "utf8")) as Kept
    say(`${COMPANIES} companies with ${RECORDS} records are there: ${(bytes / RECORDS).toFixed(0)} bytes a record, put in within ${took.toFixed(0)} s`)

    const { day, end, smallest } = traffic(ours.port)
    const small = all.at(-1)!
    const seconds = MINUTES * 60
    yield* Effect.promise(() => day(all, Math.min(30, seconds / 6), RATE))
    const alone = yield* Effect.promise(() => smallest(small, Math.max(60, seconds / 12)))
    say("the smallest company was alone")
    const postgres = postgresOf((yield* postgresPids)[0]!)
    const used = { service: cpuOf(ours.pid), postgres: postgres.cpu(), at: performance.now() }
    const loop = performance.eventLoopUtilization()
    const [taken, beside] = yield* Effect.promise(() => Promise.all([day(all, seconds, RATE), smallest(small, seconds)]))
    const whole = (performance.now() - used.at) * 1_000
    const share = (now: number, before: number) => `${((now - before) / whole * 100).toFixed(0)}%`
    const busy = performance.eventLoopUtilization(loop).utilization
    const cpu = `CPU of one processor: service ${share(cpuOf(ours.pid), used.service)}, PostgreSQL ${share(postgres.cpu(), used.postgres)}, load generator busy ${(busy * 100).toFixed(0)}%`
    const { peak, rss } = memoryOf(ours.pid)
    const left = yield* backlog
    end()

    const compared = [...beside.times].map(([name, times]) => {
      const [one, other] = [quantile(sorted(alone.times.get(name) ?? []), 0.99), quantile(sorted(times), 0.99)]
      return `  ${name.padEnd(18)} p99 alone ${ms(one)}, beside the others ${ms(other)}: ${(other / one).toFixed(2)} x, goal <= ${GOAL}: ${verdict(other / one <= GOAL)}`
    })
    return [
      "", `${COMPANIES} companies, ${RECORDS} records (${(bytes / RECORDS).toFixed(0)} bytes each, ${took.toFixed(0)} s to put in), a day in ${MINUTES} minutes, ${RATE} requests a second in the mean.`,
      `  ${"operation".padEnd(18)}${"answers".padStart(9)}${["p50", "p95", "p99", "longest"].map((name) => name.padStart(8)).join("")}   milliseconds`,
      ...rows(taken), `refused or failed: ${failures(taken)}`,
      "The smallest company:", ...compared, `refused or failed: ${failures(beside)}`,
      cpu, `Memory: service ${rss.toFixed(0)} MiB (highest ${peak.toFixed(0)}), PostgreSQL ${postgres.memory().toFixed(0)} MiB; rows left for the chores: ${left}`, ""
    ].join("\n")
  }).pipe(Effect.provide(owner(Redacted.make(cluster.url("postgres")))))
}).pipe(Effect.scoped)

NodeRuntime.runMain(Effect.flatMap(load, (text) => Effect.sync(() => process.stdout.write(text))))
